// get_invoice says what create_invoice said, as of now, and nothing of anybody else.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  addGermanCustomer,
  addMexicanCustomer,
  callLoosely,
  declared,
  refusals,
  refused,
} from '../support.ts';

const CREATED = new Date('2026-03-10T18:00:00Z');
const HOUR = 3_600_000;

let service: TestService;
let mexican: AnswerOf<'create_invoice'>;
let german: AnswerOf<'create_invoice'>;
before(async () => {
  service = await startTestService();
  service.setNow(CREATED);
  await addMexicanCustomer(service, 'Café Luna');
  await addGermanCustomer(service, 'Harms KG', {
    country_details: { vat_id: 'DE136695976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
  });
  mexican = await service.client(service.keys.mx).create_invoice({
    counterparty_name: 'Café Luna',
    title: 'Diseño',
    currency: 'USD',
    country_details: { payment_method: 'PPD' },
    line_items: [
      { description: 'Logotipo', quantity: 1.5, unit_price: 99.99 },
      { description: 'Donativo', unit_price: 10, country_details: { tax_object: '01' } },
    ],
    notes: 'Gracias',
  });
  german = await service.client(service.keys.de).create_invoice({
    counterparty_name: 'Harms',
    country_details: { buyer_reference: 'PO-1' },
    line_items: [{ description: 'Wartung', unit_price: 480, country_details: { tax_rate: 7 } }],
  });
});
after(() => service.close());

for (const as of ['mx', 'de'] as const) {
  test(`the draft of ${as} is read as it was answered when it was made`, async () => {
    service.setNow(CREATED);
    const made = as === 'mx' ? mexican : german;
    const { warnings: _warnings, idempotent_replay: _replay, ...expected } = made;
    assert.deepEqual(await service.client(service.keys[as]).get_invoice({ invoice_id: made.id }), expected);
    const entity_id = service.entities[as];
    assert.deepEqual(await service.client().get_invoice({ invoice_id: made.id, entity_id }), expected);
  });
}

describe('what time makes of an invoice', () => {
  const readAt = async (moment: Date): Promise<AnswerOf<'get_invoice'>> => {
    service.setNow(moment);
    return service.client(service.keys.mx).get_invoice({ invoice_id: mexican.id });
  };
  const after72h = (ms: number): Date => new Date(CREATED.getTime() + 72 * HOUR + ms);

  test('a draft is stale once it is older than 72 hours, and not before', async () => {
    assert.equal((await readAt(after72h(0))).display_status, 'draft');
    const { display_status, status, compliance } = await readAt(after72h(1));
    assert.deepEqual([display_status, status], ['stale_draft', 'draft']);
    assert.equal(compliance.checked_at, after72h(1).toISOString());
  });

  test('a filed invoice is pending up to its due date where the company is, then overdue by days', async () => {
    const { kysely } = service.database;
    await kysely
      .updateTable('invoice')
      .set({ status: 'filed', open: true })
      .where('id', '=', mexican.id)
      .execute();
    const at = async (moment: string): Promise<unknown[]> => {
      const { display_status, days_overdue, due_date } = await readAt(new Date(moment));
      return [due_date, display_status, days_overdue];
    };
    assert.deepEqual(await at('2026-04-09T23:59:00-06:00'), ['2026-04-09', 'pending', 0]);
    assert.deepEqual(await at('2026-04-10T00:00:00-06:00'), ['2026-04-09', 'overdue', 1]);
    assert.deepEqual(await at('2026-05-09T12:00:00-06:00'), ['2026-04-09', 'overdue', 30]);
    await kysely
      .updateTable('invoice')
      .set({ status: 'draft', open: false })
      .where('id', '=', mexican.id)
      .execute();
  });
});

test('lines that the release before wrote, without content, answer the taxes of the breakdown', async () => {
  const { kysely } = service.database;
  const { id, line_items, status } = await service.client(service.keys.mx).create_invoice({
    counterparty_name: 'Café Luna',
    line_items: [
      { description: 'Logotipo', quantity: 1.5, unit_price: 100 },
      { description: 'Donativo', unit_price: 10, country_details: { tax_object: '01' } },
    ],
  });
  assert.deepEqual(
    [status, line_items.map(({ taxes }) => taxes)],
    ['draft', [[{ tax: 'IVA', factor: 'rate', rate: 16, base: 150, amount: 24, withheld: false }], []]],
  );
  await kysely.updateTable('invoice').set({ content: null }).where('id', '=', id).execute();
  await kysely.updateTable('invoice_line').set({ content: null }).where('invoice_id', '=', id).execute();
  assert.deepEqual(
    (await service.client(service.keys.mx).get_invoice({ invoice_id: id })).line_items,
    line_items,
  );
});

describe('what is not there', () => {
  test(declared('get_invoice', 'invoice_not_found', 'an id that does not exist'), async () => {
    const invoice_id = newId('InvoiceId');
    assert.deepEqual(await refused(service, 'mx', 'get_invoice', { invoice_id }), {
      code: 'invoice_not_found',
      path: 'invoice_id',
      received: invoice_id,
    });
  });

  test('an invoice of another company of the same organisation', async () => {
    const facts = { code: 'invoice_not_found', path: 'invoice_id', received: german.id };
    assert.deepEqual(await refused(service, 'mx', 'get_invoice', { invoice_id: german.id }), facts);
    const args = { invoice_id: german.id, entity_id: service.entities.mx };
    assert.deepEqual(await refused(service, 'organisation', 'get_invoice', args), facts);
  });
});

const idError = (
  received: string,
): { code: 'invalid_parameter'; path: string; reason: string; received: string } => ({
  code: 'invalid_parameter',
  path: 'invoice_id',
  reason: 'must be the id of an invoice, such as invc_01k5m8x2q4e7taw9c6rjv3hn0a',
  received,
});

refusals(() => service, 'get_invoice', [
  {
    title: 'the id of a bill',
    args: { invoice_id: 'bill_01k5m8x2q4e7taw9c6rjv3hn0a' },
    error: idError('bill_01k5m8x2q4e7taw9c6rjv3hn0a'),
  },
  {
    title: 'an id in capitals',
    args: { invoice_id: `invc_${'A'.repeat(26)}` },
    error: idError(`invc_${'A'.repeat(26)}`),
  },
  { title: 'what looks like SQL', args: { invoice_id: "' or 1=1 --" }, error: idError("' or 1=1 --") },
  { title: 'an empty id', args: { invoice_id: '' }, error: idError('') },
  { title: 'no id', args: {}, error: { code: 'missing_parameter', path: 'invoice_id' } },
  {
    title: 'an id within an object',
    args: { invoice_id: { id: 1 } },
    error: {
      code: 'invalid_parameter',
      path: 'invoice_id',
      reason: 'must be the id of an invoice, such as invc_01k5m8x2q4e7taw9c6rjv3hn0a',
      received: '{"id":1}',
    },
  },
]);

test('arguments of null are none', async () => {
  await assert.rejects(callLoosely(service, 'mx', 'get_invoice', null), {
    code: 'missing_parameter',
    path: 'invoice_id',
  });
});
