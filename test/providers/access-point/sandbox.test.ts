// The sandbox access point and the adapter for Storecove, as they work together in the service.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '../../../src/einvoicing/filing.ts';
import { storecove, toGuid } from '../../../src/providers/access-point/storecove.ts';
import {
  type SandboxAccessPoint,
  startSandboxAccessPoint,
} from '../../../src/sandbox/access-point/server.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { codesOf, lenientRules, SILENT, submissionOf, ubl } from './support.ts';

let db: TestDatabase;
let sandbox: SandboxAccessPoint;
let adapter: Transport;

const EVIDENCE_DELAY_MS = 60_000;
let ahead_ms = 0;
/** The network has had its time. */
const wait = (): void => void (ahead_ms += EVIDENCE_DELAY_MS);

const start = async (): Promise<[SandboxAccessPoint, Transport]> => {
  const started = await startSandboxAccessPoint({
    database: db.database,
    log: SILENT,
    now: () => new Date(Date.now() + ahead_ms),
    check: (bytes) => Promise.resolve(lenientRules(bytes)),
    evidenceDelayMs: EVIDENCE_DELAY_MS,
  });
  const { url, token } = started;
  return [started, storecove({ url, token, sandbox: true, timeoutMs: 2_000 })];
};

before(async () => {
  db = await createTestDatabase();
  [sandbox, adapter] = await start();
});
after(async () => {
  await sandbox.close();
  await db.close();
});
afterEach(() => sandbox.clearFaults());

let sent = 0;
const fresh = (more: Parameters<typeof submissionOf>[0] = {}) => {
  sent += 1;
  return submissionOf({ key: `invc_${sent}.1`, ...more });
};
const rowsOf = (key: string) =>
  db.database.reader
    .selectFrom('sandbox_access_point')
    .selectAll()
    .where('idempotency_guid', '=', toGuid(key))
    .execute();

describe('the sandbox access point', () => {
  it('takes an invoice, lays its very bytes in the inbox, and proves delivery after a while', async () => {
    const submission = fresh({ receiver: '0204:991-12345-73', accessPointId: null });
    const outcome = await adapter.send(submission);
    assert.ok(outcome.kind === 'accepted');
    const inbox = await sandbox.inbox('0204:991-12345-73');
    assert.deepEqual(
      inbox.map(({ guid, sha256 }) => [guid, sha256]),
      [[outcome.id, submission.document.sha256]],
    );
    assert.ok(inbox[0]?.document.equals(submission.document.bytes));
    assert.deepEqual(await adapter.evidence?.(submission, outcome.id), { kind: 'in_transit' });
    wait();
    const evidence = await adapter.evidence?.(submission, outcome.id);
    assert.ok(evidence?.kind === 'delivered');
    assert.equal(evidence.evidence['network'], 'sandbox');
    assert.equal(evidence.evidence['receiver'], '0204:991-12345-73');
  });

  it('processes one of 32 submissions of one key at once, and answers all alike', async () => {
    const submission = fresh({ receiver: '9930:DE000000032' });
    const [other, second] = await start();
    const outcomes = await Promise.all(
      Array.from({ length: 32 }, (_, n) => (n % 2 === 0 ? adapter : second).send(submission)),
    );
    await other.close();
    const ids = outcomes.map((outcome) => (outcome.kind === 'accepted' ? outcome.id : outcome.kind));
    assert.equal(new Set(ids).size, 1, JSON.stringify([...new Set(ids)]));
    assert.equal((await rowsOf(submission.key)).length, 1);
    assert.equal((await sandbox.inbox('9930:DE000000032')).length, 1);
  });

  it('answers other bytes under a known key with the first submission', async () => {
    const first = fresh();
    const outcome = await adapter.send(first);
    const again = await adapter.send({ ...first, document: { ...first.document, bytes: ubl('another') } });
    assert.ok(outcome.kind === 'accepted' && again.kind === 'accepted');
    assert.equal(again.id, outcome.id);
    assert.equal((await rowsOf(first.key))[0]?.sha256, first.document.sha256);
  });

  it('refuses what its rules refuse, each rule by its id, and again after that', async () => {
    const submission = fresh({
      bytes: ubl('refuse BR-DE-15, refuse UBL-2.1-XSD and refuse PEPPOL-EN16931-R010'),
    });
    for (const send of [adapter.send, adapter.recover]) {
      assert.deepEqual(codesOf(await send(submission)), ['BR-DE-15', 'UBL-2.1-XSD', 'PEPPOL-EN16931-R010']);
    }
    assert.match(JSON.stringify(await adapter.send(submission)), /BR-DE-15 does not hold\. Make it hold\./);
    assert.equal((await rowsOf(submission.key))[0]?.delivered, false);
  });

  it('refuses a request that is no submission', async () => {
    const ask = (body: string, token = sandbox.token) =>
      fetch(`${sandbox.url}/document_submissions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body,
      });
    assert.equal((await ask('{}', 'another token')).status, 401);
    for (const body of ['{}', 'no json', '{"idempotencyGuid":"x"}', '[]', 'null']) {
      const answer = await ask(body);
      assert.equal(answer.status, 422);
      assert.ok(Array.isArray(await answer.json()));
    }
  });
});

it('looks participants up, without using up a fault that is ordered for documents', async () => {
  sandbox.order({ kind: 'rate_limited' });
  assert.equal(await adapter.lookUp?.('9930:DE987654321'), 'found');
  for (const nobody of ['9930:DE404833048', '0088:9520000004040'])
    assert.equal(await adapter.lookUp?.(nobody), 'not_found');
  assert.equal((await adapter.send(fresh())).kind, 'unknown');
});

describe('its magic participants', () => {
  const gln = (digits: string) =>
    (10 - ([...digits].reduce((sum, digit, n) => sum + Number(digit) * (n % 2 === 0 ? 1 : 3), 0) % 10)) % 10;

  for (const receiver of ['404:404', '0088:9520000004040']) {
    it(`${receiver} is not on the network`, async () => {
      assert.deepEqual(codesOf(await adapter.send(fresh({ receiver }))), ['recipient_not_found']);
    });
  }
  for (const receiver of ['500:500', '0088:9520000005009']) {
    it(`${receiver} fails, and nothing is taken`, async () => {
      const submission = fresh({ receiver });
      assert.equal((await adapter.send(submission)).kind, 'unknown');
      assert.equal((await adapter.recover(submission)).kind, 'unknown');
      assert.deepEqual(await rowsOf(submission.key), []);
    });
  }
  for (const receiver of ['408:408', '0088:9520000004088']) {
    it(`${receiver} loses the reply of what it takes`, async () => {
      const submission = fresh({ receiver });
      assert.equal((await adapter.send(submission)).kind, 'unknown');
      assert.equal((await rowsOf(submission.key))[0]?.delivered, true);
      assert.equal((await adapter.recover(submission)).kind, 'accepted');
      assert.equal((await rowsOf(submission.key)).length, 1);
    });
  }
  it('are valid GLNs', () => {
    for (const id of ['9520000004040', '9520000005009', '9520000004088'])
      assert.equal(gln(id.slice(0, 12)), Number(id[12]));
  });
});

describe('its faults', () => {
  const lost = ['reply_lost', 'error_after', 'unreadable'] as const;
  for (const kind of lost) {
    it(`${kind}: taken once, and recovered under the same id`, async () => {
      const submission = fresh();
      sandbox.order({ kind });
      assert.equal((await adapter.send(submission)).kind, 'unknown');
      const [row] = await rowsOf(submission.key);
      const outcome = await adapter.recover(submission);
      assert.ok(outcome.kind === 'accepted');
      assert.equal(outcome.id, row?.guid);
      assert.equal((await rowsOf(submission.key)).length, 1);
    });
  }

  it('error_before and rate_limited: nothing is taken', async () => {
    for (const kind of ['error_before', 'rate_limited'] as const) {
      const submission = fresh();
      sandbox.order({ kind, times: 2 });
      assert.equal((await adapter.send(submission)).kind, 'unknown');
      assert.equal((await adapter.recover(submission)).kind, 'unknown');
      assert.deepEqual(await rowsOf(submission.key), []);
      assert.equal((await adapter.recover(submission)).kind, 'accepted');
    }
  });

  it('slow: taken after the client gave up', async () => {
    const submission = fresh();
    const { url, token } = sandbox;
    // Long enough for the call to have arrived on a busy machine: else the next one would find what was ordered.
    sandbox.order({ kind: 'slow', delay_ms: 2_000 });
    const hasty = storecove({ url, token, sandbox: true, timeoutMs: 500 });
    assert.equal((await hasty.send(submission)).kind, 'unknown');
    // The sandbox goes on by itself; on a busy machine it may still be at it.
    for (let tries = 0; tries < 100 && (await rowsOf(submission.key)).length === 0; tries += 1)
      await pause(50);
    assert.equal((await rowsOf(submission.key)).length, 1);
    assert.equal((await adapter.recover(submission)).kind, 'accepted');
  });

  it('token_expired is a matter of configuration; reject carries its code', async () => {
    sandbox.order({ kind: 'token_expired' });
    assert.deepEqual(codesOf(await adapter.send(fresh())), ['access_point_configuration']);
    sandbox.order({ kind: 'reject', code: 'BR-S-08', message: 'as ordered' });
    const outcome = await adapter.send(fresh());
    assert.deepEqual(codesOf(outcome), ['BR-S-08']);
    assert.match(JSON.stringify(outcome), /as ordered/);
  });

  it('evidence_fails: what was taken did not arrive', async () => {
    const submission = fresh();
    const outcome = await adapter.send(submission);
    assert.ok(outcome.kind === 'accepted');
    wait();
    sandbox.order({ kind: 'evidence_fails' });
    assert.equal((await adapter.evidence?.(submission, outcome.id))?.kind, 'failed');
  });

  it('can be ordered over HTTP, as JSON only', async () => {
    const order = (body: unknown, type = 'application/json') =>
      fetch(`${sandbox.url}/sandbox/faults`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: JSON.stringify(body),
      });
    assert.equal((await order({ kind: 'reply_lost' }, 'text/plain')).status, 415);
    assert.equal((await order({ kind: 'meteor' })).status, 422);
    assert.equal((await order({ kind: 'reply_lost', times: 1 })).status, 200);
    const submission = fresh();
    assert.equal((await adapter.send(submission)).kind, 'unknown');
    assert.equal((await adapter.recover(submission)).kind, 'accepted');
    await order({ kind: 'error_before' });
    await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' });
    assert.equal((await adapter.send(fresh())).kind, 'accepted');
  });
});

describe('a second instance and a restart', () => {
  it('know what the first one was given, but not its token', async () => {
    const submission = fresh();
    const outcome = await adapter.send(submission);
    const [other, second] = await start();
    const again = await second.recover(submission);
    assert.ok(outcome.kind === 'accepted' && again.kind === 'accepted');
    assert.equal(again.id, outcome.id);
    const stranger = storecove({ url: other.url, token: sandbox.token, sandbox: true });
    assert.match((await stranger.check()) ?? '', /credentials/);
    assert.equal(await second.check(), null);
    await other.close();
    assert.match((await second.check()) ?? '', /cannot be reached/);
  });
});
