// The adapter for Storecove, over HTTP on loopback, against written-down answers.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fromStorecove, toStorecove } from '../../../src/providers/access-point/schemes.ts';
import { storecove, type StorecoveOptions, toGuid } from '../../../src/providers/access-point/storecove.ts';
import { codesOf, type ScriptedServer, startScripted, submissionOf, TOKEN } from './support.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const GUID = '4b9b0c2e-0000-4000-8000-000000000001';

let server: ScriptedServer;
before(async () => {
  server = await startScripted();
});
after(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

const adapter = (options: Partial<StorecoveOptions> = {}) =>
  storecove({
    url: `${server.url}/api/v2`,
    token: TOKEN,
    sandbox: false,
    now: () => NOW,
    timeoutMs: 1_000,
    ...options,
  });

describe('a submission', () => {
  it('goes with key, route and bytes as they are', async () => {
    server.script({ status: 200, body: { guid: GUID } });
    const submission = submissionOf();
    const outcome = await adapter().send(submission);
    const [asked] = server.asked;
    assert.equal(`${asked?.method} ${asked?.path}`, 'POST /api/v2/document_submissions');
    assert.equal(asked?.headers.authorization, `Bearer ${TOKEN}`);
    assert.deepEqual(JSON.parse(asked?.body.toString() ?? ''), {
      legalEntityId: 4711,
      idempotencyGuid: toGuid('invc_1.1'),
      routing: { eIdentifiers: [{ scheme: 'DE:VAT', id: 'DE987654321' }] },
      document: {
        documentType: 'invoice',
        rawDocumentData: { document: submission.document.bytes.toString('base64'), parseStrategy: 'ubl' },
      },
    });
    assert.deepEqual(outcome, {
      kind: 'accepted',
      id: GUID,
      at: NOW,
      document: submission.document.bytes,
      evidence: { guid: GUID, idempotency_guid: toGuid('invc_1.1') },
    });
  });

  it('has one GUID for each key, for ever', () => {
    assert.equal(toGuid('invc_1.1'), '6fed8f7b-f8bf-5b86-8aad-b82cfd185fed');
    assert.equal(toGuid('invc_1.1').length, 36);
    assert.equal(new Set(Array.from({ length: 1_000 }, (_, n) => toGuid(`invc_1.${n}`))).size, 1_000);
  });

  it('is sent again byte for byte when it is recovered', async () => {
    server.script('drop', { status: 200, body: { guid: GUID } });
    const submission = submissionOf();
    assert.equal((await adapter().send(submission)).kind, 'unknown');
    assert.equal((await adapter().recover(submission)).kind, 'accepted');
    assert.deepEqual(server.asked[0]?.body, server.asked[1]?.body);
  });

  it('is not sent for a company without an account there', async () => {
    assert.deepEqual(codesOf(await adapter().send(submissionOf({ accessPointId: null }))), [
      'access_point_configuration',
    ]);
    assert.deepEqual(codesOf(await adapter().send(submissionOf({ accessPointId: 'four' }))), [
      'access_point_configuration',
    ]);
    assert.equal(server.asked.length, 0);
  });
});

describe('an answer that leaves the outcome open', () => {
  const open = {
    'a broken connection': 'drop',
    'no answer': 'hang',
    '429': { status: 429 },
    '408': { status: 408 },
    '500': { status: 500 },
    '502': { status: 502, raw: '<html>bad gateway</html>' },
    'a redirect': { status: 302, headers: { Location: 'http://127.0.0.1:9/' } },
    'a success without an id': { status: 200, body: { id: 7 } },
    'a success that is no JSON': { status: 200, raw: '<html>' },
    'an answer without end': { status: 200, raw: 'x'.repeat(5 * 1024 * 1024) },
  } as const;
  for (const [name, answer] of Object.entries(open)) {
    it(name, async () => {
      server.script(answer);
      for (const outcome of [await adapter().send(submissionOf()), await adapter().recover(submissionOf())]) {
        assert.equal(outcome.kind, 'unknown');
        assert.ok(!JSON.stringify(outcome).includes(TOKEN), 'no secret in the reason');
      }
    });
  }

  it('an access point that is not there', async () => {
    const outcome = await adapter({ url: 'http://127.0.0.1:9' }).send(submissionOf());
    assert.equal(outcome.kind, 'unknown');
  });

  it('the end of the service', async () => {
    server.script('hang');
    const stop = new AbortController();
    const sending = adapter({ timeoutMs: 10_000 }).send(submissionOf(), stop.signal);
    setTimeout(() => stop.abort(), 20);
    assert.match(JSON.stringify(await sending), /unknown.*stops/);
  });

  it('after a lost reply, a key that is refused now: the document may have been taken before', async () => {
    for (const status of [401, 403, 404, 400]) {
      server.script({ status });
      assert.equal((await adapter().recover(submissionOf())).kind, 'unknown', String(status));
    }
  });
});

describe('a refusal', () => {
  const refusedBy = async (body: unknown) => {
    server.script({ status: 422, body });
    const outcome = await adapter().send(submissionOf());
    assert.equal(outcome.kind, 'rejected');
    return outcome.kind === 'rejected' ? outcome.faults : [];
  };

  it('names each rule', async () => {
    const faults = await refusedBy([
      { source: 'document', details: '[BR-DE-15] The element Buyer reference must be transmitted.' },
      { source: 'document', details: 'PEPPOL-EN16931-R120: Line net amount is wrong' },
      { source: 'document', details: 'Sum of lines differs (BR-CO-10)' },
      { source: 'document', details: 'Seller tax number is missing [DE-R-016]' },
    ]);
    assert.deepEqual(
      faults.map(({ code, message }) => [code, message]),
      [
        ['BR-DE-15', 'The element Buyer reference must be transmitted.'],
        ['PEPPOL-EN16931-R120', 'Line net amount is wrong'],
        ['BR-CO-10', 'Sum of lines differs (BR-CO-10)'],
        ['DE-R-016', 'Seller tax number is missing [DE-R-016]'],
      ],
    );
    assert.ok(faults.every(({ source, fix }) => source === 'network' && fix !== null));
  });

  it('says plainly that the receiver is not on the network', async () => {
    const [fault, ...others] = await refusedBy([
      { source: 'routing', details: 'The receiver DE:VAT DE987654321 is not registered.' },
    ]);
    assert.deepEqual(others, []);
    assert.equal(fault?.code, 'recipient_not_found');
    assert.match(fault?.message ?? '', /9930:DE987654321/);
    assert.match(fault?.fix ?? '', /counterparty update/);
    const [code] = await refusedBy([
      {
        source: 'routing',
        details: 'PEPPOL-EN16931-CL008: the participant scheme does not exist in the list',
      },
    ]);
    assert.equal(code?.code, 'PEPPOL-EN16931-CL008');
  });

  it('tells a wrong legal entity, and whatever else the access point says', async () => {
    const [entity, other] = await refusedBy([
      { source: 'legal_entity_id', details: 'is not yours' },
      { source: 'document', details: 'is odd' },
    ]);
    assert.equal(entity?.code, 'access_point_configuration');
    assert.deepEqual([other?.code, other?.message, other?.source], ['HTTP_422', 'is odd', 'provider']);
    assert.equal((await refusedBy('no list at all'))[0]?.code, 'HTTP_422');
    assert.ok(((await refusedBy([{ details: 'x'.repeat(5_000) }]))[0]?.message.length ?? 0) <= 600);
  });

  it('of the key or the address is a matter of configuration, without the key in it', async () => {
    for (const status of [401, 403, 404]) {
      server.script({ status });
      const outcome = await adapter().send(submissionOf());
      assert.deepEqual(codesOf(outcome), ['access_point_configuration']);
      assert.match(JSON.stringify(outcome), /ACCESS_POINT_/);
      assert.ok(!JSON.stringify(outcome).includes(TOKEN));
    }
  });

  it('is definite after a lost reply too', async () => {
    server.script('drop', {
      status: 422,
      body: [{ source: 'document', details: '[BR-02] An ID is needed' }],
    });
    assert.equal((await adapter().send(submissionOf())).kind, 'unknown');
    assert.deepEqual(codesOf(await adapter().recover(submissionOf())), ['BR-02']);
  });
});

describe('evidence', () => {
  const ask = () => adapter().evidence?.(submissionOf(), GUID);

  it('is asked for by the id, and kept without its receipts', async () => {
    server.script({
      status: 200,
      body: {
        network: 'peppol',
        sender: 'a',
        receiver: 'b',
        documents: [{ document: 'https://…', mime_type: 'text/xml' }],
        evidence: { message_id: 'm@x', timestamp: '2026-11-21T12:00:00Z', xml: 'long' },
      },
    });
    const evidence = await ask();
    assert.equal(server.asked[0]?.path, `/api/v2/document_submissions/${GUID}/evidence`);
    assert.ok(evidence?.kind === 'delivered');
    assert.equal(evidence.evidence['message_id'], 'm@x');
    assert.equal(JSON.stringify(evidence).includes('long'), false);
  });

  it('is open while the document is under way, and while nothing can be learnt', async () => {
    for (const answer of [
      { status: 404 },
      { status: 500 },
      { status: 401 },
      'drop',
      { status: 200, raw: '<' },
    ] as const) {
      server.script(answer);
      assert.deepEqual(await ask(), { kind: 'in_transit' });
    }
  });

  it('tells a failed delivery', async () => {
    server.script({ status: 422, body: [{ source: 'network', details: 'gave up' }] });
    assert.equal((await ask())?.kind, 'failed');
  });
});

describe('a look-up', () => {
  it('asks for the participant in the words of the access point', async () => {
    server.script({ status: 200, body: { code: 'OK' } });
    assert.equal(await adapter().lookUp?.('9930:DE987654321'), 'found');
    const [asked] = server.asked;
    assert.equal(`${asked?.method} ${asked?.path}`, 'POST /api/v2/discovery/receives');
    assert.deepEqual(JSON.parse(asked?.body.toString() ?? ''), {
      documentTypes: ['invoice'],
      network: 'peppol',
      metaScheme: 'iso6523-actorid-upis',
      scheme: 'DE:VAT',
      identifier: 'DE987654321',
    });
  });

  it('believes clear answers only', async () => {
    server.script({ status: 200, body: { code: 'NOK' } });
    assert.equal(await adapter().lookUp?.('9930:DE987654321'), 'not_found');
    for (const answer of [
      { status: 200, body: {} },
      { status: 200, raw: '<' },
      { status: 404 },
      { status: 401 },
      { status: 500 },
      'drop',
    ] as const) {
      server.script(answer);
      assert.equal(await adapter().lookUp?.('9930:DE987654321'), 'unknown');
    }
  });
});

describe('check', () => {
  it('is content with an access point that knows the key', async () => {
    server.script({ status: 404 });
    assert.equal(await adapter().check(), null);
  });
  it('says in one sentence what is wrong', async () => {
    for (const answer of [{ status: 401 }, { status: 503 }, 'drop'] as const) {
      server.script(answer);
      const fault = await adapter().check();
      assert.match(fault ?? '', /^The access point storecove .+\.$/);
      assert.ok(!fault?.includes(TOKEN));
    }
  });
});

it('names schemes as Storecove does, and back', () => {
  const names = {
    '9930': 'DE:VAT',
    '0204': 'DE:LWID',
    '0088': 'GLN',
    '9944': 'NL:VAT',
    '0106': 'NL:KVK',
    '9932': 'GB:VAT',
    '0151': 'AU:ABN',
    '0195': 'SG:UEN',
  };
  for (const [eas, scheme] of Object.entries(names)) {
    assert.deepEqual(toStorecove(`${eas}:a:b`), { scheme, id: 'a:b' });
    assert.equal(fromStorecove({ scheme, id: 'a:b' }), `${eas}:a:b`);
  }
  assert.deepEqual(toStorecove('0299:x'), { scheme: '0299', id: 'x' });
});
