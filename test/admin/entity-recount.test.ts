// entity recount: doctor finds sums that are not those of the books, and the command makes them anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkSums } from '../../src/doctor/sums.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { admin, bill, BY, client, entity, invoice, service, usingSettledBooks } from './settled-books.ts';

usingSettledBooks();

const check = async () => {
  const { status, fix } = await checkSums(service.database, new Date());
  return [status, fix?.includes(`entity recount ${entity} --by`) ?? false];
};

test('sums that are wrong are found and made anew, in one change', async () => {
  const { kysely } = service.database;
  const invoice_id = await invoice();
  await bill();
  await client().record_invoice_payment({ invoice_id, amount: 400 });
  assert.deepEqual(await check(), ['OK', false]);
  const summary = await service.client(service.keys.mx).get_payment_summary({});

  await kysely.updateTable('ledger_month').set({ debit_minor: 7 }).where('entity_id', '=', entity).execute();
  assert.deepEqual(await check(), ['WARN', true]);
  await kysely.deleteFrom('open_month').where('entity_id', '=', entity).execute();
  await admin.json('entity', 'recount', entity, '--by', BY);
  assert.deepEqual(await check(), ['OK', false]);
  assert.deepEqual(await ledgerDifferences(service.database, entity), []);

  await kysely.deleteFrom('open_month').where('entity_id', '=', entity).execute();
  assert.deepEqual(await check(), ['WARN', true]);
  await admin.json('entity', 'recount', entity, '--by', BY);
  assert.deepEqual(await check(), ['OK', false]);
  assert.deepEqual(await service.client(service.keys.mx).get_payment_summary({}), summary);

  // The sums of the days, and of what was paid, count from the first recount on.
  await kysely.updateTable('open_month').set({ d31_count: 1 }).where('entity_id', '=', entity).execute();
  assert.deepEqual(await check(), ['WARN', true]);
  await admin.json('entity', 'recount', entity, '--by', BY);
  await kysely.updateTable('ledger_month').set({ paid_minor: 7 }).where('entity_id', '=', entity).execute();
  assert.deepEqual(await check(), ['WARN', true]);
  await admin.json('entity', 'recount', entity, '--by', BY);
  assert.deepEqual(await check(), ['OK', false]);
  assert.deepEqual(await ledgerDifferences(service.database, entity), []);

  const account = await addAccount(service, service.entities.mx);
  await addLine(service, entity, account);
  await admin.json('entity', 'recount', entity, '--by', BY);
  assert.deepEqual(await check(), ['OK', false]);
  await kysely
    .updateTable('bank_line_sum')
    .set({ unmatched_count: 2 })
    .where('bank_account_id', '=', account)
    .where('slot', '=', -1)
    .execute();
  assert.deepEqual(await check(), ['WARN', true]);
  await admin.json('entity', 'recount', entity, '--by', BY);
  assert.deepEqual(await check(), ['OK', false]);
  const events = await kysely
    .selectFrom('event')
    .select('type')
    .where('type', '=', 'entity.recounted')
    .execute();
  assert.equal(events.length, 6);
});

test('only by an administrator', async () => {
  const { code } = await admin.refused('entity', 'recount', entity, '--by', 'no@x.example');
  assert.equal(code, 'not_found');
});
