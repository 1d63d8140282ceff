// Documents that wait in the queue of an access point, over the protocol of Storecove: a fake of it here, and the sandbox.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { createInbox } from '../../../src/domain/across/inbox/inbox.ts';
import { discardHeld, retryHeld } from '../../../src/domain/across/network/held.ts';
import { type NetworkQueue, pullOnce } from '../../../src/domain/across/network/pull.ts';
import { newAct, SYSTEM } from '../../../src/domain/ground/change/change.ts';
import { getEntity } from '../../../src/domain/ground/entities/store.ts';
import { storecoveQueue } from '../../../src/providers/access-point/storecove-queue.ts';
import { type LoopbackServer, sendJson, startLoopback } from '../../../src/sandbox/http.ts';
import { openSharedDatabase, type TestDatabase } from '../../support/database.ts';
import { assertEmpty, bill, changeDetails, envelope, inboxOf, newCompany, register } from './support.ts';

const TOKEN = 'token-of-the-account';

interface Waiting {
  readonly guid: string;
  readonly body: object;
}

/** What Storecove answers, by its public API. */
class FakeStorecove {
  readonly queue: Waiting[] = [];
  readonly documents = new Map<string, unknown>();
  readonly asked: string[] = [];
  /** Answered in place of what would be. */
  instead: ((method: string, path: string) => number | 'drop' | undefined) | undefined;

  readonly answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = req;
    const path = url.replace('/api/v2', '');
    this.asked.push(`${method} ${path}`);
    if (req.headers.authorization !== `Bearer ${TOKEN}`) return sendJson(res, 401, {});
    const instead = this.instead?.(method, path);
    if (instead === 'drop') return void res.socket?.destroy();
    if (instead !== undefined) return sendJson(res, instead, {});
    const [first] = this.queue;
    if (path === '/webhook_instances/' && method === 'GET') {
      if (first === undefined) return void res.writeHead(204).end();
      return sendJson(res, 200, { guid: first.guid, body: JSON.stringify(first.body) });
    }
    if (method === 'DELETE') {
      const at = this.queue.findIndex(({ guid }) => path === `/webhook_instances/${guid}`);
      if (at >= 0) this.queue.splice(at, 1);
      return void res.writeHead(at < 0 ? 404 : 204).end();
    }
    const document = this.documents.get(path.split('/')[2] ?? '');
    return document === undefined
      ? sendJson(res, 404, {})
      : sendJson(res, 200, { guid: path.split('/')[2], direction: 'in', original: document });
  };

  /** Its id at the access point. */
  tell(original: Buffer | string | undefined, more: object = {}): string {
    const guid = randomUUID();
    if (original !== undefined)
      this.documents.set(guid, typeof original === 'string' ? original : original.toString('base64'));
    const body = { event_type: 'received_document', event: 'received', document_guid: guid, ...more };
    this.queue.push({ guid: randomUUID(), body });
    return guid;
  }
}

let db: TestDatabase;
let server: LoopbackServer;
const fake = new FakeStorecove();
let queue: NetworkQueue;
before(async () => {
  db = await openSharedDatabase();
  server = await startLoopback(fake.answer);
  queue = storecoveQueue({
    url: `${server.url}/api/v2`,
    token: TOKEN,
    name: `fake-${randomUUID().slice(0, 8)}`,
    timeoutMs: 5_000,
  });
});
after(async () => {
  await server.close();
  await db.close();
});

const log = { error: (about: unknown) => assert.fail(JSON.stringify(about)) };
const now = (): Date => new Date();
const partsOf = (asked = queue) => {
  const books = openBooks(db.database);
  return { books, inbox: createInbox({ books, read: undefined, log, now }), now, queue: asked };
};
const counted: string[] = [];
const pull = (asked = queue): Promise<boolean> =>
  pullOnce(
    { ...partsOf(asked), count: (outcome) => void counted.push(outcome) },
    new AbortController().signal,
  );
const outcomes = async (): Promise<readonly string[]> => {
  counted.length = 0;
  await pull();
  return [...counted];
};
const row = (message_id: string) =>
  db.database.reader
    .selectFrom('network_message')
    .select(['status', 'reason', 'company_id', 'attempts'])
    .where('message_id', '=', message_id)
    .executeTakeFirst();
const state = () =>
  db.database.reader
    .selectFrom('network_queue')
    .select(['fault', 'failing_since', 'asked_at', 'lease_owner'])
    .where('access_point', '=', queue.name)
    .executeTakeFirstOrThrow();

describe('what waits in the queue', () => {
  test('is kept in the inbox of its company, and only then acknowledged', async () => {
    const company = await newCompany(db.database);
    const [first, second] = [envelope({ to: company.participant }), envelope({ to: company.participant })];
    const guids = [fake.tell(first), fake.tell(second.toString('utf8'))];
    fake.queue.unshift({
      guid: randomUUID(),
      body: { event_type: 'document_submission', event: 'succeeded', guid: 'x' },
    });
    fake.asked.length = 0;
    assert.deepEqual(await outcomes(), ['delivered', 'delivered']);
    assert.deepEqual(fake.queue, []);
    assert.deepEqual(
      fake.asked.map((line) => line.replace(/instances\/.+/, 'instances/…')),
      [
        'GET /webhook_instances/',
        'DELETE /webhook_instances/…',
        ...guids.flatMap((guid) => [
          'GET /webhook_instances/',
          `GET /received_documents/${guid}/original`,
          'DELETE /webhook_instances/…',
        ]),
        'GET /webhook_instances/',
      ],
    );
    assert.deepEqual(
      (await inboxOf(db.database, company)).map(({ bytes, channel }) => [bytes, channel]),
      [
        [first.length, 'network'],
        [second.length, 'network'],
      ],
    );
    const { fault, failing_since, asked_at, lease_owner } = await state();
    assert.deepEqual([fault, failing_since, asked_at !== null, lease_owner], [null, null, true, null]);
  });

  test('is told of again after a kill between keeping and acknowledging, and is there once', async () => {
    const company = await newCompany(db.database);
    const guid = fake.tell(envelope({ to: company.participant, messageId: `kill-${randomUUID()}` }));
    let kept = 0;
    const killed: NetworkQueue = {
      ...queue,
      acknowledge: async () => {
        kept = (await inboxOf(db.database, company)).length;
        throw new Error('killed');
      },
    };
    await assert.rejects(pull(killed), /killed/);
    assert.equal(kept, 1);
    assert.deepEqual((await state()).fault, 'the turn broke off; the log says why');
    assert.deepEqual(await outcomes(), ['known']);
    assert.deepEqual([fake.queue.length, (await inboxOf(db.database, company)).length], [0, 1]);
    assert.ok(fake.documents.has(guid));
    assert.equal((await state()).fault, null);
  });

  test('is asked for by one instance at a time, and each document is kept once', async () => {
    const company = await newCompany(db.database);
    for (let count = 0; count < 12; count += 1) fake.tell(envelope({ to: company.participant }));
    counted.length = 0;
    for (let turn = 0; turn < 20 && fake.queue.length > 0; turn += 1)
      await Promise.all([pull(), pull(), pull()]);
    assert.deepEqual(
      counted,
      Array.from({ length: 12 }, () => 'delivered'),
    );
    assert.equal((await inboxOf(db.database, company)).length, 12);
  });

  test('stays there while the access point or its document cannot be reached', async () => {
    const company = await newCompany(db.database);
    fake.tell(envelope({ to: company.participant }));
    const answers = [
      ['GET', '/webhook_instances/', 500],
      ['GET', '/webhook_instances/', 401],
      ['GET', '/received_documents/', 503],
      ['GET', '/received_documents/', 'drop'],
    ] as const;
    for (const [method, path, answer] of answers) {
      fake.instead = (asked, at) => (asked === method && at.startsWith(path) ? answer : undefined);
      assert.deepEqual(await outcomes(), []);
      const { fault, failing_since } = await state();
      assert.match(fault ?? '', /access point fake-\w+ (?:answers with HTTP|cannot be reached)/);
      assert.notEqual(failing_since, null);
      await assertEmpty(db.database, company);
    }
    // Acknowledged in vain: it is there, and told of again.
    fake.instead = (method) => (method === 'DELETE' ? 500 : undefined);
    assert.deepEqual(await outcomes(), ['delivered']);
    fake.instead = undefined;
    assert.deepEqual(await outcomes(), ['known']);
    assert.equal((await inboxOf(db.database, company)).length, 1);
  });

  test('and is gone holds up the others for a few looks only, and is told to the operator', async () => {
    const company = await newCompany(db.database);
    const gone = fake.tell(undefined);
    fake.tell(envelope({ to: company.participant }));
    for (let look = 0; look < 4; look += 1) {
      assert.deepEqual(await outcomes(), []);
      assert.match((await state()).fault ?? '', /does not find the document/);
    }
    assert.deepEqual(await outcomes(), ['held', 'delivered']);
    assert.deepEqual(await row(gone), { status: 'held', reason: 'gone', company_id: null, attempts: 5 });
  });
});

describe('a document in the queue', () => {
  const held = async (guid: string, reason: string): Promise<void> => {
    assert.deepEqual(await outcomes(), ['held'], reason);
    const found = await row(guid);
    assert.deepEqual([found?.status, found?.reason, found?.company_id], ['held', reason, null]);
    assert.deepEqual(fake.queue, []);
  };

  test('without an envelope is that of the account, or of the company that the access point names', async () => {
    const [account, twin] = [randomUUID(), randomUUID()];
    const company = await newCompany(db.database, { account });
    const [one, two] = [
      await newCompany(db.database, { account: twin }),
      await newCompany(db.database, { account: twin }),
    ];
    fake.tell(Buffer.from(bill('RE 1')), { legal_entity_id: account });
    fake.tell(Buffer.from(bill('RE 2')), { tenant_id: company.id });
    fake.tell(Buffer.from(bill('RE 3')), { data: { legal_entity_id: account } });
    assert.deepEqual(await outcomes(), ['delivered', 'delivered', 'delivered']);
    assert.equal((await inboxOf(db.database, company)).length, 3);
    await held(fake.tell(Buffer.from(bill('RE 4'))), 'unnamed');
    await held(fake.tell(Buffer.from(bill('RE 5')), { tenant_id: 'somebody' }), 'unnamed');
    await held(fake.tell(Buffer.from(bill('RE 6')), { legal_entity_id: 99_999 }), 'unknown');
    await held(fake.tell(Buffer.from(bill('RE 7')), { legal_entity_id: twin }), 'ambiguous');
    await assertEmpty(db.database, one, two);
  });

  test('goes to nobody where envelope and access point name different companies', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const [ours, theirs] = [
      await newCompany(db.database, { account: a }),
      await newCompany(db.database, { account: b }),
    ];
    const reasons: readonly (readonly [object, string])[] = [
      [{ legal_entity_id: b }, 'contradictory'],
      [{ legal_entity_id: randomUUID() }, 'contradictory'],
      [{ tenant_id: theirs.id }, 'contradictory'],
      [{ legal_entity_id: a, tenant_id: theirs.id }, 'contradictory'],
    ];
    for (const [more, reason] of reasons) {
      const messageId = randomUUID();
      fake.tell(envelope({ to: ours.participant, messageId }), more);
      await held(messageId, reason);
    }
    await assertEmpty(db.database, ours, theirs);
    fake.tell(envelope({ to: ours.participant }), { legal_entity_id: a, tenant_id: ours.id });
    assert.deepEqual(await outcomes(), ['delivered']);
    await assertEmpty(db.database, theirs);
  });

  test('that found no company is seen by none, and goes to its own once it is registered', async () => {
    const company = await newCompany(db.database, { registered: false });
    const messageId = randomUUID();
    const bytes = envelope({ to: company.participant, messageId, payload: bill('x'.repeat(3_000_000)) });
    fake.tell(bytes);
    await held(messageId, 'unknown');
    await assertEmpty(db.database, company);
    const again = (chosen: Awaited<ReturnType<typeof getEntity>> | null = null) =>
      retryHeld(partsOf(), messageId, {
        chosen,
        actFor: async () => newAct(SYSTEM, 'network retry', { messageId }, now()),
      });
    assert.deepEqual(await again(), { outcome: 'refused', reason: 'unknown' });
    await register(db.database, company.id);
    assert.deepEqual(await again(), { outcome: 'delivered', country: 'DE' });
    await assert.rejects(again(), /is delivered already/);
    const [document] = await inboxOf(db.database, company);
    assert.deepEqual([document?.bytes, document?.message_id], [bytes.length, messageId]);
    const chunks = await db.database.reader
      .selectFrom('network_message_chunk')
      .select('position')
      .where('message_id', '=', messageId)
      .execute();
    assert.deepEqual(chunks, []);
    // Told of again, it is known.
    fake.tell(bytes);
    assert.deepEqual(await outcomes(), ['known']);
  });

  test('may be given to a company by the operator, or discarded', async () => {
    const company = await newCompany(db.database);
    const [given, discarded] = [fake.tell(Buffer.from(bill('A'))), fake.tell(Buffer.from(bill('B')))];
    assert.deepEqual(await outcomes(), ['held', 'held']);
    const chosen = await getEntity(db.database.reader, company.id);
    const actFor = async () => newAct(SYSTEM, 'network retry', { given }, now());
    assert.deepEqual(await retryHeld(partsOf(), given, { chosen, actFor }), {
      outcome: 'delivered',
      country: 'DE',
    });
    await discardHeld(db.database, discarded, now());
    assert.equal((await row(discarded))?.status, 'discarded');
    await assert.rejects(discardHeld(db.database, discarded, now()), /is discarded already/);
    await assert.rejects(discardHeld(db.database, 'no-such', now()), /There is no message no-such/);
    assert.equal((await inboxOf(db.database, company)).length, 1);
  });

  test('with the message id of another is held under an id of its own', async () => {
    const company = await newCompany(db.database);
    const messageId = randomUUID();
    fake.tell(envelope({ to: company.participant, messageId }));
    assert.deepEqual(await outcomes(), ['delivered']);
    const guid = fake.tell(envelope({ to: company.participant, messageId, payload: bill('another') }));
    assert.deepEqual(await outcomes(), ['held']);
    const rows = await db.database.reader
      .selectFrom('network_message')
      .select(['status', 'reason'])
      .where('message_id', 'like', `${guid}#%`)
      .execute();
    assert.deepEqual(rows, [{ status: 'held', reason: 'message_id_reused' }]);
    assert.equal((await inboxOf(db.database, company)).length, 1);
  });

  test('whose company changes its participant id is held', async () => {
    const company = await newCompany(db.database);
    await changeDetails(db.database, company.id, { participant_id: '0088:4012345000009' });
    const messageId = randomUUID();
    fake.tell(envelope({ to: company.participant, messageId }));
    await held(messageId, 'registration_changed');
    await assertEmpty(db.database, company);
  });
});
