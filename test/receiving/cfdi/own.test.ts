// What our own builder makes, as its receiver reads it: every golden document, and chains of payments.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { packageRoot } from '../../../src/base/package-root.ts';
import { decimal, sumOf } from '../../../src/base/money/decimal.ts';
import type { BuiltDocument } from '../../../src/einvoicing/filing.ts';
import { mxCfdi } from '../../../src/einvoicing/mx-cfdi/index.ts';
import { buildPayment } from '../../../src/einvoicing/mx-cfdi/payment/build.ts';
import { seal } from '../../../src/einvoicing/mx-cfdi/seal.ts';
import { appendStamp } from '../../../src/einvoicing/mx-cfdi/stamp.ts';
import { readCfdi } from '../../../src/receiving/cfdi/read.ts';
import { documentOf, factsOf, shown, type GoldenCase } from '../../einvoicing/mx-cfdi/golden.ts';
import { FACTS } from '../../einvoicing/mx-cfdi/payment/complements.ts';
import { randomCases } from '../../einvoicing/mx-cfdi/payment/generate.ts';
import { testSigner } from '../../einvoicing/mx-cfdi/signer.ts';
import { randomOf } from '../../property/random.ts';
import { longDose, seedOf } from '../../support/dose.ts';
import { stampOf, SAT_KEYS } from './writer.ts';

const SEED = seedOf(import.meta.filename);
const FOLDER = `${packageRoot()}/test/einvoicing/mx-cfdi/golden/`;
const UUID = '9CA14D07-3181-43A1-8F5B-2C1BF092A388';

const stamped = (sealed: BuiltDocument): Buffer =>
  appendStamp(sealed.bytes, stampOf(UUID, sealed.seal ?? ''));

test('every golden invoice and credit note is read as it was meant', async () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.json'))) {
    const golden = JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8')) as GoldenCase;
    const document = documentOf(golden);
    const signer = await testSigner(document.seller.tax_id ?? '');
    const read = readCfdi(stamped(seal(mxCfdi.build(document, factsOf(golden)), signer)), SAT_KEYS);
    assert.deepEqual(
      read.issues.filter(({ rule, severity }) => severity === 'error' || rule === 'cfdi_sum'),
      [],
      name,
    );
    assert.equal(read.kind, document.kind === 'credit_note' ? 'bill_credit_note' : 'bill', name);
    assert.deepEqual([read.seals?.seal, read.seals?.stamp?.seal], ['valid', 'valid'], name);
    const { totals, lines, uuid } = read.document ?? assert.fail(name);
    const [, , tax, withheld, total] = shown(document);
    assert.deepEqual(
      [totals.tax ?? '0', totals.withheld ?? '0', totals.total ?? ''].map((text) => decimal(text).toFixed()),
      [tax, withheld, total],
      name,
    );
    const sum = lines.flatMap((line) => [
      decimal(line.net),
      ...line.taxes.map(({ amount }) => decimal(amount ?? '0')),
      ...line.withholdings.map(({ amount }) => decimal(`-${amount ?? '0'}`)),
    ]);
    assert.equal(sumOf(sum).toFixed(), total, name);
    assert.equal(uuid, UUID);
  }
});

const RUNS = longDose(100);

test(`${RUNS} complements prove the payments that they were made for`, async () => {
  const signer = await testSigner('PRO840423SG8');
  let done = 0;
  for (let index = 0; done < RUNS; index += 1) {
    for (const { document } of randomCases(randomOf(SEED + index)).cases) {
      const read = readCfdi(stamped(seal(buildPayment(document, FACTS), signer)), SAT_KEYS);
      const told = `SEED=${SEED + index}`;
      assert.equal(read.kind, 'payment_proof', told);
      assert.deepEqual(
        read.issues.filter(({ severity }) => severity !== 'note'),
        [],
        told,
      );
      const paid = read.proof?.payments.flatMap(({ documents }) => documents) ?? [];
      assert.equal(read.proof?.uuid, UUID);
      assert.ok(paid.length > 0);
      for (const { before, paid: part, left } of paid)
        assert.equal(decimal(before).minus(decimal(part)).toFixed(), decimal(left).toFixed(), told);
      done += 1;
    }
  }
});

test('a complement of more documents than are compared is kept and not read; of many wrong ones some are told', () => {
  const complementOf = (count: number): Buffer => {
    const paid = `<pago20:DoctoRelacionado IdDocumento="${UUID}" MonedaDR="MXN" EquivalenciaDR="1" NumParcialidad="1" ImpSaldoAnt="5.00" ImpPagado="1.00" ImpSaldoInsoluto="3.00" ObjetoImpDR="01"/>`;
    const payment = `<pago20:Pago FechaPago="2026-11-09T12:00:00" FormaDePagoP="03" MonedaP="MXN" TipoCambioP="1" Monto="90000.00">${paid.repeat(count)}</pago20:Pago>`;
    return Buffer.from(
      `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:pago20="http://www.sat.gob.mx/Pagos20" Version="4.0" Fecha="2026-11-10T12:00:00" SubTotal="0" Moneda="XXX" Total="0" TipoDeComprobante="P" Exportacion="01" LugarExpedicion="06470"><cfdi:Emisor Rfc="PRO840423SG8" Nombre="P" RegimenFiscal="601"/><cfdi:Receptor Rfc="URE180429TM6" Nombre="U" DomicilioFiscalReceptor="06470" RegimenFiscalReceptor="601" UsoCFDI="CP01"/><cfdi:Conceptos><cfdi:Concepto ClaveProdServ="84111506" Cantidad="1" ClaveUnidad="ACT" Descripcion="Pago" ValorUnitario="0" Importe="0" ObjetoImp="01"/></cfdi:Conceptos><cfdi:Complemento><pago20:Pagos Version="2.0">${payment}</pago20:Pagos></cfdi:Complemento></cfdi:Comprobante>`,
    );
  };
  const told = (count: number) => {
    const { kind, issues } = readCfdi(complementOf(count), SAT_KEYS);
    const of = (rule: string) => issues.filter((each) => each.rule === rule).length;
    return [kind, of('cfdi_documents_many'), of('cfdi_payment_balance')];
  };
  assert.deepEqual(
    [told(30), told(10_001)],
    [
      ['payment_proof', 0, 20],
      ['unknown', 1, 0],
    ],
  );
});
