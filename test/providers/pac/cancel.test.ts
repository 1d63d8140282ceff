// Cancelling at the sandbox PAC: the signed request, the SAT's codes, and the buyer who has a say.
import assert from 'node:assert/strict';
import { createHash, verify, X509Certificate } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import type { CancelOutcome, CancelRequest } from '../../../src/einvoicing/filing.ts';
import { cancellationXml } from '../../../src/providers/pac/cancellation-xml.ts';
import { type Bench, NOW, openBench, RFC, sealed, signerOf, submissionOf } from './support.ts';

describe('cancelling at the sandbox PAC', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());
  afterEach(() => bench.sandbox.clearFaults());

  const requestFor = (uuid: string, change: Partial<CancelRequest> = {}): CancelRequest => ({
    uuid,
    taxId: RFC,
    reason: '02',
    replacement: null,
    at: NOW,
    receiverTaxId: 'URE180429TM6',
    total: '116.00',
    ...change,
  });
  const filed = async (facts: object = {}): Promise<string> => {
    const outcome = await bench.provided.transport.send(submissionOf(sealed(bench.csd, facts)));
    assert.ok(outcome.kind === 'accepted', JSON.stringify(outcome));
    return outcome.id;
  };
  const cancel = (request: CancelRequest): Promise<CancelOutcome> =>
    bench.provided.transport.cancel(request, signerOf(bench.csd));
  const codeOf = (outcome: CancelOutcome): string | undefined => {
    assert.ok(outcome.kind === 'rejected', JSON.stringify(outcome));
    return outcome.faults[0]?.code;
  };

  it('cancels, keeps the acknowledgement, and cancels once only', async () => {
    const request = requestFor(await filed());
    const outcome = await cancel(request);
    assert.ok(outcome.kind === 'cancelled', JSON.stringify(outcome));
    assert.equal(outcome.evidence['code'], '201');
    assert.match(String(outcome.evidence['acknowledgement']), /<EstatusUUID>201<\/EstatusUUID>/);
    assert.equal((await cancel(request)).kind, 'cancelled');
  });

  /** What the SAT acknowledged of the document, as the outcome hands it on. */
  const acuseOf = (outcome: CancelOutcome): string => {
    assert.ok(outcome.kind !== 'unknown', JSON.stringify(outcome));
    return String(outcome.evidence?.acknowledgement);
  };
  const acuseFor = ({ uuid }: CancelRequest, code = '201'): RegExp =>
    new RegExp(
      `^<\\?xml .*<Acuse Fecha=.* RfcEmisor="${RFC}">.*<UUID>${uuid.toUpperCase()}</UUID><EstatusUUID>${code}<`,
    );

  it('hands on the acknowledgement in whatever way the outcome is learnt', async () => {
    const asked = requestFor(await filed({ receiverName: 'SANDBOX ACCEPTANCE' }));
    assert.equal(await bench.provided.transport.acknowledgement?.(asked.uuid), null);
    for (const [decision, kind] of [
      [null, 'pending'],
      [false, 'rejected'],
    ] as const) {
      if (decision !== null) assert.ok(await bench.sandbox.decide(asked.uuid, decision));
      const outcome = await cancel(asked);
      assert.equal(outcome.kind, kind);
      assert.match(acuseOf(outcome), acuseFor(asked));
    }
    assert.equal((await cancel({ ...asked, awaiting: false })).kind, 'pending');
    assert.ok(await bench.sandbox.decide(asked.uuid, true));
    assert.match(acuseOf(await cancel(asked)), acuseFor(asked));
    const kept = await cancel({ ...asked, acknowledged: true });
    assert.ok(kept.kind === 'cancelled' && kept.evidence.acknowledgement === undefined, 'not fetched again');
    for (const kind of ['reply_lost', 'error_after', 'unreadable'] as const) {
      const request = requestFor(await filed());
      bench.sandbox.order({ kind });
      assert.equal((await cancel(request)).kind, 'unknown');
      assert.match(acuseOf(await cancel(request)), acuseFor(request));
      assert.match(String(await bench.provided.transport.acknowledgement?.(request.uuid)), acuseFor(request));
    }
    const refused = requestFor(await filed(), { reason: '01' });
    assert.match(acuseOf(await cancel(refused)), acuseFor(refused, '208'));
  });

  it('waits for the buyer where the buyer has a say', async () => {
    const request = requestFor(await filed({ receiverName: 'SANDBOX ACCEPTANCE' }));
    assert.equal((await cancel(request)).kind, 'pending');
    assert.equal((await cancel(request)).kind, 'pending', 'one under way is not sent again');
    assert.ok(await bench.sandbox.decide(request.uuid, false));
    assert.equal(codeOf(await cancel(request)), 'buyer_refused', 'a no is told, and not argued with');
    assert.equal((await cancel({ ...request, awaiting: false })).kind, 'pending', 'a person may ask again');
    const response = await fetch(`${bench.sandbox.url}/sandbox/cancellations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ uuid: request.uuid, accepted: true }),
    });
    assert.equal(response.status, 200);
    assert.equal((await cancel(request)).kind, 'cancelled');
    assert.equal(await bench.sandbox.decide(request.uuid, true), false);
  });

  it('tells why the SAT will not', async () => {
    const uuid = await filed();
    assert.equal(codeOf(await cancel(requestFor('5643d565-3efb-4a29-98d1-dcf271503cb6'))), '205');
    assert.equal(codeOf(await cancel(requestFor(uuid, { reason: '01' }))), '208');
    assert.equal(codeOf(await cancel(requestFor(uuid, { replacement: uuid }))), '209');
    assert.equal(codeOf(await cancel(requestFor(uuid, { taxId: 'CAS180312KQ0' }))), '303');
    const other = await bench.authority.issueCsd({ rfc: 'CAS180312KQ0', holder: 'X', now: NOW });
    const foreign = requestFor(uuid, { taxId: 'CAS180312KQ0' });
    assert.equal(codeOf(await bench.provided.transport.cancel(foreign, signerOf(other))), '203');
    assert.equal(
      (await cancel(requestFor(uuid, { reason: '01', replacement: await filed() }))).kind,
      'cancelled',
    );
  });

  it('does not know when the reply is lost, and finds out', async () => {
    for (const kind of ['reply_lost', 'error_after', 'unreadable'] as const) {
      const request = requestFor(await filed());
      bench.sandbox.order({ kind });
      assert.equal((await cancel(request)).kind, 'unknown');
      assert.equal((await cancel(request)).kind, 'cancelled');
    }
    const request = requestFor(await filed());
    bench.sandbox.order({ kind: 'error_before' });
    assert.equal((await cancel(request)).kind, 'unknown');
    assert.equal((await cancel(request)).kind, 'cancelled');
  });

  it('takes no request that was changed on its way', async () => {
    const { url, user, password } = bench.sandbox;
    const authentication = await fetch(`${url}/v2/security/authenticate`, {
      method: 'POST',
      headers: { user, password },
    });
    const { data } = (await authentication.json()) as { data: { token: string } };
    const post = async (xml: string): Promise<string> => {
      const form = new FormData();
      form.append('xml', new Blob([xml], { type: 'text/xml' }), 'xml');
      const headers = { Authorization: `Bearer ${data.token}` };
      const response = await fetch(`${url}/cfdi33/cancel/xml`, { method: 'POST', headers, body: form });
      const { status, message } = (await response.json()) as { status: string; message?: string };
      return message?.slice(0, 3) ?? status;
    };
    const request = requestFor(await filed());
    const xml = cancellationXml(request, signerOf(bench.csd)).toString('utf8');
    assert.equal(await post(xml.replace('Motivo="02"', 'Motivo="03"')), '302');
    const digest = /<DigestValue>[^<]*<\/DigestValue>/;
    assert.equal(await post(xml.replace(digest, '<DigestValue>AAAA</DigestValue>')), '302');
    assert.equal(await post(xml.replace('<SignatureValue>', '<SignatureValue>AAAA')), '302');
    assert.equal(await post(xml.replace(/<Signature .*<\/Signature>/, '')), '302');
    assert.equal(await post(xml.replace('</Cancelacion>', '')), '301');
    assert.equal(await post(xml), 'success');
  });

  it('signs the request as XMLDSig wants it, over its canonical form', async () => {
    const company = { rfc: 'A&Ñ840423SG8', holder: 'X', now: NOW };
    const csd = await bench.authority.issueCsd(company);
    const uuid = '5643d565-3efb-4a29-98d1-dcf271503cb6';
    const request = requestFor(uuid, { taxId: 'A&Ñ840423SG8', reason: '01', replacement: uuid });
    const xml = cancellationXml(request, signerOf(csd)).toString('utf8');
    const [, root = ''] = xml.split('?>\n');
    assert.match(root, /^<Cancelacion xmlns="http:\/\/cancelacfd\.sat\.gob\.mx" /);
    assert.match(root, / Fecha="2026-03-10T12:00:00" RfcEmisor="A&amp;Ñ840423SG8">/);
    assert.ok(
      root.includes(
        `<Folio FolioSustitucion="${uuid.toUpperCase()}" Motivo="01" UUID="${uuid.toUpperCase()}">`,
      ),
    );
    const unsigned = root.replace(/<Signature .*<\/Signature>/, '');
    const digest = createHash('sha1').update(unsigned).digest('base64');
    assert.equal(/<DigestValue>(.*)<\/DigestValue>/.exec(root)?.[1], digest);
    const info = /<SignedInfo>.*<\/SignedInfo>/.exec(root)?.[0] ?? '';
    const namespaces =
      ' xmlns="http://www.w3.org/2000/09/xmldsig#" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const subset = info.replace('<SignedInfo>', `<SignedInfo${namespaces}>`);
    const value = /<SignatureValue>(.*)<\/SignatureValue>/.exec(root)?.[1] ?? '';
    const { publicKey } = new X509Certificate(csd.certificate);
    assert.ok(verify('RSA-SHA1', Buffer.from(subset), publicKey, Buffer.from(value, 'base64')));
  });
});
