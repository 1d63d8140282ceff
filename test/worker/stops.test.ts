// Sends that hang, workers that stop, and leases: nobody waits for another, and nothing is sent twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Submission } from '../../src/einvoicing/filing.ts';
import { until } from '../support/office.ts';
import {
  accepted,
  office,
  provider,
  sent,
  service,
  start,
  unknown,
  USUAL,
  worker,
  usingProvider,
} from './provider.ts';

usingProvider();

test('sends that hang hold up nobody who waits for another provider', async () => {
  const isMexican = ({ document }: Submission): boolean => document.profile.startsWith('cfdi');
  provider.send = (submission, signal) =>
    isMexican(submission)
      ? new Promise((resolve) => signal?.addEventListener('abort', () => resolve(unknown)))
      : Promise.resolve(accepted(submission));
  for (let count = 0; count < 5; count += 1) await office.approved('mx');
  start({ graceMs: 50 });
  await until(
    async () => sent.length,
    (count) => count === 4,
  );
  const { id } = await office.approved('de');
  const filed = await office.when('de', id, ({ filing }) => filing.delivery.status === 'no_recipient');
  assert.equal(filed.filing.status, 'filed');
  assert.equal(sent.length, 5);
  await worker?.stop();
  Object.assign(provider, USUAL);
  start();
  await until(
    () =>
      service.database.kysely
        .selectFrom('outbox')
        .select('id')
        .where('open', '=', true)
        .where('kind', '=', 'file')
        .execute(),
    (rows) => rows.length === 0,
  );
});

test('a worker that stops in the middle of a send leaves it unclear, and the next one asks', async () => {
  provider.send = (_submission, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(unknown)));
  const { id } = await office.approved('de');
  start({ graceMs: 50 });
  await until(
    async () => sent.length,
    (count) => count === 1,
  );
  await worker?.stop();
  assert.equal((await office.get('de', id)).filing.status, 'unclear');
  start();
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
  assert.deepEqual(
    sent.map(({ how }) => how),
    ['send', 'recover'],
  );
});

test('work that takes longer than a lease keeps it, beside another worker', async () => {
  provider.send = async (submission) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 700);
    });
    return accepted(submission);
  };
  const { id } = await office.approved('de');
  start({ leaseMs: 250 });
  const first = worker;
  start({ leaseMs: 250 });
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
  await first?.stop();
  assert.equal(sent.length, 1);
});
