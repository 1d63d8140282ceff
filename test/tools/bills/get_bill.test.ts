// get_bill says what create_bill said, as of now, and nothing of anybody else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, declared, refused } from '../support.ts';

const CREATED = new Date('2026-03-10T18:00:00Z');

let service: TestService;
let bills: Readonly<Record<'mx' | 'de', AnswerOf<'create_bill'>>>;
before(async () => {
  service = await startTestService();
  service.setNow(CREATED);
  await addMexicanCustomer(service, 'Transportes del Bajío', { is_supplier: true });
  await addGermanCustomer(service, 'Harms KG', { is_supplier: true });
  const line_items = [
    { description: 'Flete', quantity: 1.5, unit_price: 99.999999, tax_amount: 24 },
    { description: 'Seguro', unit_price: 10 },
  ];
  bills = {
    mx: await service.client(service.keys.mx).create_bill({
      counterparty_name: 'Transportes del Bajío',
      bill_number: '8841',
      series: 'F',
      title: 'Fletes',
      currency: 'USD',
      line_items,
      notes: 'Gracias',
    }),
    de: await service.client(service.keys.de).create_bill({
      counterparty_name: 'Harms KG',
      bill_number: 'RE-20931',
      line_items,
    }),
  };
});
after(() => service.close());

for (const as of ['mx', 'de'] as const) {
  test(`the bill of ${as} is read as it was answered when it was made`, async () => {
    service.setNow(CREATED);
    const { warnings: _warnings, idempotent_replay: _replay, ...expected } = bills[as];
    const bill_id = expected.id;
    assert.deepEqual(await service.client(service.keys[as]).get_bill({ bill_id }), expected);
    const entity_id = service.entities[as];
    assert.deepEqual(await service.client().get_bill({ bill_id, entity_id }), expected);
  });
}

test('a bill becomes overdue where the company is, by days', async () => {
  const days = async (moment: string): Promise<number> => {
    service.setNow(new Date(moment));
    return (await service.client(service.keys.mx).get_bill({ bill_id: bills.mx.id })).days_overdue;
  };
  assert.equal(bills.mx.due_date, '2026-04-09');
  assert.equal(await days('2026-04-10T05:59:59Z'), 0);
  assert.equal(await days('2026-04-10T06:00:00Z'), 1);
  assert.equal(await days('2026-05-09T18:00:00Z'), 30);
});

test(declared('get_bill', 'bill_not_found', 'unknown ids and those of other companies alike'), async () => {
  for (const bill_id of [newId('BillId'), bills.de.id]) {
    assert.deepEqual(await refused(service, 'mx', 'get_bill', { bill_id }), {
      code: 'bill_not_found',
      path: 'bill_id',
      received: bill_id,
    });
  }
  const { code } = await refused(service, 'mx', 'get_bill', { bill_id: newId('InvoiceId') });
  assert.equal(code, 'invalid_parameter');
});
