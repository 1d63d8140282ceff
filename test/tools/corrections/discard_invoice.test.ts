// discard_invoice: a draft goes for good, and the trail keeps it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer, declared, refused } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-11-20T18:00:00Z'));
  await addMexicanCustomer(service, 'Café Luna');
});
after(() => service.close());

const draft = () =>
  service.client(service.keys.mx).create_invoice({
    counterparty_name: 'Café Luna',
    line_items: [{ description: 'Consultoría', unit_price: 100 }],
  });

test('answers the draft as it was, and nothing finds it any more', async () => {
  const { id, warnings: _warnings, idempotent_replay: _replay, ...before } = await draft();
  const answer = await service.client(service.keys.mx).discard_invoice({ invoice_id: id });
  const { warnings, idempotent_replay, id: discarded, ...after } = answer;
  assert.deepEqual([warnings, idempotent_replay, discarded, after], [[], false, id, before]);
  const gone = await refused(service, 'mx', 'get_invoice', { invoice_id: id });
  assert.equal(gone['code'], 'invoice_not_found');
  const { total_count } = await service.client(service.keys.mx).search_invoices({});
  assert.equal(total_count, 0);
  const trail = await service.database.kysely
    .selectFrom('audit')
    .select(['action', 'actor_type', 'after'])
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    trail.map(({ action, actor_type }) => [action, actor_type]),
    [
      ['create_invoice', 'key'],
      ['discard_invoice', 'key'],
    ],
  );
  assert.equal(trail[1]?.after, null);
});

test('a repeat with the same idempotency key is answered again, one without is told that it is gone', async () => {
  const { id } = await draft();
  const client = service.client(service.keys.mx);
  await client.discard_invoice({ invoice_id: id }, { idempotencyKey: 'discard-1' });
  const again = await client.discard_invoice({ invoice_id: id }, { idempotencyKey: 'discard-1' });
  assert.deepEqual([again.id, again.idempotent_replay], [id, true]);
  assert.equal(
    (await refused(service, 'mx', 'discard_invoice', { invoice_id: id }))['code'],
    'invoice_not_found',
  );
});

test(declared('discard_invoice', 'filing_in_progress', 'while a person is asked'), async () => {
  const { id } = await draft();
  await service.client(service.keys.mx).submit_invoice({ invoice_id: id });
  const told = await refused(service, 'mx', 'discard_invoice', { invoice_id: id });
  assert.deepEqual([told['code'], told['path']], ['filing_in_progress', 'invoice_id']);
});

test(
  declared('discard_invoice', 'invoice_not_found', 'of another company, as one that is not there'),
  async () => {
    const { id } = await draft();
    for (const invoice_id of [id, newId('InvoiceId')]) {
      const told = await refused(service, 'de', 'discard_invoice', { invoice_id });
      assert.equal(told['code'], 'invoice_not_found');
    }
    assert.equal((await service.client(service.keys.mx).get_invoice({ invoice_id: id })).id, id);
  },
);
