import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { newId } from '../../src/db/ids.ts';
import {
  holds,
  isFree,
  type Lease,
  LeaseLost,
  mayTake,
  newOwner,
  nextLease,
  RELEASED,
  renewed,
  requireHeld,
  taken,
  whileHolding,
} from '../../src/db/lease.ts';
import type { DB } from '../../src/db/schema.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const LONG = 60_000;
const entity_id = newId('EntityId');
const bank_account_id = newId('BankAccountId');

let test_database: TestDatabase;
let kysely: Kysely<DB>;

before(async () => {
  test_database = await createTestDatabase();
  ({ kysely } = test_database.database);
});
after(() => test_database.close());

/** Something to work on: a matching run, made with or without a lease. */
const makeRow = async (lease: object = {}): Promise<string> => {
  const id = newId('MatchingRunId');
  const started_at = '2026-03-01 09:00:00.000';
  const row = { entity_id, id, bank_account_id, status: 'running' as const, model_version: '', started_at };
  const counts = { processed: 0, auto_confirmed: 0, suggested: 0, unmatched: 0 };
  await kysely
    .insertInto('matching_run')
    .values({ ...row, ...counts, results: '[]', ...lease })
    .execute();
  return id;
};

const seen = (id: string) =>
  kysely
    .selectFrom('matching_run')
    .select(['lease_fence', 'lease_owner', 'model_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const take = async (id: string, lease: Lease, ms = LONG): Promise<boolean> => {
  const { numUpdatedRows } = await kysely
    .updateTable('matching_run')
    .set(taken(lease, ms))
    .where('id', '=', id)
    .where(mayTake(lease))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

const change = (db: Kysely<DB>, id: string, lease: Lease, set: object) =>
  db.updateTable('matching_run').set(set).where('id', '=', id).where(holds(lease)).executeTakeFirstOrThrow();

const renew = async (id: string, lease: Lease, ms = LONG): Promise<boolean> =>
  (await change(kysely, id, lease, renewed(ms))).numUpdatedRows === 1n;

test('of twenty who have seen the same free row one gets it', async () => {
  const id = await makeRow();
  const row = await seen(id);
  const leases = Array.from({ length: 20 }, () => nextLease(newOwner(), row));
  const got = await Promise.all(leases.map((lease) => take(id, lease)));
  assert.equal(got.filter(Boolean).length, 1);
  const winner = leases[got.indexOf(true)];
  assert.deepEqual(await seen(id), { lease_fence: 1, lease_owner: winner?.owner, model_version: '' });
});

test('a row made with its lease is taken from the start', async () => {
  const lease = nextLease('first', { lease_fence: 0 });
  const id = await makeRow(taken(lease, LONG));
  assert.equal(await take(id, nextLease('second', await seen(id))), false);
  assert.equal(await renew(id, lease), true);
});

test('a lease that is held cannot be taken; one that was given back can, with a higher fence', async () => {
  const id = await makeRow();
  const first = nextLease('first', await seen(id));
  assert.equal(await take(id, first), true);
  assert.equal(await take(id, nextLease('second', await seen(id))), false);
  assert.equal((await change(kysely, id, first, RELEASED)).numUpdatedRows, 1n);
  const second = nextLease('second', await seen(id));
  assert.equal(await take(id, second), true);
  assert.equal(second.fence, 2);
});

test('a lease runs out by the clock of the server', async () => {
  const id = await makeRow();
  const free = () =>
    kysely.selectFrom('matching_run').select('id').where('id', '=', id).where(isFree()).execute();
  const first = nextLease('first', await seen(id));
  await take(id, first);
  assert.equal((await free()).length, 0);
  await renew(id, first, -1);
  assert.equal((await free()).length, 1);
  // Nobody has wanted it since, so that its holder may go on.
  assert.equal(await renew(id, first), true);
  assert.equal((await free()).length, 0);
});

for (const skew_ms of [20_000, -20_000])
  test(`a process whose clock is ${skew_ms} ms off neither takes a live lease nor leaves a dead one`, async ({
    mock,
  }) => {
    const held = await makeRow(taken(nextLease('live', { lease_fence: 0 }), 15_000));
    const dead = await makeRow(taken(nextLease('dead', { lease_fence: 0 }), -1));
    mock.timers.enable({ apis: ['Date'], now: Date.now() + skew_ms });
    assert.equal(await take(held, nextLease('other', await seen(held)), 15_000), false);
    assert.equal(await take(dead, nextLease('other', await seen(dead)), 15_000), true);
    assert.equal(await take(dead, nextLease('third', await seen(dead)), 15_000), false);
  });

test('who has lost a lease can neither renew nor write nor give back, even under the same name', async () => {
  const id = await makeRow();
  const first = nextLease('same', await seen(id));
  await take(id, first, -1);
  const second = nextLease('same', await seen(id));
  assert.equal(await take(id, second), true);
  assert.equal(await renew(id, first), false);
  assert.equal((await change(kysely, id, first, RELEASED)).numUpdatedRows, 0n);
  const write = (lease: Lease, model_version: string) =>
    inTransaction(test_database.database, async (db) =>
      requireHeld(await change(db, id, lease, { model_version }), 'the run'),
    );
  await assert.rejects(write(first, 'late'), LeaseLost);
  await write(second, 'current');
  assert.deepEqual(await seen(id), { lease_fence: 2, lease_owner: 'same', model_version: 'current' });
});

test('an earlier release that takes a lease without raising the fence ends the present holding too', async () => {
  const id = await makeRow();
  const lease = nextLease('new', await seen(id));
  await take(id, lease);
  await kysely.updateTable('matching_run').set({ lease_owner: 'old' }).where('id', '=', id).execute();
  assert.equal(await renew(id, lease), false);
});

test('work that outlasts its lease is renewed while it goes on', async () => {
  const id = await makeRow();
  const lease = nextLease('first', await seen(id));
  await take(id, lease, 1_000);
  const holding = { what: 'the run', lease_ms: 1_000, renew: () => renew(id, lease, 1_000) };
  const taken_meanwhile = await whileHolding(holding, async (lost) => {
    await pause(1_500);
    assert.equal(lost.aborted, false);
    return take(id, nextLease('second', await seen(id)));
  });
  assert.equal(taken_meanwhile, false);
});

test('the holder is told when another has taken over, and when no renewal has come through', async () => {
  const told = (renewal: () => Promise<boolean>) =>
    whileHolding({ what: 'the run', lease_ms: 100, renew: renewal }, async (lost) => {
      await pause(2_000, undefined, { signal: lost }).catch(() => undefined);
      return lost.reason as unknown;
    });
  assert.ok((await told(async () => false)) instanceof LeaseLost);
  assert.ok((await told(() => Promise.reject(new Error('no server')))) instanceof LeaseLost);
});

test('the name of an owner fits its column', () => {
  assert.ok(newOwner().length <= 60);
  assert.notEqual(newOwner(), newOwner());
});
