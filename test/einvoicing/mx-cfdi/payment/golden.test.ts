import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkCfdi } from '../../../../src/sandbox/cfdi-check/check.ts';
import { cadenaOriginal } from '../../../../src/einvoicing/mx-cfdi/cadena.ts';
import { buildPayment } from '../../../../src/einvoicing/mx-cfdi/payment/build.ts';
import { validatePayment } from '../../../../src/einvoicing/mx-cfdi/payment/validate.ts';
import { readCfdi } from '../../../../src/einvoicing/mx-cfdi/read.ts';
import { seal } from '../../../../src/einvoicing/mx-cfdi/seal.ts';
import { appendStamp, readStamp, type Stamp } from '../../../../src/einvoicing/mx-cfdi/stamp.ts';
import { testSigner } from '../signer.ts';
import { FACTS } from './complements.ts';
import { GOLDEN_CASES } from './golden-cases.ts';

/** The sources: compiled tests run in `dist`, where only code is. */
const FOLDER = new URL(
  `${import.meta.url.includes('/dist/') ? '../../../../../' : '../../../../'}test/einvoicing/mx-cfdi/payment/golden/`,
  import.meta.url,
);
const UPDATE = process.env['UPDATE_GOLDEN'] === '1';

/** One element a line, so that a difference can be read. */
const readable = (xml: string): string => `${xml.replaceAll('><', '>\n<')}\n`;

for (const [name, documents] of Object.entries(GOLDEN_CASES)) {
  test(`golden ${name}`, async () => {
    for (const [index, document] of documents.entries()) {
      assert.deepEqual(validatePayment(document), []);
      const built = buildPayment(document, FACTS);
      const file = new URL(`${name}-${index + 1}.xml`, FOLDER);
      const text = readable(built.bytes.toString('utf8'));
      if (UPDATE) writeFileSync(file, text);
      assert.equal(text, readFileSync(file, 'utf8'));
      const sealed = seal(built, await testSigner(document.seller.tax_id ?? ''));
      assert.deepEqual(checkCfdi(sealed.bytes), []);
    }
  });
}

const [DOCUMENT] = GOLDEN_CASES['freelancer-two-parts'] ?? [];
const sealedBytes = async (): Promise<Buffer> => {
  assert.ok(DOCUMENT);
  return seal(buildPayment(DOCUMENT, FACTS), await testSigner('JUFA7608212V6')).bytes;
};

test('the cadena has the payments after the lines, in the order of the schema', async () => {
  const cadena = cadenaOriginal((await sealedBytes()).toString());
  const [, tail] = cadena.split('|84111506|1|ACT|Pago|0|0|01|');
  assert.equal(
    tail,
    [
      '2.0|559.44|524.48|5244.76|839.16|5000.00',
      '2026-11-19T12:00:00|03|MXN|1|5000.00',
      '6128396f-c09b-4ec6-8699-000000000103|F|103|MXN|1|1|14299.99|5000.00|9299.99|02',
      '5244.758912|001|Tasa|0.100000|524.475891|5244.758912|002|Tasa|0.106667|559.442699',
      '5244.758912|002|Tasa|0.160000|839.161426',
      '001|524.475891|002|559.442699|5244.758912|002|Tasa|0.160000|839.161426||',
    ].join('|'),
  );
});

test('the stamp goes into the Complemento that is there', async () => {
  const bytes = await sealedBytes();
  const stamp: Stamp = {
    version: '1.1',
    uuid: '6128396f-c09b-4ec6-8699-43c5f7e3b230',
    stampedAt: '2026-11-21T12:00:09',
    providerRfc: 'SPR190613I52',
    legend: null,
    cfdiSeal: 'QUJD',
    satCertificateNumber: '30001000000500003456',
    satSeal: 'QUJD',
  };
  const stamped = appendStamp(bytes, stamp).toString();
  const close = '</cfdi:Complemento></cfdi:Comprobante>';
  assert.ok(stamped.startsWith(bytes.toString().slice(0, -close.length)));
  assert.equal(stamped.split('<cfdi:Complemento>').length, 2);
  assert.ok(stamped.endsWith(`/>${close}`));
  assert.deepEqual(readStamp(stamped), stamp);
  assert.equal(cadenaOriginal(stamped), cadenaOriginal(bytes.toString()));
  assert.deepEqual(checkCfdi(Buffer.from(stamped)), []);
  assert.throws(() => appendStamp(Buffer.from(stamped), stamp));
});

test('what is printed is read back as it was written', async () => {
  const cfdi = readCfdi(await sealedBytes());
  assert.equal(cfdi.type, 'P');
  assert.equal(cfdi.receiver.use, 'CP01');
  assert.equal(cfdi.payments?.totals.get('MontoTotalPagos'), '5000.00');
  const [payment] = cfdi.payments?.payments ?? [];
  assert.deepEqual(
    [payment?.paidAt, payment?.form, payment?.amount],
    ['2026-11-19T12:00:00', '03', '5000.00'],
  );
  const [document] = payment?.documents ?? [];
  assert.deepEqual(
    [document?.installment, document?.balanceBefore, document?.paid, document?.balanceAfter],
    ['1', '14299.99', '5000.00', '9299.99'],
  );
  assert.deepEqual(document?.taxes?.transferred, [
    { base: '5244.758912', tax: '002', factor: 'Tasa', rate: '0.160000', amount: '839.161426' },
  ]);
  assert.deepEqual(
    payment?.taxes?.withheld.map(({ tax, amount }) => [tax, amount]),
    [
      ['001', '524.475891'],
      ['002', '559.442699'],
    ],
  );
});
