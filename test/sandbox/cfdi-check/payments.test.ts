// Each rule of the SAT's matrix for Pagos 2.0 that the sandbox PAC knows, broken by one change of a sound complement.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ANYBODY, fit } from '../../../src/base/text/fit.ts';
import { checkCfdi, PAYMENT_CHECKS } from '../../../src/sandbox/cfdi-check/check.ts';
import { cadenaOriginal } from '../../../src/einvoicing/mx-cfdi/cadena.ts';
import { buildPayment } from '../../../src/einvoicing/mx-cfdi/payment/build.ts';
import { seal } from '../../../src/einvoicing/mx-cfdi/seal.ts';
import { FACTS } from '../../einvoicing/mx-cfdi/payment/complements.ts';
import { GOLDEN_CASES } from '../../einvoicing/mx-cfdi/payment/golden-cases.ts';
import { testSigner, type TestSigner } from '../../einvoicing/mx-cfdi/signer.ts';

let signer: TestSigner;
before(async () => {
  signer = await testSigner('PRO840423SG8');
});

const textOf = (name: string): string => {
  const [document] = GOLDEN_CASES[name] ?? [];
  assert.ok(document, name);
  return seal(buildPayment(document, FACTS), signer).bytes.toString('utf8');
};

/** Pesos with IVA and both retentions; euros for an exempt and an untaxed invoice; a transfer with its bank fields. */
const PLAIN = 'freelancer-two-parts';
const CROSS = 'euros-for-two-invoices';
const BANK = 'substitute-with-bank';
const EXCISE = 'zero-rate-and-excise';
const DOLLARS = 'dollars-paid-in-pesos';

type Change = readonly [from: string | RegExp, to: string];

/** Sealed again, so that only the change is wrong. */
const broken = (name: string, changes: readonly Change[]): readonly string[] => {
  const xml = changes.reduce((text, [from, to]) => {
    const result = text.replace(from, to);
    assert.notEqual(result, text, `${String(from)} is not in the document`);
    return result;
  }, textOf(name));
  const sealed = xml.replace(/ Sello="[^"]*"/, ` Sello="${signer.sign(cadenaOriginal(xml))}"`);
  return [...new Set(checkCfdi(Buffer.from(sealed)).map(({ rule }) => rule))];
};

const CONCEPT = 'ObjetoImp="01"/></cfdi:Conceptos>';
const inConcept = (child: string): Change => [
  CONCEPT,
  `ObjetoImp="01">${child}</cfdi:Concepto></cfdi:Conceptos>`,
];
const LINE_TAX =
  '<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="1" Impuesto="002" TipoFactor="Exento"/></cfdi:Traslados></cfdi:Impuestos>';
const VAT_DR = '<pago20:TrasladoDR BaseDR="5244.758912" ImpuestoDR="002"';
const ISR_DR =
  '<pago20:RetencionDR BaseDR="5244.758912" ImpuestoDR="001" TipoFactorDR="Tasa" TasaOCuotaDR="0.100000"';
const VAT_P =
  '<pago20:TrasladoP BaseP="5244.758912" ImpuestoP="002" TipoFactorP="Tasa" TasaOCuotaP="0.160000"';
const ISR_P = '<pago20:RetencionP ImpuestoP="001" ImporteP="524.475891"/>';
const MORE = 'Monto="305.51" RfcEmisorCtaOrd="XEXX010101000"';

/** The rule, the document and what is changed in it. */
const BREACHES: readonly (readonly [string, string, ...Change[]])[] = [
  ['CRP20101', PLAIN, ['TipoDeComprobante="P"', 'TipoDeComprobante="I"']],
  ['CRP20102', PLAIN, ['Exportacion="01"', 'Exportacion="04"']],
  ['CRP20103', PLAIN, ['SubTotal="0"', 'SubTotal="0.00"']],
  ['CRP20104', PLAIN, ['Moneda="XXX"', 'Moneda="MXN"']],
  ['CRP20105', PLAIN, ['SubTotal="0"', 'FormaPago="03" SubTotal="0"']],
  ['CRP20106', PLAIN, ['LugarExpedicion', 'MetodoPago="PUE" LugarExpedicion']],
  ['CRP20107', PLAIN, ['SubTotal="0"', 'CondicionesDePago="30" SubTotal="0"']],
  ['CRP20108', PLAIN, ['Moneda="XXX"', 'Descuento="0" Moneda="XXX"']],
  ['CRP20109', PLAIN, ['Moneda="XXX"', 'Moneda="XXX" TipoCambio="1"']],
  ['CRP20110', PLAIN, [' Total="0"', ' Total="0.00"']],
  ['CRP20111', PLAIN, [/(<cfdi:Concepto [^>]*>)/, '$1$1']],
  ['CRP20112', PLAIN, inConcept('<cfdi:ComplementoConcepto/>')],
  ['CRP20113', PLAIN, ['84111506', '84111505']],
  ['CRP20114', PLAIN, ['ClaveProdServ="84111506"', 'ClaveProdServ="84111506" NoIdentificacion="1"']],
  ['CRP20115', PLAIN, ['Cantidad="1"', 'Cantidad="1.0"']],
  ['CRP20116', PLAIN, ['ClaveUnidad="ACT"', 'ClaveUnidad="E48"']],
  ['CRP20117', PLAIN, ['Descripcion="Pago"', 'Unidad="x" Descripcion="Pago"']],
  ['CRP20118', PLAIN, ['Descripcion="Pago"', 'Descripcion="Pagos"']],
  ['CRP20119', PLAIN, ['ValorUnitario="0"', 'ValorUnitario="0.0"']],
  ['CRP20120', PLAIN, ['Importe="0"', 'Importe="0.00"']],
  ['CRP20121', PLAIN, [' Importe="0"', ' Importe="0" Descuento="0"']],
  ['CRP20122', PLAIN, ['ObjetoImp="01"', 'ObjetoImp="04"']],
  ['CRP20123', PLAIN, inConcept(LINE_TAX)],
  ['CRP20201', PLAIN, ['TotalRetencionesIVA="559.44"', 'TotalRetencionesIVA="559.43"']],
  ['CRP20202', PLAIN, ['TotalRetencionesISR="524.48"', 'TotalRetencionesISR="524.47"']],
  [
    'CRP20203',
    PLAIN,
    ['TotalRetencionesISR="524.48"', 'TotalRetencionesISR="524.48" TotalRetencionesIEPS="1"'],
  ],
  ['CRP20204', PLAIN, ['BaseIVA16="5244.76"', 'BaseIVA16="5244.75"']],
  ['CRP20205', PLAIN, ['ImpuestoIVA16="839.16"', 'ImpuestoIVA16="839.17"']],
  ['CRP20206', CROSS, ['BaseIVA8="1914.93"', 'BaseIVA8="1914.92"']],
  ['CRP20207', CROSS, ['ImpuestoIVA8="153.19"', 'ImpuestoIVA8="153.20"']],
  ['CRP20208', EXCISE, ['BaseIVA0="456.43"', 'BaseIVA0="456.42"']],
  ['CRP20209', EXCISE, ['ImpuestoIVA0="0.00"', 'ImpuestoIVA0="0.01"']],
  ['CRP20210', CROSS, [/IVAExento="[^"]*"/, 'IVAExento="1"']],
  ['CRP20211', CROSS, ['MontoTotalPagos="6147.90"', 'MontoTotalPagos="6147.89"']],
  ['CRP20212', PLAIN, ['FormaDePagoP="03"', 'FormaDePagoP="99"']],
  ['CRP20213', PLAIN, ['MonedaP="MXN"', 'MonedaP="XXX"']],
  ['CRP20214', CROSS, [' TipoCambioP="20.1234"', '']],
  ['CRP20215', PLAIN, ['TipoCambioP="1"', 'TipoCambioP="1.0"']],
  ['CRP20215', PLAIN, [' TipoCambioP="1"', '']],
  ['CRP20217', PLAIN, ['Monto="5000.00"', 'Monto="4999.99"']],
  ['CRP20218', PLAIN, ['Monto="5000.00"', 'Monto="0.00"']],
  ['CRP20219', PLAIN, ['Monto="5000.00"', 'Monto="5000.000"']],
  ['CRP20221', BANK, ['FormaDePagoP="03"', 'FormaDePagoP="01"']],
  ['CRP20222', BANK, ['RfcEmisorCtaBen="BBA830831LJ2"', 'RfcEmisorCtaBen="BBA830230LJ2"']],
  ['CRP20223', CROSS, ['Monto="305.51"', MORE]],
  ['CRP20224', BANK, ['FormaDePagoP="03"', 'FormaDePagoP="01"']],
  ['CRP20225', BANK, ['CtaOrdenante="002180012345678901"', 'CtaOrdenante="00218001234567890"']],
  ['CRP20226', BANK, ['CtaBeneficiario="032180000118359719"', 'CtaBeneficiario="03218000011"']],
  ['CRP20227', BANK, ['FormaDePagoP="03"', 'FormaDePagoP="06"']],
  ['CRP20228', BANK, ['FormaDePagoP="03"', 'FormaDePagoP="06"']],
  ['CRP20229', EXCISE, ['Monto="700.00"', 'Monto="700.00" TipoCadPago="01"']],
  ['CRP20230', PLAIN, ['Monto="5000.00"', 'Monto="5000.00" TipoCadPago="01" CadPago="x" SelloPago="QQ=="']],
  ['CRP20231', PLAIN, ['Monto="5000.00"', 'Monto="5000.00" CertPago="QQ=="']],
  [
    'CRP20232',
    PLAIN,
    ['Monto="5000.00"', 'Monto="5000.00" TipoCadPago="01" CertPago="QQ==" SelloPago="QQ=="'],
  ],
  ['CRP20233', PLAIN, ['Monto="5000.00"', 'Monto="5000.00" CadPago="x"']],
  ['CRP20234', PLAIN, ['Monto="5000.00"', 'Monto="5000.00" TipoCadPago="01" CertPago="QQ==" CadPago="x"']],
  ['CRP20235', PLAIN, ['Monto="5000.00"', 'Monto="5000.00" SelloPago="QQ=="']],
  ['CRP20236', PLAIN, ['MonedaDR="MXN"', 'MonedaDR="XXX"']],
  ['CRP20237', CROSS, [' EquivalenciaDR="1.1676230816"', '']],
  ['CRP20238', PLAIN, ['EquivalenciaDR="1"', 'EquivalenciaDR="1.0000000000"']],
  ['CRP20239', PLAIN, ['ImpSaldoAnt="14299.99"', 'ImpSaldoAnt="0.00"']],
  ['CRP20240', PLAIN, ['ImpSaldoAnt="14299.99"', 'ImpSaldoAnt="14299.990"']],
  ['CRP20241', PLAIN, ['ImpPagado="5000.00"', 'ImpPagado="0.00"']],
  ['CRP20242', PLAIN, ['ImpPagado="5000.00"', 'ImpPagado="5000.000"']],
  ['CRP20243', PLAIN, ['ImpSaldoInsoluto="9299.99"', 'ImpSaldoInsoluto="9299.990"']],
  ['CRP20244', PLAIN, ['ImpSaldoInsoluto="9299.99"', 'ImpSaldoInsoluto="9300.00"']],
  ['CRP20245', PLAIN, ['ObjetoImpDR="02"', 'ObjetoImpDR="09"']],
  ['CRP20246', CROSS, ['ObjetoImpDR="01"', 'ObjetoImpDR="02"']],
  ['CRP20247', PLAIN, ['ObjetoImpDR="02"', 'ObjetoImpDR="04"']],
  [
    'CRP20248',
    CROSS,
    ['ObjetoImpDR="01"/>', 'ObjetoImpDR="02"><pago20:ImpuestosDR/></pago20:DoctoRelacionado>'],
  ],
  ['CRP20249', PLAIN, [ISR_DR, ISR_DR.replace('5244.758912', '0')]],
  ['CRP20250', PLAIN, [ISR_DR, ISR_DR.replace('"001"', '"009"')]],
  ['CRP20251', PLAIN, [ISR_DR, ISR_DR.replace('Tasa"', 'Taza"')]],
  ['CRP20252', PLAIN, [ISR_DR, ISR_DR.replace('Tasa"', 'Exento"')]],
  ['CRP20253', PLAIN, [ISR_DR, ISR_DR.replace('0.100000', '0.400000')]],
  ['CRP20254', PLAIN, ['ImporteDR="524.475891"', 'ImporteDR="524.475894"']],
  ['CRP20255', PLAIN, [VAT_DR, VAT_DR.replace('5244.758912', '0')]],
  ['CRP20256', PLAIN, [VAT_DR, VAT_DR.replace('"002"', '"009"')]],
  ['CRP20257', PLAIN, [`${VAT_DR} TipoFactorDR="Tasa"`, `${VAT_DR} TipoFactorDR="Taza"`]],
  ['CRP20258', PLAIN, [`${VAT_DR} TipoFactorDR="Tasa"`, `${VAT_DR} TipoFactorDR="Exento"`]],
  ['CRP20259', PLAIN, [' ImporteDR="839.161426"', '']],
  ['CRP20260', PLAIN, ['TasaOCuotaDR="0.160000"', 'TasaOCuotaDR="0.150000"']],
  ['CRP20261', PLAIN, ['ImporteDR="839.161426"', 'ImporteDR="839.161428"']],
  ['CRP20262', PLAIN, [ISR_P, ISR_P.replace('"001"', '"009"')]],
  ['CRP20263', PLAIN, [ISR_P, ISR_P + ISR_P]],
  ['CRP20264', PLAIN, [/ TotalRetencionesIVA="[^"]*" TotalRetencionesISR="[^"]*"/, '']],
  ['CRP20265', PLAIN, [ISR_P, ISR_P.replace('891', '890')]],
  ['CRP20265', PLAIN, [ISR_P, '']],
  ['CRP20266', CROSS, ['TipoFactorP="Exento"', 'TipoFactorP="Exento" TasaOCuotaP="0.160000"']],
  ['CRP20267', PLAIN, [/ TotalTrasladosBaseIVA16="[^"]*"/, '']],
  ['CRP20268', PLAIN, [VAT_P, VAT_P.replace('5244.758912', '5244.76')]],
  ['CRP20268', CROSS, [/<pago20:TrasladoP [^>]*TasaOCuotaP[^>]*>/, '']],
  ['CRP20269', CROSS, [/BaseP="95.159133"/, 'BaseP="95.16"']],
  ['CRP20269', CROSS, [/<pago20:TrasladoP [^>]*Exento"\/>/, '']],
  ['CRP20270', PLAIN, [VAT_P, VAT_P.replace('"002"', '"009"')]],
  ['CRP20271', PLAIN, [/(<pago20:TrasladoP [^>]*>)/, '$1$1']],
  ['CRP20272', PLAIN, [VAT_P, VAT_P.replace('0.160000', '0.150000')]],
  ['CRP20273', PLAIN, [/ TotalTrasladosImpuestoIVA16="[^"]*"/, '']],
  ['CRP20274', PLAIN, ['ImporteP="839.161426"', 'ImporteP="839.16"']],
  ['CRP20276', DOLLARS, ['Monto="9996.01"', 'Monto="9995.91"']],
  ['CRP20276', CROSS, ['Monto="305.51"', 'Monto="305.40"']],
  ['CRP20278', PLAIN, ['ObjetoImpDR="02"', 'ObjetoImpDR="06"']],
  ['CRP20279', EXCISE, ['ObjetoImpDR="02"', 'ObjetoImpDR="07"']],
  ['CRP20999', PLAIN, [/<cfdi:Complemento>.*<\/cfdi:Complemento>/, '']],
  ['CRP20999', PLAIN, ['UsoCFDI="CP01"', 'UsoCFDI="G03"']],
  ['CRP20999', BANK, ['TipoRelacion="04"', 'TipoRelacion="01"']],
  ['CRP20999', PLAIN, ['FechaPago="2026-11-19', 'FechaPago="2026-11-31']],
  ['CRP20999', PLAIN, ['FormaDePagoP="03"', 'FormaDePagoP="07"']],
  ['CRP20999', PLAIN, ['MonedaP="MXN"', 'MonedaP="MXX"']],
  ['CRP20999', PLAIN, ['MonedaDR="MXN"', 'MonedaDR="MXX"']],
  [
    '301',
    PLAIN,
    ['xmlns:pago20="http://www.sat.gob.mx/Pagos20"', 'xmlns:pago20="http://www.sat.gob.mx/Pagos"'],
  ],
  ['301', PLAIN, ['<pago20:Pagos Version="2.0">', '<pago20:Pagos Version="1.0">']],
  ['301', PLAIN, [/<pago20:Totales [^>]*>/, '']],
  ['301', PLAIN, [/(<pago20:Totales [^>]*>)(<pago20:Pago .*<\/pago20:Pago>)/, '$2$1']],
  ['301', PLAIN, [/(<pago20:RetencionesDR>.*<\/pago20:RetencionesDR>)(.*<\/pago20:TrasladosDR>)/, '$2$1']],
  ['301', PLAIN, ['NumParcialidad="1"', 'NumParcialidad="0"']],
  ['301', PLAIN, [' ImpPagado="5000.00"', '']],
  ['301', PLAIN, ['IdDocumento="6128396f', 'IdDocumento="z128396f']],
  ['301', PLAIN, ['MontoTotalPagos="5000.00"', 'MontoTotalPagos="5000.000"']],
  ['301', PLAIN, ['EquivalenciaDR="1"', 'EquivalenciaDR="1.00000000000"']],
];

for (const [rule, name, ...changes] of BREACHES) {
  test(`${rule} is found in ${name}: ${changes.map(([, to]) => to).join(' ')}`.slice(0, 100), () => {
    const found = broken(name, changes);
    assert.ok(found.includes(rule), `found ${found.join(', ') || 'nothing'}`);
  });
}

test('no rule is left untried', () => {
  const tried = new Set(BREACHES.map(([rule]) => rule));
  const ids = new Set(PAYMENT_CHECKS.map(({ id }) => id));
  assert.deepEqual(
    [...ids].filter((id) => !tried.has(id)),
    [],
  );
  assert.ok(ids.size >= 95, `${ids.size}`);
});

test('what agrees within the rounding of both currencies is taken', () => {
  // 580.00 dollars stand for anything from 579.995, which is 9995.92 pesos.
  assert.deepEqual(
    broken(DOLLARS, [
      ['Monto="9996.01"', 'Monto="9995.93"'],
      ['MontoTotalPagos="9996.01"', 'MontoTotalPagos="9995.93"'],
    ]),
    [],
  );
});

test('an issue names a fix for a payment', () => {
  const xml = textOf(PLAIN).replace('FormaDePagoP="03"', 'FormaDePagoP="99"');
  const issue = checkCfdi(Buffer.from(xml)).find(({ rule }) => rule === 'CRP20212');
  assert.deepEqual(issue && { ...issue, fix: fit(issue.fix, ANYBODY) }, {
    rule: 'CRP20212',
    path: 'Pagos/Pago[1]/@FormaDePagoP',
    message: 'FormaDePagoP is not 99.',
    fix: 'Ask an administrator to take the payment back, then record it again with record_invoice_payment, with its payment_method.',
    severity: 'error',
  });
});
