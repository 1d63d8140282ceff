// Unusual invoices through the sandbox PAC: what is filed is our document with the stamp of the SAT's form in it, and
// still keeps every rule.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkCfdi } from '../../../src/sandbox/cfdi-check/check.ts';
import { cadenaOriginal } from '../../../src/einvoicing/mx-cfdi/cadena.ts';
import { mxCfdi } from '../../../src/einvoicing/mx-cfdi/index.ts';
import { buildPayment } from '../../../src/einvoicing/mx-cfdi/payment/build.ts';
import { readCfdi } from '../../../src/einvoicing/mx-cfdi/read.ts';
import { seal } from '../../../src/einvoicing/mx-cfdi/seal.ts';
import { childAt, readXmlBytes } from '../../../src/einvoicing/xml/read.ts';
import { type Bench, NOW, openBench, signerOf, submissionOf } from '../../providers/pac/support.ts';
import { documentOf, factsOf, type GoldenCase } from '../../einvoicing/mx-cfdi/golden.ts';
import { GOLDEN_CASES } from '../../einvoicing/mx-cfdi/payment/golden-cases.ts';

const facts = { series: 'F', number: '1', issued_at: NOW.toISOString() };
const lines = [{ description: 'Diseño', unit_price: 33.333333, quantity: 3 }];

const CASES: readonly GoldenCase[] = [
  { about: 'typographic quotes', facts, lines, customer: { name: 'L’Oréal “Ñ” & <Hijos> S.A. de C.V.' } },
  { about: '500 lines', facts, lines, repeat_to: 500 },
  { about: 'Japanese yen', facts, lines, currency: 'JPY' },
  {
    about: 'the general public',
    facts,
    lines,
    customer: { name: 'Público en general', tax_id: 'XAXX010101000', details: {} },
  },
  {
    about: 'a foreigner without a country of the SAT',
    facts,
    lines,
    customer: { name: 'Kosova', country_code: 'XK', tax_id: 'K|1', postal_code: null, details: {} },
  },
  {
    about: 'the smallest and the largest amounts',
    facts,
    lines: [{ unit_price: 0.000001 }, { unit_price: 1, quantity: 0.000001 }, { unit_price: 8e12 }],
  },
  {
    about: 'every object of tax that has no tax on the line',
    facts,
    lines: ['01', '03', '04', '05', '06', '08'].map((tax_object) => ({
      unit_price: 10,
      country_details: { tax_object },
    })),
  },
];

/** TimbreFiscalDigitalv11.xsd. */
const STAMP_FORM: readonly (readonly [string, RegExp])[] = [
  ['Version', /^1\.1$/],
  ['UUID', /^[a-f0-9A-F]{8}(?:-[a-f0-9A-F]{4}){3}-[a-f0-9A-F]{12}$/],
  ['FechaTimbrado', /^20[1-9]\d-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/],
  ['RfcProvCertif', /^[A-Z&Ñ]{3}\d{6}[A-Z0-9]{2}[0-9A]$/u],
  ['SelloCFD', /^[A-Za-z0-9+/]+=*$/],
  ['NoCertificadoSAT', /^\d{20}$/],
  ['SelloSAT', /^[A-Za-z0-9+/]+=*$/],
];

describe('what the sandbox PAC stamps', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  for (const golden of CASES) {
    it(golden.about, async () => {
      const document = documentOf(golden);
      assert.deepEqual(
        mxCfdi.validate(document).filter(({ severity }) => severity === 'error'),
        [],
      );
      const sealed = seal(mxCfdi.build(document, factsOf(golden)), signerOf(bench.csd));
      const outcome = await bench.provided.transport.send(submissionOf(sealed));
      assert.ok(outcome.kind === 'accepted', JSON.stringify(outcome));
      assert.deepEqual(checkCfdi(outcome.document), []);
      const [ours, filed] = [sealed.bytes, outcome.document].map((bytes) => bytes.toString('utf8'));
      // The stamp is no part of what the issuer seals.
      assert.equal(cadenaOriginal(filed ?? ''), cadenaOriginal(ours ?? ''));
      const stamp = childAt(readXmlBytes(outcome.document), ['cfdi:Complemento', 'tfd:TimbreFiscalDigital']);
      assert.equal(stamp?.attributes.get('xmlns:tfd'), 'http://www.sat.gob.mx/TimbreFiscalDigital');
      for (const [name, form] of STAMP_FORM) assert.match(stamp?.attributes.get(name) ?? '', form, name);
    });
  }

  it('a payment complement, and no wrong one', async () => {
    const [document] = GOLDEN_CASES['three-parts-two-currencies'] ?? [];
    assert.ok(document);
    const facts = { series: 'P', number: '1', issuedAt: NOW };
    const signer = signerOf(bench.csd);
    const sealed = seal(buildPayment(document, facts), signer);
    const outcome = await bench.provided.transport.send(submissionOf(sealed));
    assert.ok(outcome.kind === 'accepted', JSON.stringify(outcome));
    const filed = readCfdi(outcome.document);
    assert.equal(filed.stamp?.uuid, outcome.id);
    assert.equal(filed.payments?.payments[0]?.documents[0]?.balanceAfter, '760.00');
    assert.deepEqual(checkCfdi(outcome.document), []);

    const payments = document.payments.map((payment) => ({ ...payment, form: '99' }));
    const wrong = seal(buildPayment({ ...document, payments }, facts), signer);
    const refused = await bench.provided.transport.send(submissionOf(wrong));
    assert.ok(refused.kind === 'rejected', JSON.stringify(refused));
    assert.deepEqual(
      refused.faults.map(({ code }) => code),
      ['CRP20212'],
    );
  });
});
