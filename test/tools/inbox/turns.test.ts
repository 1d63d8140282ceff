// A reading that does not have its turn, or is told to stop, is no failure of the file; nobody's files wait behind another's.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { ReceivedDocumentId } from '../../../generated/ids.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { createInbox, type InboxParts, type ReadFile } from '../../../src/domain/across/inbox/inbox.ts';
import { unreadDocuments } from '../../../src/domain/documents/received/store/reading.ts';
import { newAct, SYSTEM } from '../../../src/domain/ground/change/change.ts';
import { getEntity } from '../../../src/domain/ground/entities/store.ts';
import { startInboxWorker } from '../../../src/jobs/inbox.ts';
import { addEntity, addKey, addOrganisation } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { bill, fileOf, readTest } from './support.ts';

const NOW = Date.parse('2026-11-20T18:00:00Z');
const NEVER = 1_000;

let service: TestService;
let reader: ReadFile = readTest;
before(async () => {
  service = await startTestService({ read: (file, signal) => reader(file, signal), database: 'own' });
  service.setNow(new Date(NOW));
});
after(() => service.close());

const busy: ReadFile = () => Promise.resolve('busy');

/** Until it is told to stop. */
const endless: ReadFile = (_, signal) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const log = { error: (about: unknown) => assert.fail(JSON.stringify(about)) };

const inboxOf = (read: ReadFile, more: Partial<InboxParts> = {}) =>
  createInbox({ books: openBooks(service.database), read, log, now: () => new Date(NOW), ...more });

/** Kept by a call whose reader is busy. */
const keep = async (number: string, key = service.keys.de) => {
  reader = busy;
  const { received_document } = await service
    .client(key)
    .receive_document({ file_name: `${number}.xml`, content_base64: fileOf(bill({ number })) });
  assert.ok(received_document);
  return received_document;
};

const rowOf = (id: string) =>
  service.database.reader
    .selectFrom('received_document')
    .select(['attempts', 'due_at', 'lease_owner', 'status', 'read_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const dueAt = async (id: string, at: number) =>
  (await unreadDocuments(service.database, new Date(at), NEVER)).find((each) => each.id === id);

const get = (id: string) =>
  service.client(service.keys.de).get_received_document({ received_document_id: id as ReceivedDocumentId });

describe('a document', () => {
  test('whose reader was busy four times is read the fifth', async () => {
    const { id, read_at } = await keep('T-1');
    assert.equal(read_at, null);
    let at = NOW;
    for (let times = 0; times < 3; times += 1) {
      at += 6_000;
      const unread = await dueAt(id, at);
      assert.ok(unread);
      assert.equal(await inboxOf(busy, { now: () => new Date(at) }).read(unread), true);
      assert.deepEqual((await rowOf(id)).attempts, 0);
      assert.equal(await dueAt(id, at), undefined);
    }
    const unread = await dueAt(id, at + 6_000);
    assert.ok(unread);
    assert.equal(await inboxOf(readTest).read(unread), true);
    const { status, number } = await get(id);
    assert.deepEqual([status, number, (await rowOf(id)).due_at], ['needs_review', 'T-1', null]);
  });

  test('whose reading failed three times is unreadable', async () => {
    const { id } = await keep('T-2');
    const failing = inboxOf(() => Promise.reject(new Error('killed')), { log: { error: () => undefined } });
    for (let times = 1; times <= 4; times += 1) {
      const unread = await dueAt(id, NOW + 60_000);
      assert.ok(unread);
      await failing.read(unread);
      assert.equal((await rowOf(id)).attempts, times);
    }
    const { status, issues } = await get(id);
    assert.deepEqual([status, issues.map(({ rule }) => rule)], ['unreadable', ['reading_failed']]);
  });

  test('whose reader is told to stop keeps its attempts and is due at once', async () => {
    const { id } = await keep('T-3');
    const unread = await dueAt(id, NOW + 60_000);
    assert.ok(unread);
    const stop = new AbortController();
    const stopping: ReadFile = (file, signal) => {
      const reading = endless(file, signal);
      stop.abort(new Error('the service is stopping'));
      return reading;
    };
    assert.equal(await inboxOf(stopping).read(unread, stop.signal), true);
    const { attempts, lease_owner, read_at } = await rowOf(id);
    assert.deepEqual([attempts, lease_owner, read_at], [0, null, null]);
    assert.ok(await dueAt(id, NOW));
  });

  test('that takes long is answered unread, and read by the worker', async () => {
    const inbox = inboxOf(endless, { soonMs: 20 });
    const entity = await getEntity(service.database.reader, service.entities.de);
    const act = newAct(SYSTEM, 'receive_document', {}, new Date(NOW));
    const bytes = Buffer.from(JSON.stringify(bill({ number: 'T-4' })));
    const file = { file_name: 'T-4.xml', channel: 'tool' } as const;
    const { document } = await inbox.receive(entity, act, bytes, file);
    assert.deepEqual([document.read_at, document.attempts], [null, 0]);
    const unread = await dueAt(document.id, NOW);
    assert.ok(unread);
    assert.equal(await inboxOf(readTest).read(unread), true);
    assert.equal((await get(document.id)).status, 'needs_review');
  });
});

test('many files of one organisation do not keep those of another waiting', async () => {
  const { database } = service;
  const other = await addOrganisation(database);
  const entity_id = await addEntity(database, other, { country_code: 'DE' });
  for (const company of [service.keys.de, service.keys.mx])
    for (let count = 0; count < 4; count += 1) await keep(`M-${count}`, company);
  const theirs = await keep('O-1', await addKey(database, other, { entity_id }));
  const started: string[] = [];
  const read: ReadFile = (file, signal) => {
    started.push(file.organisation_id);
    return file.organisation_id === other ? readTest(file, signal) : endless(file, signal);
  };
  const stop = new AbortController();
  const inbox = inboxOf(read);
  const worker = startInboxWorker({
    database,
    inbox: {
      read: (unread, signal) => inbox.read(unread, AbortSignal.any([stop.signal, signal ?? stop.signal])),
    },
    log,
    now: () => new Date(NOW + 60_000),
    pollMs: 10,
  });
  for (let tries = 0; tries < 500 && (await rowOf(theirs.id)).read_at === null; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  const ended = worker.stop();
  stop.abort(new Error('the test is over'));
  await ended;
  assert.notEqual((await rowOf(theirs.id)).read_at, null);
  assert.deepEqual(started.toSorted(), [service.organisation_id, other].toSorted());
});
