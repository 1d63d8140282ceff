// Each rule of the SAT's matrix that `checkCfdi` knows, broken by one change of a sound document.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ANYBODY, fit } from '../../../src/base/text/fit.ts';
import { CFDI_CHECKS, checkCfdi } from '../../../src/sandbox/cfdi-check/check.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { build } from '../../../src/einvoicing/mx-cfdi/build.ts';
import { cadenaOriginal } from '../../../src/einvoicing/mx-cfdi/cadena.ts';
import { seal } from '../../../src/einvoicing/mx-cfdi/seal.ts';
import { documentOf, factsOf, type GoldenCase } from '../../einvoicing/mx-cfdi/golden.ts';
import { testSigner, type TestSigner } from '../../einvoicing/mx-cfdi/signer.ts';

const BASE: GoldenCase = {
  about: 'two taxed lines and one that is not',
  facts: { series: 'F', number: '1', issued_at: '2026-11-21T18:00:00Z' },
  lines: [
    { unit_price: 33.333333, quantity: 3 },
    { unit_price: 10 },
    { unit_price: 5, country_details: { tax_object: '01' } },
  ],
};
const GLOBAL: GoldenCase = {
  ...BASE,
  customer: { name: 'Público en General', tax_id: 'XAXX010101000', details: {} },
};
const SHOWN: GoldenCase = {
  ...BASE,
  lines: [{ unit_price: 10, country_details: { tax_object: '07', excise: { rate: 8 } } }],
};
const TRANSFERRED_IVA =
  '<cfdi:Traslado Base="10.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="1.60"/>';
const IMPORTED: GoldenCase = { ...BASE, lines: [{ unit_price: 10, customs_number: '26 47 3807 6003832' }] };
const CREDIT: GoldenCase = {
  ...GLOBAL,
  refund_form: '01',
  relations: [
    {
      type: '03',
      uuid: '6128396f-c09b-4ec6-8699-43c5f7e3b230',
      folio: 'F-1',
      issueDate: asDay('2026-11-02'),
    },
  ],
};
const FOREIGN: GoldenCase = {
  ...BASE,
  currency: 'USD',
  customer: { name: 'Acme', country_code: 'US', tax_id: '36-1234567', postal_code: null, details: {} },
};

let signer: TestSigner;
before(async () => {
  signer = await testSigner('PRO840423SG8');
});

const sealedText = (golden: GoldenCase): string =>
  seal(build(documentOf(golden), factsOf(golden)), signer).bytes.toString('utf8');

type Change = readonly [from: string | RegExp, to: string];

/** A change that changes nothing would make a test that cannot fail. */
const changed = (xml: string, changes: readonly Change[]): string =>
  changes.reduce((text, [from, to]) => {
    const result = text.replace(from, to);
    assert.notEqual(result, text, `${String(from)} is not in the document`);
    return result;
  }, xml);

/** Sealed again, so that only the change is wrong. */
const resealed = (xml: string): string =>
  xml.replace(/ Sello="[^"]*"/, ` Sello="${signer.sign(cadenaOriginal(xml))}"`);

const rulesOf = (xml: string): readonly string[] => [
  ...new Set(checkCfdi(Buffer.from(xml)).map(({ rule }) => rule)),
];

const broken = (golden: GoldenCase, ...changes: readonly Change[]): readonly string[] =>
  rulesOf(resealed(changed(sealedText(golden), changes)));

const DISCOUNT: Change = [/ SubTotal="115.00"/, ' SubTotal="115.00" Descuento="1.00"'];
const WITHHELD =
  '<cfdi:Retenciones><cfdi:Retencion Base="10.00" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="1.00"/></cfdi:Retenciones>';
const withheld = (line: string): Change => [/(Base="10.00"[^>]*\/><\/cfdi:Traslados>)/, `$1${line}`];
const summary = (rows: string, total = ' TotalImpuestosRetenidos="1.00"'): Change => [
  /<cfdi:Impuestos( TotalImpuestosTrasladados="17.60")>/,
  `<cfdi:Impuestos${total}$1>${rows}`,
];
const ROW = '<cfdi:Retencion Impuesto="001" Importe="1.00"/>';
const ROWS = `<cfdi:Retenciones>${ROW}</cfdi:Retenciones>`;
const LESS: Change = [' Total="132.60"', ' Total="131.60"'];
const SUMMARY_ROW =
  /(<cfdi:Traslado Base="110.00"[^>]*\/>)(?=<\/cfdi:Traslados><\/cfdi:Impuestos><\/cfdi:Comprobante>)/;

test('a sound document breaks nothing', () => {
  for (const golden of [BASE, GLOBAL, FOREIGN, SHOWN, IMPORTED, CREDIT])
    assert.deepEqual(rulesOf(sealedText(golden)), []);
});

test('taxes withheld and discounts are understood', () => {
  assert.deepEqual(broken(BASE, withheld(WITHHELD), summary(ROWS), LESS), []);
  const line: Change = [' Importe="5.00" ObjetoImp', ' Importe="5.00" Descuento="1.00" ObjetoImp'];
  assert.deepEqual(broken(BASE, line, DISCOUNT, LESS), []);
});

/** The rule, the document and what is changed in it. */
const BREACHES: readonly (readonly [string, GoldenCase, ...Change[]])[] = [
  ['CFDI40101', BASE, ['2026-11-21T12:00:00', '2026-02-30T12:00:00']],
  ['CFDI40103', BASE, ['TipoDeComprobante="I"', 'TipoDeComprobante="T"']],
  ['CFDI40104', BASE, ['FormaPago="03"', 'FormaPago="07"']],
  ['CFDI40105', BASE, ['MetodoPago="PUE"', 'MetodoPago="PPD"']],
  ['CFDI40107', BASE, [' SubTotal="115.00"', ' SubTotal="115.000"']],
  ['CFDI40108', BASE, [' SubTotal="115.00"', ' SubTotal="115.01"']],
  ['CFDI40109', BASE, ['TipoDeComprobante="I"', 'TipoDeComprobante="P"']],
  ['CFDI40110', BASE, [' SubTotal="115.00"', ' SubTotal="115.00" Descuento="116.00"']],
  ['CFDI40111', BASE, DISCOUNT],
  ['CFDI40112', BASE, [' SubTotal="115.00"', ' SubTotal="115.00" Descuento="1.000"']],
  ['CFDI40113', BASE, ['Moneda="MXN"', 'Moneda="MXX"']],
  ['CFDI40114', BASE, ['Moneda="MXN"', 'Moneda="MXN" TipoCambio="2"']],
  ['CFDI40115', BASE, ['Moneda="MXN"', 'Moneda="USD"']],
  ['CFDI40116', BASE, ['Moneda="MXN"', 'Moneda="XXX" TipoCambio="1"']],
  ['CFDI40119', BASE, [' Total="132.60"', ' Total="132.61"']],
  ['CFDI40121', BASE, ['TipoDeComprobante="I"', 'TipoDeComprobante="X"']],
  ['CFDI40122', BASE, ['Exportacion="01"', 'Exportacion="02"']],
  ['CFDI40123', BASE, ['Exportacion="01"', 'Exportacion="09"']],
  ['CFDI40124', BASE, ['MetodoPago="PUE"', 'MetodoPago="XXX"']],
  ['CFDI40125', BASE, ['TipoDeComprobante="I"', 'TipoDeComprobante="T"']],
  ['CFDI40126', BASE, ['LugarExpedicion="06600"', 'LugarExpedicion="00000"']],
  ['CFDI40130', GLOBAL, [/<cfdi:InformacionGlobal[^>]*>/, '']],
  ['CFDI40130', GLOBAL, ['Nombre="PUBLICO EN GENERAL"', 'Nombre="ANA"']],
  ['CFDI40131', GLOBAL, ['Periodicidad="01"', 'Periodicidad="09"']],
  ['CFDI40132', GLOBAL, ['Periodicidad="01"', 'Periodicidad="05"']],
  ['CFDI40133', GLOBAL, ['Meses="11"', 'Meses="00"']],
  ['CFDI40134', GLOBAL, ['Meses="11"', 'Meses="13"']],
  ['CFDI40135', GLOBAL, ['Periodicidad="01"', 'Periodicidad="05"']],
  ['CFDI40136', GLOBAL, ['Año="2026"', 'Año="2024"']],
  [
    'CFDI40137',
    BASE,
    [
      '<cfdi:Emisor',
      '<cfdi:CfdiRelacionados TipoRelacion="99"><cfdi:CfdiRelacionado UUID="6128396f-c09b-4ec6-8699-43c5f7e3b230"/></cfdi:CfdiRelacionados><cfdi:Emisor',
    ],
  ],
  ['CFDI40138', BASE, ['Rfc="PRO840423SG8"', 'Rfc="PRO840230SG8"']],
  ['CFDI40139', BASE, ['Nombre="ESTUDIO NOPAL"', 'Nombre="Estudio Nopal"']],
  ['CFDI40140', BASE, [' RegimenFiscal="601"', ' RegimenFiscal="600"']],
  ['CFDI40141', BASE, [' RegimenFiscal="601"', ' RegimenFiscal="612"']],
  ['CFDI40143', BASE, ['Rfc="EKU9003173C9"', 'Rfc="EKU9002303C9"']],
  ['CFDI40145', BASE, ['Nombre="CAFETERIA LUNA"', 'Nombre="CAFETERIA  LUNA"']],
  ['CFDI40146', BASE, ['Nombre="CAFETERIA LUNA"', 'Nombre="PUBLICO EN GENERAL"']],
  ['CFDI40147', BASE, ['DomicilioFiscalReceptor="42501"', 'DomicilioFiscalReceptor="18501"']],
  ['CFDI40149', GLOBAL, ['DomicilioFiscalReceptor="06600"', 'DomicilioFiscalReceptor="06601"']],
  ['CFDI40150', FOREIGN, ['ResidenciaFiscal="USA"', 'ResidenciaFiscal="XYZ"']],
  ['CFDI40151', BASE, [' RegimenFiscalReceptor', ' ResidenciaFiscal="USA" RegimenFiscalReceptor']],
  ['CFDI40152', FOREIGN, ['ResidenciaFiscal="USA"', 'ResidenciaFiscal="MEX"']],
  ['CFDI40153', FOREIGN, [' ResidenciaFiscal="USA"', '']],
  ['CFDI40154', BASE, [' RegimenFiscalReceptor', ' NumRegIdTrib="1" RegimenFiscalReceptor']],
  ['CFDI40156', FOREIGN, ['NumRegIdTrib="361234567"', 'NumRegIdTrib="36-1234567"']],
  ['CFDI40157', BASE, ['RegimenFiscalReceptor="601"', 'RegimenFiscalReceptor="600"']],
  ['CFDI40158', BASE, ['RegimenFiscalReceptor="601"', 'RegimenFiscalReceptor="612"']],
  ['CFDI40159', GLOBAL, ['RegimenFiscalReceptor="616"', 'RegimenFiscalReceptor="612"']],
  ['CFDI40160', BASE, ['UsoCFDI="G03"', 'UsoCFDI="P01"']],
  ['CFDI40161', BASE, ['UsoCFDI="G03"', 'UsoCFDI="D01"']],
  ['CFDI40161', BASE, ['UsoCFDI="G03"', 'UsoCFDI="CP01"']],
  ['CFDI40161', GLOBAL, ['UsoCFDI="S01"', 'UsoCFDI="CP01"']],
  ['CFDI40162', BASE, ['ClaveProdServ="80101501"', 'ClaveProdServ="8010150"']],
  ['CFDI40162', BASE, ['ClaveProdServ="80101501"', 'ClaveProdServ="12345678"']],
  ['CFDI40162', BASE, ['ClaveProdServ="80101501"', 'ClaveProdServ="15101506"']],
  ['CFDI40163', BASE, ['ClaveProdServ="80101501"', 'ClaveProdServ="15101514"']],
  ['CFDI40165', BASE, ['ClaveUnidad="E48"', 'ClaveUnidad="pieza"']],
  ['CFDI40165', BASE, ['ClaveUnidad="E48"', 'ClaveUnidad="SER"']],
  ['CFDI40166', BASE, ['ValorUnitario="5.00"', 'ValorUnitario="0.00"']],
  ['CFDI40167', BASE, ['Importe="5.00"', 'Importe="9.00"']],
  ['CFDI40168', BASE, ['Importe="5.00"', 'Importe="5.00" Descuento="0.001"']],
  ['CFDI40169', BASE, ['Importe="5.00"', 'Importe="5.00" Descuento="5.01"']],
  ['CFDI40170', BASE, ['ObjetoImp="01"', 'ObjetoImp="09"']],
  ['CFDI40171', BASE, ['ObjetoImp="01"', 'ObjetoImp="02"']],
  ['CFDI40172', BASE, ['ObjetoImp="02"', 'ObjetoImp="04"']],
  ['CFDI40172', SHOWN, ['ObjetoImp="07"', 'ObjetoImp="06"']],
  ['CFDI40172', SHOWN, [/<cfdi:Traslado Base="10.00" Impuesto="003"[^>]*Importe="0.80"\/>/, TRANSFERRED_IVA]],
  ['CFDI40194', IMPORTED, ['="26  47', '="15  47']],
  ['301', IMPORTED, ['="26  47', '="26 47']],
  ['CFDI40175', BASE, [/(Base="10.00" )Impuesto="002"/, '$1Impuesto="001"']],
  [
    'CFDI40130',
    CREDIT,
    ['<cfdi:CfdiRel', '<cfdi:InformacionGlobal Periodicidad="01" Meses="11" Año="2026"/><cfdi:CfdiRel'],
  ],
  ['CFDI40137', CREDIT, ['TipoRelacion="03"', 'TipoRelacion="08"']],
  ['CFDI40173', BASE, [/(ObjetoImp="01")\/>/, '$1><cfdi:Impuestos/></cfdi:Concepto>']],
  ['CFDI40175', BASE, [/(Base="10.00" )Impuesto="002"/, '$1Impuesto="009"']],
  ['CFDI40176', BASE, [/(Base="10.00" Impuesto="002" )TipoFactor="Tasa"/, '$1TipoFactor="Otro"']],
  ['CFDI40177', BASE, [/(Base="10.00" Impuesto="002" )TipoFactor="Tasa"/, '$1TipoFactor="Exento"']],
  ['CFDI40178', BASE, [/(Base="10.00" Impuesto="002" TipoFactor="Tasa") TasaOCuota="0.160000"/, '$1']],
  ['CFDI40179', BASE, [/(Base="10.00" [^>]*)TasaOCuota="0.160000"/, '$1TasaOCuota="0.150000"']],
  ['CFDI40180', BASE, [/(Base="10.00" [^>]*)Importe="1.60"/, '$1Importe="1.62"']],
  ['CFDI40182', BASE, withheld(WITHHELD.replace('"001"', '"009"')), summary(ROWS), LESS],
  ['CFDI40183', BASE, withheld(WITHHELD.replace('"Tasa"', '"Otro"')), summary(ROWS), LESS],
  ['CFDI40184', BASE, withheld(WITHHELD.replace('"Tasa"', '"Exento"')), summary(ROWS), LESS],
  ['CFDI40185', BASE, withheld(WITHHELD.replace('0.100000', '0.400000')), summary(ROWS), LESS],
  ['CFDI40186', BASE, withheld(WITHHELD.replace('Importe="1.00"', 'Importe="1.02"')), summary(ROWS), LESS],
  ['CFDI40201', BASE, ['TipoDeComprobante="I"', 'TipoDeComprobante="T"']],
  ['CFDI40202', BASE, withheld(WITHHELD), summary(ROWS, ' TotalImpuestosRetenidos="1.000"'), LESS],
  ['CFDI40203', BASE, withheld(WITHHELD), summary(ROWS, ' TotalImpuestosRetenidos="1.01"')],
  ['CFDI40204', BASE, ['TotalImpuestosTrasladados="17.60"', 'TotalImpuestosTrasladados="17.600"']],
  ['CFDI40205', BASE, ['TotalImpuestosTrasladados="17.60"', 'TotalImpuestosTrasladados="17.61"']],
  ['CFDI40206', BASE, withheld(WITHHELD)],
  ['CFDI40207', BASE, withheld(WITHHELD), summary(ROWS.replace('"001"', '"009"')), LESS],
  ['CFDI40208', BASE, withheld(WITHHELD), summary(`<cfdi:Retenciones>${ROW}${ROW}</cfdi:Retenciones>`)],
  ['CFDI40209', BASE, withheld(WITHHELD), summary(ROWS, '')],
  ['CFDI40210', BASE, withheld(WITHHELD), summary(ROWS.replace('1.00', '1.000')), LESS],
  ['CFDI40211', BASE, withheld(WITHHELD), summary(ROWS.replace('1.00', '1.01'))],
  ['CFDI40212', BASE, [' TotalImpuestosTrasladados="17.60"', '']],
  ['CFDI40213', BASE, [/<cfdi:Impuestos TotalI.*(?=<\/cfdi:Comprobante>)/, '']],
  ['CFDI40214', BASE, ['Base="110.00"', 'Base="110.000"']],
  ['CFDI40215', BASE, ['Base="110.00"', 'Base="110.01"']],
  ['CFDI40216', BASE, [SUMMARY_ROW, '$1<cfdi:Traslado Base="1.00" Impuesto="002" TipoFactor="Exento"/>']],
  ['CFDI40217', BASE, [/(Base="110.00" )Impuesto="002"/, '$1Impuesto="009"']],
  ['CFDI40218', BASE, [SUMMARY_ROW, '$1$1']],
  ['CFDI40219', BASE, [/(Base="110.00" [^>]*)0.160000/, '$10.150000']],
  ['CFDI40220', BASE, [/(Base="110.00" [^>]*Importe="17.60)/, '$10']],
  ['CFDI40221', BASE, [/(Base="110.00" [^>]*Importe="17.6)0/, '$11']],
  ['301', BASE, [' Version="4.0"', ' Version="3.3"']],
  ['301', BASE, [' Folio="1"', ' Folio=""']],
  ['301', BASE, [' Folio="1"', ' Folio="1" Otro="1"']],
  ['301', BASE, [' UsoCFDI="G03"', '']],
  ['301', BASE, ['Descripcion="Diseño de logotipo"', 'Descripcion="A|B"']],
  ['301', BASE, ['Cantidad="1"', 'Cantidad="0"']],
  ['301', BASE, ['Importe="5.00"', 'Importe="-5.00"']],
  ['301', BASE, ['Importe="5.00"', 'Importe="5.0000001"']],
  ['301', BASE, [/(<cfdi:Emisor[^>]*>)(<cfdi:Receptor[^>]*>)/, '$2$1']],
  ['301', BASE, [/<cfdi:Emisor[^>]*>/, '']],
  ['301', BASE, ['<cfdi:Conceptos>', '<cfdi:Conceptos>texto']],
  ['301', BASE, ['<cfdi:Conceptos>', '<cfdi:Nada/><cfdi:Conceptos>']],
  ['301', BASE, ['xmlns:cfdi="http://www.sat.gob.mx/cfd/4"', 'xmlns:cfdi="http://www.sat.gob.mx/cfd/3"']],
  ['301', BASE, [/ Rfc="EKU9003173C9"/, ' Rfc="EKU9013173C9"']],
];

for (const [rule, golden, ...changes] of BREACHES) {
  test(`${rule} is found`, () => {
    const found = broken(golden, ...changes);
    assert.ok(found.includes(rule), `found ${found.join(', ') || 'nothing'}`);
  });
}

/** Rules that nothing gets to which the schema, checked before, has let through. */
const BEHIND_THE_SCHEMA = ['CFDI40117', 'CFDI40174', 'CFDI40181'];

test('no rule is left untried, and there are many', () => {
  const tried = new Set([...BREACHES.map(([rule]) => rule), ...BEHIND_THE_SCHEMA]);
  assert.deepEqual(
    CFDI_CHECKS.map(({ id }) => id).filter((id) => !tried.has(id)),
    [],
  );
  assert.equal(new Set(CFDI_CHECKS.map(({ id }) => id)).size, CFDI_CHECKS.length);
  assert.ok(CFDI_CHECKS.length >= 80, `${CFDI_CHECKS.length}`);
});

test('the seal covers every value, and the certificate must be the one that is named', () => {
  const xml = sealedText(BASE);
  assert.deepEqual(rulesOf(changed(xml, [['Folio="1"', 'Folio="2"']])), ['CFDI40102']);
  assert.deepEqual(
    rulesOf(changed(xml, [[/NoCertificado="\d{20}"/, 'NoCertificado="00001000000500000000"']])),
    ['CFDI40106'],
  );
  assert.deepEqual(rulesOf(changed(xml, [[/ Certificado="[^"]*"/, ' Certificado="QUJD"']])), ['CFDI40106']);
  const late = resealed(changed(xml, [['2026-11-21T', '2031-11-21T']]));
  assert.deepEqual(rulesOf(late), ['CFDI40106']);
});

test('an issue has a message, a fix and a place', () => {
  const [issue] = checkCfdi(
    Buffer.from(resealed(sealedText(BASE).replace('UsoCFDI="G03"', 'UsoCFDI="D01"'))),
  );
  assert.deepEqual(issue && { ...issue, fix: fit(issue.fix, ANYBODY) }, {
    rule: 'CFDI40161',
    path: 'Receptor/@UsoCFDI',
    message: 'UsoCFDI does not fit the regime and the kind of person of the receiver.',
    fix: 'Create a new draft with create_invoice, without cfdi_use, which takes one that fits; or ask an administrator to change this one.',
    severity: 'error',
  });
});

test('what is no CFDI is refused, whatever it is', () => {
  for (const bytes of [
    '',
    'x',
    '<a/>',
    '<a',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a b="1" b="2"/>',
    '<a>&#0;</a>',
  ]) {
    assert.deepEqual(rulesOf(bytes), ['301'], bytes);
  }
  assert.deepEqual(
    checkCfdi(Buffer.from([0xff, 0xfe, 0x3c])).map(({ rule }) => rule),
    ['301'],
  );
});
