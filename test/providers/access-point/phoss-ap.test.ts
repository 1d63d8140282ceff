// The adapter for phoss-ap, against a server that speaks its protocol.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readDocumentIds } from '../../../src/providers/access-point/document-ids.ts';
import { phossAp, type PhossApOptions } from '../../../src/providers/access-point/phoss-ap.ts';
import { PHOSS_TOKEN, type PhossServer, startPhoss } from './phoss-server.ts';
import { codesOf, startScripted, submissionOf, ubl } from './support.ts';

let server: PhossServer;
before(async () => {
  server = await startPhoss();
});
after(() => server.close());

const NOW = new Date('2026-11-21T12:00:00Z');
const adapter = (options: Partial<PhossApOptions> = {}) =>
  phossAp({
    url: server.url,
    token: PHOSS_TOKEN,
    sandbox: false,
    now: () => NOW,
    timeoutMs: 5_000,
    ...options,
  });

let sent = 0;
const fresh = (more: Parameters<typeof submissionOf>[0] = {}) => {
  sent += 1;
  return submissionOf({ key: `invc_p${sent}.1`, accessPointId: null, ...more });
};

const BIS_DOC_TYPE =
  'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1';
const PROCESS = 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

describe('the ids of a document', () => {
  it('come from its own bytes', () => {
    assert.deepEqual(readDocumentIds(ubl('1')), { docType: BIS_DOC_TYPE, process: PROCESS });
    const xrechnung = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
    assert.match(readDocumentIds(ubl('1', xrechnung))?.docType ?? '', /Invoice##.*xrechnung_3\.0::2\.1$/);
    assert.match(
      readDocumentIds(ubl('1', 'urn:peppol:pint:billing-1@aunz-1'))?.docType ?? '',
      /^peppol-doctype-wildcard::.*##urn:peppol:pint:billing-1@aunz-1::2\.1$/,
    );
    const note = Buffer.from(ubl('1').toString().replaceAll('Invoice', 'CreditNote'));
    assert.match(readDocumentIds(note)?.docType ?? '', /CreditNote-2::CreditNote##/);
  });
  it('are missing from what is no invoice', async () => {
    for (const text of ['', 'no xml', '<Order/>', '<Invoice><ID>1</ID></Invoice>'])
      assert.equal(readDocumentIds(Buffer.from(text)), null);
    assert.deepEqual(codesOf(await adapter().send(fresh({ bytes: Buffer.from('<Order/>') }))), [
      'access_point_configuration',
    ]);
  });
});

describe('a submission', () => {
  it('travels under its key, from participant to participant', async () => {
    const submission = fresh();
    const outcome = await adapter().send(submission);
    assert.ok(outcome.kind === 'accepted');
    assert.equal(outcome.id, submission.key);
    assert.equal(outcome.evidence['message_id'], `${submission.key}@phoss.test`);
    const transaction = server.transactions.get(submission.key);
    assert.equal(transaction?.senderID, 'iso6523-actorid-upis::9930:de123456788');
    assert.equal(transaction?.receiverID, 'iso6523-actorid-upis::9930:de987654321');
    assert.equal(transaction?.docTypeID, BIS_DOC_TYPE);
    assert.equal(transaction?.processID, PROCESS);
    assert.equal(transaction?.country, 'DE');
    assert.ok(transaction?.document.equals(submission.document.bytes));
  });

  it('names the participant id under which the company is registered there', async () => {
    const submission = fresh({ accessPointId: '0204:991-1' });
    await adapter().send(submission);
    assert.equal(server.transactions.get(submission.key)?.senderID, 'iso6523-actorid-upis::0204:991-1');
  });

  it('whose reply was lost is found by its status, and not sent twice', async () => {
    const submission = fresh();
    server.loseReply();
    assert.equal((await adapter().send(submission)).kind, 'unknown');
    const before = server.transactions.size;
    const outcome = await adapter().recover(submission);
    assert.ok(outcome.kind === 'accepted');
    assert.deepEqual(outcome.at, new Date('2026-11-21T11:00:00Z'));
    assert.equal(server.transactions.size, before);
  });

  it('that never arrived is sent by recovery', async () => {
    const submission = fresh();
    assert.equal((await adapter({ url: 'http://127.0.0.1:9' }).send(submission)).kind, 'unknown');
    assert.equal((await adapter().recover(submission)).kind, 'accepted');
    assert.ok(server.transactions.has(submission.key));
  });

  it('of 32 at once becomes one transaction', async () => {
    const submission = fresh();
    const patient = adapter({ timeoutMs: 10_000 });
    const outcomes = await Promise.all(Array.from({ length: 32 }, () => patient.send(submission)));
    assert.equal(outcomes.filter(({ kind }) => kind === 'accepted').length, 1);
    assert.ok(outcomes.every(({ kind }) => kind !== 'rejected'));
    assert.equal((await adapter().recover(submission)).kind, 'accepted');
    assert.equal(
      [...server.transactions.values()].filter((one) => one.sbdhInstanceID === submission.key).length,
      1,
    );
  });
});

describe('what did not succeed', () => {
  it('for good: the receiver is not registered, the rules refuse', async () => {
    assert.deepEqual(codesOf(await adapter().send(fresh({ receiver: '0088:nobody' }))), [
      'recipient_not_found',
    ]);
    assert.deepEqual(codesOf(await adapter().send(fresh({ bytes: ubl('refuse') }))), ['BR-CO-15']);
  });

  it('yet: phoss-ap goes on trying, so the outcome is open until it ends', async () => {
    const submission = fresh({ receiver: '0088:away' });
    const outcome = await adapter().send(submission);
    assert.match(JSON.stringify(outcome), /unknown.*connect timed out/);
    assert.equal((await adapter().recover(submission)).kind, 'unknown');
    const transaction = server.transactions.get(submission.key);
    if (transaction !== undefined) transaction.status = 'sent';
    assert.equal((await adapter().recover(submission)).kind, 'accepted');
  });

  it('because of the configuration', async () => {
    const outcome = await adapter({ token: 'wrong-token' }).send(fresh());
    assert.deepEqual(codesOf(outcome), ['access_point_configuration']);
    assert.ok(!JSON.stringify(outcome).includes('wrong-token'));
    assert.equal((await adapter({ token: 'wrong-token' }).recover(fresh())).kind, 'unknown');
    assert.match((await adapter({ token: 'wrong-token' }).check()) ?? '', /credentials/);
    assert.match((await adapter({ url: 'http://127.0.0.1:9' }).check()) ?? '', /cannot be reached/);
    assert.equal(await adapter().check(), null);
  });

  it('or cannot be known', async () => {
    const scripted = await startScripted();
    const other = adapter({ url: scripted.url, timeoutMs: 100 });
    for (const answer of [
      'drop',
      'hang',
      { status: 503 },
      { status: 429 },
      { status: 409 },
      { status: 200, body: { overallSuccess: false } },
      { status: 200, raw: '<html>' },
    ] as const) {
      scripted.script(answer);
      assert.equal((await other.send(fresh())).kind, 'unknown');
      assert.equal((await other.recover(fresh())).kind, 'unknown');
    }
    // Refused, and then the status cannot be asked for.
    scripted.script({ status: 422 }, 'drop');
    assert.equal((await other.send(fresh())).kind, 'unknown');
    await scripted.close();
  });
});

describe('evidence', () => {
  it('follows the transaction and its message level status', async () => {
    const submission = fresh();
    await adapter().send(submission);
    const ask = () => adapter().evidence?.(submission, submission.key);
    assert.equal((await ask())?.kind, 'delivered');
    const transaction = server.transactions.get(submission.key);
    assert.ok(transaction);
    transaction.mlsStatus = 'received_re';
    assert.equal((await ask())?.kind, 'failed');
    transaction.status = 'sending';
    transaction.mlsStatus = null;
    assert.deepEqual(await ask(), { kind: 'in_transit' });
    transaction.status = 'permanently_failed';
    assert.equal((await ask())?.kind, 'failed');
  });
});
