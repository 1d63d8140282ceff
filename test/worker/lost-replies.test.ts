// What is sent when replies are lost, late or definite, and what the invoice says meanwhile.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LATE_ATTEMPTS } from '../../src/domain/filing/not-filed.ts';
import { outboxOf, until } from '../support/office.ts';
import {
  clock,
  failFirst,
  office,
  provider,
  refusal,
  sent,
  service,
  start,
  unknown,
  USUAL,
  worker,
  usingProvider,
} from './provider.ts';

usingProvider();

const HOUR = 3_600_000;

for (const side of ['mx', 'de'] as const) {
  test(`${side}: while it is not known, the same bytes and key are asked about, and the invoice says so`, async () => {
    provider.send = async () => unknown;
    provider.recover = failFirst(2);
    const { id } = await office.approved(side);
    start();
    await office.when(side, id, ({ filing }) => filing.status === 'unclear');
    const invoice = await office.settled(side, id);
    assert.equal(invoice.filing.status, 'filed');
    assert.deepEqual(
      sent.map(({ how }) => how),
      ['send', 'recover', 'recover', 'recover'],
    );
    assert.equal(new Set(sent.map(({ key, sha256, bytes }) => `${key} ${sha256} ${bytes}`)).size, 1);
  });
}

test('what a provider throws is an outcome that is not known', async () => {
  provider.send = async () => {
    throw new Error('socket hang up');
  };
  const { id } = await office.approved('de');
  start();
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
  assert.deepEqual(
    sent.map(({ how }) => how),
    ['send', 'recover'],
  );
});

test('a refusal ends in the draft, with the reason and without a folio to see', async () => {
  provider.send = async () => refusal;
  const { id } = await office.approved('mx');
  start();
  const { filing, status, folio, internal_status } = await office.settled('mx', id);
  assert.equal(status, 'draft');
  assert.equal(internal_status, 'compliance_draft');
  assert.equal(folio, null);
  assert.equal(filing.status, 'failed');
  assert.deepEqual(filing.last_error, {
    code: 'CFDI40999',
    message: 'No.',
    path: null,
    fix: 'Yes.',
    source: 'authority',
  });
});

test('a refused invoice submitted again keeps its number, and has another key', async () => {
  provider.send = async () => refusal;
  const { id } = await office.approved('mx');
  start();
  await office.settled('mx', id);
  provider.send = USUAL.send;
  const { approval_request_id } = await office.submit('mx', id);
  await office.admin.json('approval', 'approve', approval_request_id, '--by=ana@ibarra.example', '--wait=0');
  const filed = await office.settled('mx', id);
  assert.equal(filed.status, 'filed');
  const folios = sent.map(({ bytes }) => /Folio="(\d+)"/.exec(bytes)?.[1]);
  assert.equal(folios[0], folios[1]);
  assert.equal(filed.number, folios[0]);
  assert.notEqual(sent[0]?.key, sent[1]?.key);
});

describe('another provider', () => {
  test('never gets what may have been sent through the first', async () => {
    provider.send = async () => unknown;
    provider.recover = async () => unknown;
    const { id } = await office.approved('de');
    start();
    await until(
      () => outboxOf(office, id),
      (rows) => rows.some(({ kind, attempts }) => kind === 'file' && attempts >= 2),
    );
    await worker?.stop();
    const before = sent.length;
    for (const other of [
      { name: 'other', sandbox: true },
      { name: 'test', sandbox: false },
    ]) {
      Object.assign(provider, other);
      await due(id);
      start();
      await until(
        () => outboxOf(office, id),
        (rows) => rows.some(({ last_reason }) => last_reason?.includes('is configured') === true),
      );
      await worker?.stop();
      assert.equal(sent.length, before);
      assert.equal((await office.get('de', id)).filing.status, 'unclear');
    }
    Object.assign(provider, USUAL);
    await due(id);
    start();
    assert.equal((await office.settled('de', id)).filing.status, 'filed');
  });
});

/** As if the pause before the next attempt were over. */
const due = async (id: string): Promise<void> => {
  await service.database.kysely
    .updateTable('outbox')
    .set({ next_attempt_at: '2020-01-01 00:00:00.000', last_reason: null })
    .where('document_id', '=', id)
    .where('kind', '=', 'file')
    .execute();
};

test('one attempt that may have arrived counts for all later ones', async () => {
  provider.send = async () => unknown;
  provider.recover = async () => ({ ...unknown, turnedAway: true });
  const { id } = await office.approved('mx');
  start();
  await until(
    async () => sent.length,
    (count) => count >= 3,
  );
  assert.deepEqual(new Set(sent.slice(1).map(({ how }) => how)), new Set(['recover']));
  clock.moment = new Date(Date.now() + 73 * HOUR);
  const before = sent.length;
  await until(
    async () => sent.length,
    (count) => count >= before + 2,
  );
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
  assert.equal((await office.get('mx', id)).filing.status, 'unclear');
  provider.recover = USUAL.recover;
  assert.equal((await office.settled('mx', id)).filing.status, 'filed');
});

test('MX: a fresh document that is refused after an unclear outcome is refused', async () => {
  provider.send = async () => unknown;
  provider.recover = async () => refusal;
  const { id } = await office.approved('mx');
  start();
  assert.equal((await office.settled('mx', id)).filing.status, 'failed');
});

describe('a person who says that it was not filed', () => {
  const by = '--by=ana@ibarra.example';

  test('is believed once the provider was asked often enough, and not one time before', async () => {
    provider.send = async () => unknown;
    provider.recover = async () => unknown;
    const { id } = await office.approved('mx');
    start();
    await office.when('mx', id, ({ filing }) => filing.status === 'unclear');
    await worker?.stop();
    const asked = (attempts: number) =>
      service.database.kysely
        .updateTable('outbox')
        .set({ attempts, lease_owner: null, lease_until: null })
        .where('document_id', '=', id)
        .where('kind', '=', 'file')
        .execute();
    await asked(LATE_ATTEMPTS - 1);
    const early = await office.admin.refused('invoice', 'not-filed', id, by);
    assert.equal(early.code, 'wrong_state');
    assert.match(early.message, /give it a few minutes/);
    assert.equal((await office.get('mx', id)).filing.status, 'unclear');
    await asked(LATE_ATTEMPTS);
    await office.admin.json('invoice', 'not-filed', id, by);
    const told = await office.get('mx', id);
    assert.deepEqual(
      [told.status, told.filing.status, told.filing.last_error?.code],
      ['draft', 'failed', 'not_filed'],
    );
  });

  test('is not asked about what is filed, or waits', async () => {
    const filed = await office.approved('mx');
    const waiting = await office.approved('de');
    for (const { id } of [filed, waiting]) {
      const error = await office.admin.refused('invoice', 'not-filed', id, by);
      assert.equal(error.code, 'wrong_state');
      assert.match(error.message, /Only of an unclear filing .* filing status of .* is: pending/);
    }
    start();
    await office.settled('mx', filed.id);
    const error = await office.admin.refused('invoice', 'not-filed', filed.id, by);
    assert.match(error.message, /Only of an unclear filing .* is: filed/);
    await office.settled('de', waiting.id);
  });
});
