// What the authority has done is booked, also when its month was closed meanwhile: on the first open day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, asDay } from '../../src/base/time/day.ts';
import { scoped } from '../../src/db/scoped.ts';
import { adminOn } from '../admin/support.ts';
import { ANA } from '../support/office.ts';
import {
  clock,
  failFirst,
  office,
  provider,
  service,
  start,
  unknown,
  USUAL,
  usingProvider,
} from './provider.ts';

usingProvider();

const HOUR = 3_600_000;

const entriesOf = async (id: string) => {
  const ctx = { db: service.database.reader, entity: { id: service.entities.mx } };
  const rows = await scoped(ctx, 'ledger_entry')
    .select()
    .select(['entry_type', 'date'])
    .where('document_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ entry_type, date }) => [entry_type, date]);
};

test('a filing whose outcome is learnt after the closing of its month', async () => {
  provider.send = failFirst(1);
  provider.recover = async () => unknown;
  const { id } = await office.approved('mx');
  start();
  await office.when('mx', id, ({ filing }) => filing.status === 'unclear');
  const later = new Date(Date.now() + 30 * HOUR);
  const issued = asDay((await office.get('mx', id)).issue_date);
  const admin = adminOn(service.databaseUrl, later);
  await admin.json('entity', 'close', service.entities.mx, '--through', issued, '--by', ANA);
  clock.moment = later;
  provider.recover = USUAL.recover;
  const filed = await office.when('mx', id, ({ status }) => status === 'filed');
  assert.equal(filed.issue_date, issued);
  assert.deepEqual(await entriesOf(id), [['invoice', addDays(issued, 1)]]);
  await admin.json('entity', 'reopen', service.entities.mx, '--from', issued, '--by', ANA);
});
