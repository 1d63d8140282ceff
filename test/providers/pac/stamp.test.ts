// Stamping, against the sandbox PAC over real HTTP: every answer of the protocol, and every way to lose one.
import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Outcome } from '../../../src/einvoicing/filing.ts';
import { readStamp, stampCadena } from '../../../src/einvoicing/mx-cfdi/stamp.ts';
import { swSapien } from '../../../src/providers/pac/sw-sapien.ts';
import { SANDBOX_PAC_RFC } from '../../../src/sandbox/authority/authority.ts';
import type { PacFaultKind } from '../../../src/sandbox/pac/faults.ts';
import { type Bench, NOW, openBench, RFC, sealed, submissionOf, tampered } from './support.ts';

type Accepted = Extract<Outcome, { kind: 'accepted' }>;

const accepted = (outcome: Outcome): Accepted => {
  assert.ok(outcome.kind === 'accepted', JSON.stringify(outcome));
  return outcome;
};

const codeOf = (outcome: Outcome): string => {
  assert.ok(outcome.kind === 'rejected', JSON.stringify(outcome));
  const [fault] = outcome.faults;
  assert.equal(fault?.source, 'authority');
  assert.ok((fault?.fix ?? '') !== '', 'a refusal says what to do');
  return fault?.code ?? '';
};

const unknownReason = (outcome: Outcome): string => {
  assert.ok(outcome.kind === 'unknown', JSON.stringify(outcome));
  return outcome.reason;
};

describe('stamping at the sandbox PAC', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());
  afterEach(() => {
    bench.sandbox.clearFaults();
    bench.clock.now = NOW;
  });

  const send = (...args: Parameters<Bench['provided']['transport']['send']>): Promise<Outcome> =>
    bench.provided.transport.send(...args);
  const rowsOf = (column: 'issuer' | 'custom_id', value: string) =>
    bench.db.database.kysely.selectFrom('sandbox_stamp').select('uuid').where(column, '=', value).execute();

  it('stamps a sealed document, and the stamp goes into our own bytes', async () => {
    const document = sealed(bench.csd);
    const outcome = accepted(await send(submissionOf(document)));
    assert.match(outcome.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(outcome.at.toISOString(), NOW.toISOString());
    const ours = document.bytes.toString('utf8');
    const filed = outcome.document.toString('utf8');
    const end = '</cfdi:Comprobante>';
    assert.ok(filed.startsWith(ours.slice(0, -end.length)));
    const stamp = readStamp(filed);
    assert.ok(stamp !== null);
    assert.deepEqual(
      [stamp.uuid, stamp.cfdiSeal, stamp.providerRfc, stamp.stampedAt],
      [outcome.id, document.seal, SANDBOX_PAC_RFC, '2026-03-10T12:00:00'],
    );
    const { publicKey } = bench.authority.pac.certificate;
    const satSeal = Buffer.from(stamp.satSeal, 'base64');
    assert.ok(verify('RSA-SHA256', Buffer.from(stampCadena(stamp)), publicKey, satSeal));
    assert.deepEqual(
      [outcome.evidence['sat_seal_checked'], outcome.evidence['stamped_by_an_earlier_request']],
      [true, false],
    );
    assert.equal(bench.provided.transport.sandbox, true);
  });

  it('answers the same document again with its first stamp (307), also after a restart', async () => {
    const submission = submissionOf(sealed(bench.csd));
    const first = accepted(await send(submission));
    const again = accepted(await bench.provided.transport.recover(submission));
    assert.equal(again.evidence['stamped_by_an_earlier_request'], true);
    const restarted = await bench.another();
    const later = accepted(await restarted.transport.recover(submission));
    assert.deepEqual([again.id, later.id], [first.id, first.id]);
    assert.ok(again.document.equals(first.document) && later.document.equals(first.document));
  });

  it('never takes the stamp of another document under the same key (CFDI3307)', async () => {
    const first = submissionOf(sealed(bench.csd));
    const { id } = accepted(await send(first));
    const other = submissionOf(sealed(bench.csd), first.key);
    const reason = unknownReason(await send(other));
    assert.match(reason, new RegExp(`${id} is not to be believed: The stamp belongs to another document`));
    assert.equal((await rowsOf('custom_id', first.key)).length, 1);
    bench.clock.now = new Date(NOW.getTime() + 73 * 3_600_000);
    const late = submissionOf(sealed(bench.csd, { fecha: '2026-03-13T13:00:00' }), first.key);
    assert.notEqual(accepted(await send(late)).id, id, 'a key counts for 72 hours');
  });

  for (const kind of ['reply_lost', 'error_after', 'unreadable'] as const satisfies PacFaultKind[]) {
    it(`finds the stamp of a lost reply (${kind})`, async () => {
      const submission = submissionOf(sealed(bench.csd));
      bench.sandbox.order({ kind });
      unknownReason(await send(submission));
      const found = accepted(await bench.provided.transport.recover(submission));
      assert.equal(found.evidence['stamped_by_an_earlier_request'], true);
      assert.equal((await rowsOf('custom_id', submission.key)).length, 1);
    });
  }

  it('does not know after an error before stamping, and stamps when asked again', async () => {
    const submission = submissionOf(sealed(bench.csd));
    bench.sandbox.order({ kind: 'error_before' });
    assert.match(unknownReason(await send(submission)), /HTTP 500/);
    assert.equal((await rowsOf('custom_id', submission.key)).length, 0);
    const found = accepted(await bench.provided.transport.recover(submission));
    assert.equal(found.evidence['stamped_by_an_earlier_request'], false);
  });

  it('waits no longer than its time limit, nor when the service stops', async () => {
    const { url, user, password } = bench.sandbox;
    const now = (): Date => bench.clock.now;
    const base = { name: 'test', url, dataUrl: url, token: null, user, password, sandbox: true, now };
    const hasty = swSapien({ ...base, timeoutMs: 150 });
    assert.equal(await hasty.check(), null);
    const submission = submissionOf(sealed(bench.csd));
    bench.sandbox.order({ kind: 'slow', delay_ms: 500 });
    const reason = unknownReason(await hasty.send(submission));
    assert.match(reason, /no answer within 150 ms/);
    const stopping = new AbortController();
    bench.sandbox.order({ kind: 'slow', delay_ms: 500 });
    setTimeout(() => stopping.abort(), 50);
    assert.match(unknownReason(await send(submission, stopping.signal)), /the service stops/);
    accepted(await bench.provided.transport.recover(submission));
  });

  it('takes no refusal that comes with time for a word on an earlier request', async () => {
    const submission = submissionOf(sealed(bench.csd));
    for (const code of ['401', '304']) {
      bench.sandbox.order({ kind: 'reject', code, message: 'Fuera de tiempo.', times: 2 });
      assert.equal(codeOf(await send(submission)), code);
      const told = await bench.provided.transport.recover(submission);
      assert.match(unknownReason(told), /may do with one that it has stamped too/);
      assert.ok(told.kind === 'unknown' && told.turnedAway !== true);
    }
    bench.sandbox.order({ kind: 'reject', code: 'CFDI40145', message: 'No coincide.' });
    const refused = await bench.provided.transport.recover(submission);
    assert.equal(codeOf(refused), 'CFDI40145');
    assert.ok(refused.kind === 'rejected');
    assert.equal(refused.faults[0]?.message, 'No coincide.', 'the code stands beside it');
  });

  it('says which attempts cannot have stamped anything', async () => {
    const { url } = bench.sandbox;
    const base = { name: 'pac', url, dataUrl: url, sandbox: true, now: () => bench.clock.now };
    const submission = submissionOf(sealed(bench.csd));
    const credentials = { token: null, user: bench.sandbox.user, password: bench.sandbox.password };
    const turnedAway = async (options: object): Promise<boolean | undefined> => {
      const told = await swSapien({ ...base, ...credentials, ...options }).send(submission);
      assert.ok(told.kind === 'unknown', JSON.stringify(told));
      return told.turnedAway;
    };
    assert.equal(await turnedAway({ url: 'http://127.0.0.1:1' }), true);
    assert.equal(await turnedAway({ token: 'no such token' }), true);
    assert.equal(await turnedAway({ password: 'wrong' }), true);
    const hasty = swSapien({ ...base, ...credentials, timeoutMs: 150 });
    assert.equal(await hasty.check(), null);
    bench.sandbox.order({ kind: 'slow', delay_ms: 500 });
    const late = await hasty.send(submission);
    assert.ok(late.kind === 'unknown' && late.turnedAway !== true);
  });

  it('believes no stamp that is not of its document', async () => {
    const submission = submissionOf(sealed(bench.csd));
    bench.sandbox.order({ kind: 'wrong_stamp' });
    assert.match(unknownReason(await send(submission)), /not to be believed/);
    const found = accepted(await bench.provided.transport.recover(submission));
    assert.equal(readStamp(found.document.toString('utf8'))?.cfdiSeal, submission.document.seal);
  });

  it('fetches the stamp by its UUID when the PAC repeats itself without it', async () => {
    const submission = submissionOf(sealed(bench.csd));
    const { id, document } = accepted(await send(submission));
    bench.sandbox.order({ kind: 'empty_tfd' });
    const found = accepted(await bench.provided.transport.recover(submission));
    assert.equal(found.id, id);
    assert.ok(found.document.equals(document));
  });

  it('hands a refusal on, with its code', async () => {
    bench.sandbox.order({ kind: 'reject', code: 'CFDI40145', message: 'El nombre no coincide.' });
    const submission = submissionOf(sealed(bench.csd));
    const outcome = await send(submission);
    assert.equal(codeOf(outcome), 'CFDI40145');
    assert.match(JSON.stringify(outcome), /El nombre no coincide.*counterparty update/);
    // Nothing was stamped, so it may be sent once more.
    accepted(await send(submission));
    assert.equal(
      codeOf(await send(submissionOf(sealed(bench.csd, { receiverName: 'SANDBOX REJECT' })))),
      'CFDI40999',
    );
  });

  it('does as the name of the receiver says', async () => {
    const lost = submissionOf(sealed(bench.csd, { receiverName: 'SANDBOX REPLY LOST' }));
    unknownReason(await send(lost));
    accepted(await bench.provided.transport.recover(lost));
    const fails = submissionOf(sealed(bench.csd, { receiverName: 'SANDBOX ERROR' }));
    unknownReason(await send(fails));
    unknownReason(await bench.provided.transport.recover(fails));
  });

  it('refuses what a PAC refuses: schema, seal, certificate, dates, rules', async () => {
    const { csd, authority } = bench;
    const code = async (document: Parameters<typeof submissionOf>[0]): Promise<string> =>
      codeOf(await send(submissionOf(document)));
    const issue = (wanted: object) => authority.issueCsd({ rfc: RFC, holder: 'X', now: NOW, ...wanted });
    const good = sealed(csd);
    assert.equal(await code({ ...good, bytes: Buffer.from('<cfdi:Comprobante') }), '301');
    assert.equal(await code(tampered(good, 'Version="4.0"', 'Version="3.3"')), '301');
    assert.equal(await code(tampered(good, '</cfdi:Conceptos>', '</cfdi:Conceptos><cfdi:Other/>')), '301');
    assert.equal(await code(tampered(good, 'Asesoría', 'Asesoria')), '302');
    assert.equal(await code(sealed(csd, { rfc: 'CAS180312KQ0' })), '303');
    assert.equal(await code(sealed(await issue({ kind: 'fiel' }))), '306');
    const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
    assert.equal(await code(sealed(await issue({ validTo: day('2026-03-10') }))), '305');
    assert.equal(await code(sealed(await issue({ validFrom: day('2026-03-11') }))), '305');
    const authorityOnly = { ...csd, certificate: authority.certificate.raw };
    assert.equal(await code(sealed(authorityOnly)), '308');
    assert.equal(await code(sealed(csd, { total: '117.00' })), 'CFDI40119');
  });

  it('refuses a date outside its window, in the time of the place of issue (401)', async () => {
    const issued = (fecha: string, postalCode: string): Promise<Outcome> =>
      send(submissionOf(sealed(bench.csd, { fecha, postalCode })));
    // 18:00 UTC is noon in Mexico City and 13:00 in Cancún.
    accepted(await issued('2026-03-10T12:05:00', '06600'));
    assert.equal(codeOf(await issued('2026-03-10T12:05:01', '06600')), '401');
    accepted(await issued('2026-03-10T13:05:00', '77500'));
    assert.equal(codeOf(await issued('2026-03-10T13:05:01', '77500')), '401');
    // Bahía de Banderas is an hour ahead of the rest of Nayarit, where it is 11:00.
    accepted(await issued('2026-03-10T12:05:00', '63732'));
    assert.equal(codeOf(await issued('2026-03-10T12:05:01', '63732')), '401');
    // In Ciudad Juárez summer time has begun, in Sinaloa there is none.
    accepted(await issued('2026-03-10T12:05:00', '32000'));
    assert.equal(codeOf(await issued('2026-03-10T12:05:01', '32000')), '401');
    accepted(await issued('2026-03-10T11:05:00', '82000'));
    assert.equal(codeOf(await issued('2026-03-10T11:05:01', '82000')), '401');
    const old = await bench.authority.issueCsd({
      rfc: RFC,
      holder: 'X',
      now: NOW,
      validFrom: new Date('2026-01-01T00:00:00Z'),
    });
    accepted(await send(submissionOf(sealed(old, { fecha: '2026-03-07T12:00:00' }))));
    assert.equal(codeOf(await send(submissionOf(sealed(old, { fecha: '2026-03-07T11:59:59' })))), '401');
  });

  it('stamps one seal once, however many send it to two instances at once', async () => {
    const other = await bench.another();
    const csd = await bench.authority.issueCsd({ rfc: 'CAS180312KQ0', holder: 'X', now: NOW });
    const document = sealed(csd, { rfc: 'CAS180312KQ0' });
    // Under keys of their own too: the seal alone decides.
    const all = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        (index % 2 === 0 ? bench.provided : other).transport.send(
          submissionOf(document, index < 32 ? 'invc_one.1' : undefined),
        ),
      ),
    );
    const ids = new Set(all.map((outcome) => accepted(outcome).id));
    assert.equal(ids.size, 1);
    assert.deepEqual(await rowsOf('issuer', 'CAS180312KQ0'), [{ uuid: [...ids][0] }]);
  });

  it('stamps one key once, however many documents come under it', async () => {
    const other = await bench.another();
    const submissions = Array.from({ length: 32 }, () => submissionOf(sealed(bench.csd), 'invc_shared.1'));
    const all = await Promise.all(
      submissions.map((submission, index) =>
        (index % 2 === 0 ? bench.provided : other).transport.send(submission),
      ),
    );
    assert.equal(all.filter(({ kind }) => kind === 'accepted').length, 1);
    assert.equal(all.filter(({ kind }) => kind === 'unknown').length, 31);
    assert.equal((await rowsOf('custom_id', 'invc_shared.1')).length, 1);
  });

  it('takes orders for faults over HTTP, as JSON only', async () => {
    const control = (body: string, type: string): Promise<Response> =>
      fetch(`${bench.sandbox.url}/sandbox/faults`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
    assert.equal((await control('{"kind":"reject","code":"CFDI40147"}', 'text/plain')).status, 415);
    assert.equal((await control('{"kind":"explode"}', 'application/json')).status, 422);
    assert.equal((await control('{"kind":"reject","code":"CFDI40147"}', 'application/json')).status, 200);
    assert.equal(codeOf(await send(submissionOf(sealed(bench.csd)))), 'CFDI40147');
    await control('{"kind":"reject","times":5}', 'application/json');
    await fetch(`${bench.sandbox.url}/sandbox/faults`, { method: 'DELETE' });
    accepted(await send(submissionOf(sealed(bench.csd))));
  });

  it('takes a document in base64 too, as SW does', async () => {
    const { token } = (
      (await (
        await fetch(`${bench.sandbox.url}/v2/security/authenticate`, {
          method: 'POST',
          headers: { user: bench.sandbox.user, password: bench.sandbox.password },
        })
      ).json()) as { data: { token: string } }
    ).data;
    const form = new FormData();
    form.append('xml', new Blob([sealed(bench.csd).bytes.toString('base64')], { type: 'text/xml' }), 'xml');
    const response = await fetch(`${bench.sandbox.url}/v4/cfdi33/stamp/v4/b64`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    });
    const { status, data } = (await response.json()) as { status: string; data: { cfdi: string } };
    assert.equal(status, 'success');
    assert.ok(readStamp(Buffer.from(data.cfdi, 'base64').toString('utf8')) !== null);
  });
});
