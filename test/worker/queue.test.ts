// The queue's promises, statement by statement: who has lost an entry writes nothing to it, whoever holds one keeps it,
// attempts count, and each further one waits longer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../src/db/ids.ts';
import { LeaseLost } from '../../src/db/lease.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Job } from '../../src/domain/filing/job.ts';
import { backoff, type Working } from '../../src/domain/filing/steps/step.ts';
import {
  dropBuilt,
  enqueue,
  finishJob,
  keepPrint,
  markSent,
  noteAttempt,
  takeFiling,
} from '../../src/domain/filing/store/outbox.ts';
import { claim, noteFailure, release, renew } from '../../src/domain/filing/store/queue.ts';
import { NOW, openTestBooks, type OpenedBooks } from '../support/scope.ts';

const LONG = 60_000;

let opened: OpenedBooks;
before(async () => {
  opened = await openTestBooks();
});
after(() => opened.close());

const row = (id: Job['id']) =>
  opened.database.kysely.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A filing that waits, claimed by one worker. */
const claimed = async (owner: string, leaseMs = LONG): Promise<Job> => {
  await opened.books.mx.write((ctx) =>
    enqueue(ctx, {
      kind: 'file',
      document_id: newId('InvoiceId'),
      approval_id: newId('ApprovalRequestId'),
      by_mail: false,
    }),
  );
  const found = await claim(opened.database, owner, leaseMs);
  return found?.job ?? assert.fail('nothing to claim');
};

/** As if its lease had run out and another worker had taken it. */
const lose = async ({ id }: Job, changed: { lease_owner?: string; lease_fence?: number }): Promise<void> => {
  await opened.database.kysely.updateTable('outbox').set(changed).where('id', '=', id).execute();
};

const WRITES = {
  keepPrint: (db, job) => keepPrint(db, job, NOW, Buffer.from('x')),
  dropBuilt: (db, job) => dropBuilt(db, job, NOW),
  markSent: (db, job) => markSent(db, job, NOW),
  noteAttempt: (db, job) => noteAttempt(db, job, NOW, { reason: 'late' }),
  finishJob: (db, job) => finishJob(db, job, NOW),
} satisfies Record<string, (db: Parameters<typeof markSent>[0], job: Job) => Promise<void>>;

for (const [name, write] of Object.entries(WRITES)) {
  for (const [how, changed] of [
    ['another owner', { lease_owner: 'second' }],
    ['a later fence', { lease_fence: 7 }],
  ] as const) {
    test(`${name} of a worker whose entry has ${how} writes nothing`, async () => {
      const job = await claimed('first');
      await lose(job, changed);
      const kept = await row(job.id);
      await assert.rejects(
        inTransaction(opened.database, (db) => write(db, job)),
        LeaseLost,
      );
      assert.deepEqual(await row(job.id), kept);
    });
  }

  test(`${name} after the entry ended writes nothing`, async () => {
    const job = await claimed('first');
    await inTransaction(opened.database, (db) => finishJob(db, job, NOW));
    const kept = await row(job.id);
    await assert.rejects(
      inTransaction(opened.database, (db) => write(db, job)),
      LeaseLost,
    );
    assert.deepEqual(await row(job.id), kept);
  });
}

test('a lost entry is neither renewed, released nor counted', async () => {
  const job = await claimed('first');
  await lose(job, { lease_owner: 'second' });
  const kept = await row(job.id);
  assert.equal(await renew(opened.database, job, LONG), false);
  await release(opened.database, job, 0);
  await noteFailure(opened.database, job, 'broken');
  assert.deepEqual(await row(job.id), kept);
});

test('what a live worker holds is not taken by a person, and what is free is', async () => {
  const job = await claimed('first');
  const { mx } = opened.books;
  const held = await mx.write((ctx) => takeFiling(ctx, job.document_id, LONG));
  assert.equal(held.result, undefined);
  await release(opened.database, job, 0);
  const { result } = await mx.write((ctx) => takeFiling(ctx, job.document_id, LONG));
  assert.equal(result?.id, job.id);
  assert.equal(await claim(opened.database, 'second', LONG), undefined, 'the person holds it now');
});

test('each attempt and each failure counts', async () => {
  const job = await claimed('first');
  await inTransaction(opened.database, (db) => noteAttempt(db, job, NOW, { reason: 'late' }));
  assert.deepEqual([(await row(job.id)).attempts, (await row(job.id)).last_reason], [1, 'late']);
  await noteFailure(opened.database, job, 'broken');
  assert.deepEqual([(await row(job.id)).attempts, (await row(job.id)).last_reason], [2, 'broken']);
});

test('what may have been sent is not built anew', async () => {
  const job = { ...(await claimed('first')), maybe_sent: true };
  const kept = await row(job.id);
  await assert.rejects(
    inTransaction(opened.database, async (db) => dropBuilt(db, job, NOW)),
    /may have been filed/,
  );
  assert.deepEqual(await row(job.id), kept);
});

test('each further attempt waits longer, and the last step repeats', () => {
  const working = { timing: { backoffMs: [1_000, 10_000, 100_000] } } as unknown as Working;
  const expected = [1_000, 10_000, 100_000, 100_000, 100_000];
  for (const [attempts, base] of expected.entries()) {
    for (let round = 0; round < 50; round += 1) {
      const delay = backoff(working, attempts);
      assert.ok(delay >= base * 0.8 && delay <= base * 1.2, `${attempts} attempts: ${delay} ms`);
    }
  }
});
