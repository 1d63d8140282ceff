// The lease of a matching run: who was overtaken can write nothing any more.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { BankAccountId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { LeaseLost } from '../../../src/db/lease.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import {
  beginRun,
  findRunning,
  foundMore,
  type HeldRun,
  readRun,
  releaseRun,
  renewRun,
  takeOver,
  updateRun,
} from '../../../src/domain/bank/reconciliation/store/runs.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const entity = { id: newId('EntityId') };
let held: TestDatabase;
let account: BankAccountId;

before(async () => {
  held = await createTestDatabase();
});
beforeEach(() => {
  account = newId('BankAccountId');
});
after(() => held.close());

const books = () => ({ books: { database: held.database }, entity });
const reading = () => ({ db: held.database.reader, entity });

const begin = async (): Promise<HeldRun> => {
  const run = await beginRun(books(), 'first', account, NOW);
  return run ?? assert.fail('the account had a run');
};

/** Its process has died, and the lease has run out. */
const expire = (id: string) =>
  held.database.kysely
    .updateTable('matching_run')
    .set({ lease_until: '2000-01-01 00:00:00.000' })
    .where('id', '=', id)
    .execute();

const overtake = async (): Promise<HeldRun> => {
  const seen = (await findRunning(reading(), account)) ?? assert.fail('no run goes on');
  return (await takeOver(books(), 'second', seen)) ?? assert.fail('the run is not free');
};

test('an account has one run, which nobody takes over while its lease lasts', async () => {
  const run = await begin();
  assert.equal(await beginRun(books(), 'second', account, NOW), undefined);
  assert.equal(await takeOver(books(), 'second', await readRun(reading(), run.id)), undefined);
  assert.equal(await renewRun(books(), run), true);
});

test('of two that see it free, one takes it over', async () => {
  const run = await begin();
  await expire(run.id);
  const seen = await readRun(reading(), run.id);
  const taken = await Promise.all(['second', 'third'].map((owner) => takeOver(books(), owner, seen)));
  assert.equal(taken.filter((each) => each !== undefined).length, 1);
});

test('a batch of a holder that was overtaken is rolled back whole', async () => {
  const run = await begin();
  await expire(run.id);
  const next = await overtake();
  assert.equal(await renewRun(books(), run), false);
  const late = inTransaction(held.database, async (db) => {
    await sql`update matching_run set model_version = 'late' where id = ${run.id}`.execute(db);
    await updateRun({ db, entity }, run, foundMore(1, 0));
  });
  await assert.rejects(late, LeaseLost);
  await inTransaction(held.database, (db) => updateRun({ db, entity }, next, foundMore(2, 1)));
  const { model_version, auto_confirmed, suggested } = await readRun(reading(), run.id);
  assert.deepEqual(
    { model_version, auto_confirmed, suggested },
    { model_version: '', auto_confirmed: 2, suggested: 1 },
  );
});

test('who takes over sees what the last holder wrote after the row was read', async () => {
  const run = await begin();
  await expire(run.id);
  const seen = await readRun(reading(), run.id);
  await inTransaction(held.database, (db) => updateRun({ db, entity }, run, foundMore(3, 0)));
  assert.equal((await takeOver(books(), 'second', seen))?.auto_confirmed, 3);
});

test('a run that is given back is free at once; a failed one frees its account', async () => {
  const run = await begin();
  await releaseRun(books(), run, 'running');
  const next = await overtake();
  await releaseRun(books(), next, 'failed');
  assert.equal(await findRunning(reading(), account), undefined);
  assert.notEqual(await beginRun(books(), 'third', account, NOW), undefined);
});
