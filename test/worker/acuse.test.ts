// The acknowledgement of a cancellation is kept in every way that a cancellation can go, and handed out by tool, command
// and page.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { InvoiceId } from '../../generated/ids.ts';
import type { CancelOutcome } from '../../src/einvoicing/filing.ts';
import { ANA, outboxOf, until } from '../support/office.ts';
import { declared, refused } from '../tools/support.ts';
import { now, office, provider, service, start, usingProvider, worker } from './provider.ts';

usingProvider();

const acuse = (name: string): string => `<?xml version="1.0" encoding="utf-8"?><Acuse>${name} ñ</Acuse>`;
const cancelled = (evidence = {}): CancelOutcome => ({ kind: 'cancelled', at: now(), evidence });
const pending = (evidence = {}): CancelOutcome => ({ kind: 'pending', evidence });
const rejected = (): CancelOutcome => ({
  kind: 'rejected',
  faults: [{ code: 'buyer_refused', message: 'No.', path: null, fix: null, source: 'authority' }],
});
const unknown = (): CancelOutcome => ({ kind: 'unknown', reason: 'the connection broke' });

/** One answer after the other; the last one stays. */
const answering = (...answers: readonly (() => CancelOutcome)[]): void => {
  let at = 0;
  provider.cancel = async () => (answers[Math.min(at++, answers.length - 1)] ?? unknown)();
};

const filed = async (): Promise<InvoiceId> => {
  const { id } = await office.approved('mx');
  start();
  await office.settled('mx', id);
  return id;
};

const ask = (id: string) => office.admin.run('invoice', 'void', id, `--by=${ANA}`, '--reason=02', '--wait=0');

const settledAs = (id: string, status: 'cancelled' | 'rejected' | 'awaiting_buyer') =>
  office.when('mx', id, ({ filing }) => filing.cancellation?.status === status);

const client = () => service.client(service.keys.mx);

const assertHandedOut = async (id: InvoiceId, text: string): Promise<void> => {
  const told = await client().get_document({ record_id: id, format: 'acuse' });
  const { folio } = await office.get('mx', id);
  const { content, entity, ...rest } = told;
  assert.equal(entity.id, service.entities.mx);
  assert.equal(content, text);
  assert.deepEqual(rest, {
    object: 'document',
    record_id: id,
    format: 'acuse',
    name: `${folio}.acuse.xml`,
    uri: `folio://documents/${id}.acuse.xml`,
    mime_type: 'application/xml',
    size: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    encoding: 'text',
  });
  const printed = await office.admin.run('invoice', 'document', id, '--kind=acuse');
  assert.deepEqual([printed.code, printed.out], [0, text]);
};

type Way = readonly [
  name: string,
  status: 'cancelled' | 'rejected',
  answers: readonly (() => CancelOutcome)[],
];
const WAYS: readonly Way[] = [
  ['cancelled at once', 'cancelled', [() => cancelled({ acknowledgement: acuse('A') })]],
  [
    'the buyer accepts, or the time for an answer runs out',
    'cancelled',
    [() => pending({ acknowledgement: acuse('A') }), pending, () => cancelled()],
  ],
  ['the buyer refuses', 'rejected', [() => pending({ acknowledgement: acuse('A') }), rejected]],
  [
    'found by a look-up after an unclear answer',
    'cancelled',
    [unknown, () => cancelled({ acknowledgement: acuse('A') })],
  ],
  [
    'found waiting for the buyer after an unclear answer',
    'cancelled',
    [unknown, pending, () => pending({ acknowledgement: acuse('A') }), () => cancelled()],
  ],
];

describe('the acknowledgement of a cancellation', () => {
  for (const [name, status, answers] of WAYS)
    test(`is kept: ${name}`, async () => {
      const id = await filed();
      answering(...answers);
      await ask(id);
      await settledAs(id, status);
      await assertHandedOut(id, acuse('A'));
    });

  test('is asked for until the provider has it, where the outcome came without it', async () => {
    const id = await filed();
    let asked = 0;
    provider.acknowledgement = async () => (++asked < 3 ? null : acuse('late'));
    answering(unknown, () => cancelled());
    await ask(id);
    await settledAs(id, 'cancelled');
    await until(
      () => outboxOf(office, id),
      (rows) => rows.some(({ kind, open }) => kind === 'acuse' && !open),
    );
    assert.equal(asked, 3);
    await assertHandedOut(id, acuse('late'));
  });

  test('is that of the last request, and an earlier one does not stand for it', async () => {
    const id = await filed();
    answering(() => pending({ acknowledgement: acuse('first') }), rejected);
    await ask(id);
    await settledAs(id, 'rejected');
    let acknowledged: boolean | undefined;
    provider.cancel = async (request) => {
      ({ acknowledged } = request);
      return pending();
    };
    await ask(id);
    await settledAs(id, 'awaiting_buyer');
    assert.equal(acknowledged, false);
    await assertHandedOut(id, acuse('first'));
    answering(() => cancelled({ acknowledgement: acuse('second') }));
    await settledAs(id, 'cancelled');
    await assertHandedOut(id, acuse('second'));
    // The earlier one is kept beside it, as it was.
    const listed = await office.admin.json('archive', 'list', '--entity', service.entities.mx);
    const number = (await office.get('mx', id)).folio?.replace('-', '');
    const kept = (listed as { id: string; kind: string; file_name: string; sha256: string }[])
      .filter((entry) => entry.id === id && entry.kind === 'acuse')
      .map(({ file_name, sha256 }) => [file_name, sha256]);
    assert.deepEqual(
      kept,
      [
        [`${number}.acuse.xml`, 'first'],
        [`${number}.acuse2.xml`, 'second'],
      ].map(([name, text = '']) => [name, createHash('sha256').update(acuse(text)).digest('hex')]),
    );
  });

  test('is found after a restart that lost the answer', async () => {
    const id = await filed();
    await worker?.stop();
    let sent = false;
    start({}, (progress, { kind }) => {
      if (kind !== 'cancel' || progress !== 'sent') return;
      sent = true;
      throw new Error('interrupted');
    });
    answering(() => pending({ acknowledgement: acuse('lost') }));
    await ask(id);
    await until(
      async () => sent,
      (was) => was,
    );
    await worker?.stop();
    answering(() => cancelled({ acknowledgement: acuse('A') }));
    start();
    await settledAs(id, 'cancelled');
    await assertHandedOut(id, acuse('A'));
  });

  test('of an earlier release, kept with the answer, is handed out too', async () => {
    provider.acknowledgement = async () => null;
    const id = await filed();
    answering(() => cancelled());
    await ask(id);
    await settledAs(id, 'cancelled');
    const { kysely } = service.database;
    const row = await kysely
      .selectFrom('invoice')
      .select('filing')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const filing = { ...row.filing, evidence: { cancellation: { acknowledgement: acuse('old') } } };
    await kysely
      .updateTable('invoice')
      .set({ filing: JSON.stringify(filing) as never })
      .where('id', '=', id)
      .execute();
    await assertHandedOut(id, acuse('old'));
  });

  test(
    declared('get_document', 'document_not_acknowledged', 'while no cancellation was asked for'),
    async () => {
      const id = await filed();
      // Its mail may still be on the way, and what that stores would be counted.
      await worker?.stop();
      const told = await refused(service, 'mx', 'get_document', { record_id: id, format: 'acuse' });
      assert.deepEqual([told['code'], told['path']], ['document_not_acknowledged', 'record_id']);
      const printed = await office.admin.run('invoice', 'document', id, '--kind=acuse');
      assert.equal(printed.code, 1);
      assert.match(printed.err, /has no acuse/);
      const draft = await office.draft('mx');
      const early = await refused(service, 'mx', 'get_document', { record_id: draft, format: 'acuse' });
      assert.equal(early['code'], 'document_not_filed');
    },
  );
});
