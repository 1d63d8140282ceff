import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { build } from '../../../src/einvoicing/mx-cfdi/build.ts';
import { checkCfdi } from '../../../src/sandbox/cfdi-check/check.ts';
import { cadenaOriginal } from '../../../src/einvoicing/mx-cfdi/cadena.ts';
import { readCfdi } from '../../../src/einvoicing/mx-cfdi/read.ts';
import { seal } from '../../../src/einvoicing/mx-cfdi/seal.ts';
import {
  appendStamp,
  readStamp,
  stampCadena,
  stampElement,
  stampFaults,
  stampMoment,
  type Stamp,
} from '../../../src/einvoicing/mx-cfdi/stamp.ts';
import { verificationTotal, verificationUrl } from '../../../src/einvoicing/mx-cfdi/verification.ts';
import type { BuiltDocument } from '../../../src/einvoicing/filing.ts';
import { documentOf, factsOf, type GoldenCase } from './golden.ts';
import { testSigner, type TestSigner } from './signer.ts';

const INVOICE: GoldenCase = {
  about: 'an invoice',
  facts: { series: 'F', number: '7', issued_at: '2026-11-21T18:00:00Z' },
  lines: [{ unit_price: 100 }],
};

let pac: TestSigner;
let issuer: TestSigner;
let sealed: BuiltDocument;
let stamp: Stamp;

before(async () => {
  pac = await testSigner('SPR190613I52');
  issuer = await testSigner('PRO840423SG8');
  sealed = seal(build(documentOf(INVOICE), factsOf(INVOICE)), issuer);
  const unsealed: Stamp = {
    version: '1.1',
    uuid: '6128396f-c09b-4ec6-8699-43c5f7e3b230',
    stampedAt: '2026-11-21T12:00:09',
    providerRfc: 'SPR190613I52',
    legend: null,
    cfdiSeal: sealed.seal ?? '',
    satCertificateNumber: '30001000000500003456',
    satSeal: '',
  };
  stamp = { ...unsealed, satSeal: pac.sign(stampCadena(unsealed)) };
});

const faults = (change: Partial<Stamp>, ours: string | null = sealed.seal): number =>
  stampFaults({ ...stamp, ...change }, { seal: ours ?? '', providerKey: pac.publicKey }).length;

test('the text that a PAC seals', () => {
  const { uuid, cfdiSeal } = stamp;
  assert.equal(
    stampCadena(stamp),
    `||1.1|${uuid}|2026-11-21T12:00:09|SPR190613I52|${cfdiSeal}|30001000000500003456||`,
  );
  assert.ok(stampCadena({ ...stamp, legend: 'Aviso del SAT' }).includes('|SPR190613I52|Aviso del SAT|'));
});

test('a stamp is read from the TFD alone, from a whole CFDI, and under another prefix', () => {
  assert.deepEqual(readStamp(stampElement(stamp)), stamp);
  assert.deepEqual(readStamp(stampElement(stamp).replaceAll('tfd:', 'x:')), stamp);
  assert.deepEqual(readStamp(appendStamp(sealed.bytes, stamp).toString()), stamp);
  assert.equal(readStamp(sealed.bytes.toString()), null);
});

test('a stamp is believed only if all of it fits', () => {
  assert.equal(faults({}), 0);
  assert.equal(faults({}, 'another seal'), 1);
  // Whatever else is changed, the seal of the SAT does not fit any more.
  assert.equal(faults({ uuid: 'not-a-uuid' }), 2);
  assert.equal(faults({ uuid: '6128396f-c09b-4ec6-8699-43c5f7e3b231' }), 1);
  assert.equal(faults({ version: '1.0' }), 2);
  assert.equal(faults({ stampedAt: '2026-11-21' }), 2);
  assert.equal(faults({ providerRfc: 'x' }), 2);
  assert.equal(faults({ satCertificateNumber: '123' }), 2);
  assert.equal(faults({ satSeal: '' }), 2);
  assert.equal(faults({ cfdiSeal: 'x' }), 2);
  const unknownPac = stampFaults({ ...stamp, satSeal: 'x' }, { seal: sealed.seal ?? '', providerKey: null });
  assert.deepEqual(unknownPac, []);
});

test('the stamp goes into our own bytes and changes nothing else', () => {
  const filed = appendStamp(sealed.bytes, stamp).toString();
  const close = '</cfdi:Comprobante>';
  assert.ok(filed.startsWith(sealed.bytes.toString().slice(0, -close.length)));
  assert.ok(filed.endsWith(`</cfdi:Complemento>${close}`));
  assert.equal(cadenaOriginal(filed), cadenaOriginal(sealed.bytes.toString()));
  assert.deepEqual(checkCfdi(Buffer.from(filed)), []);
  assert.deepEqual(readCfdi(Buffer.from(filed)).stamp, stamp);
  assert.throws(() => appendStamp(Buffer.from(filed), stamp));
});

test('a document is sealed once', () => {
  assert.throws(() => seal(sealed, issuer), /sealed already/);
});

test('a stamp tells the time of central Mexico', () => {
  assert.equal(stampMoment(stamp).toISOString(), '2026-11-21T18:00:09.000Z');
});

test('the address at the SAT', () => {
  assert.equal(
    verificationUrl({
      uuid: stamp.uuid,
      issuerRfc: 'PRO840423SG8',
      receiverRfc: 'P&Ñ840423SG8',
      total: '116.00',
      seal: 'abcdefgh+/x4Nw==',
    }),
    'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=6128396f-c09b-4ec6-8699-43c5f7e3b230&re=PRO840423SG8&rr=P%26%C3%91840423SG8&tt=116.0&fe=%2B/x4Nw==',
  );
  const totals = ['0.00', '116', '116.50', '0.10', '1234567.89'].map(verificationTotal);
  assert.deepEqual(totals, ['0.0', '116.0', '116.5', '0.1', '1234567.89']);
});
