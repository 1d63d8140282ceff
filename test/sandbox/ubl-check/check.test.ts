// One change of a right document, and the rule that finds it: from the bytes alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUbl, UBL_RULES } from '../../../src/sandbox/ubl-check/check.ts';
import { peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import { GOLDEN } from '../../einvoicing/peppol-ubl/golden-cases.ts';
import { documentOf, FACTS, type InvoiceGiven } from '../../einvoicing/peppol-ubl/invoices.ts';

const xmlOf = (given: InvoiceGiven): string =>
  peppolUbl.build(documentOf(given), FACTS).bytes.toString('utf8');

const rulesOf = (xml: string): readonly string[] => [
  ...new Set(checkUbl(Buffer.from(xml, 'utf8')).map(({ rule }) => rule)),
];

/** The rules that find the change; it must change something. */
const after = (name: string, from: string | RegExp, to: string): readonly string[] => {
  const given = GOLDEN[name];
  assert.ok(given !== undefined, name);
  const xml = xmlOf(given);
  const changed = xml.replace(from, to);
  assert.notEqual(changed, xml, `nothing of ${name} is ${from}`);
  return rulesOf(changed);
};

const without = (element: string): RegExp => new RegExp(`<${element}[ >].*?</${element}>`, 's');

const SELLER = /(<cac:AccountingSupplierParty>.*?)/.source;
const inSeller = (pattern: string): RegExp => new RegExp(`${SELLER}${pattern}`, 's');
const inBuyer = (pattern: string): RegExp => new RegExp(`(<cac:AccountingCustomerParty>.*?)${pattern}`, 's');
const inLine = (pattern: string): RegExp => new RegExp(`(<cac:InvoiceLine>.*?)${pattern}`, 's');
const inTotals = (pattern: string): RegExp => new RegExp(`(<cac:LegalMonetaryTotal>.*?)${pattern}`, 's');
const inRow = (pattern: string): RegExp => new RegExp(`(<cac:TaxSubtotal>.*?)${pattern}`, 's');

/** Name of the golden document, what is changed to what, and the rules that must be among those that find it. */
const CHANGES: readonly (readonly [string, string | RegExp, string, ...string[]])[] = [
  ['de-19', without('cbc:CustomizationID'), '', 'BR-01', 'PEPPOL-EN16931-R004'],
  ['de-19', 'billing:3.0<', 'billing:3.0::2.1<', 'PEPPOL-EN16931-R004'],
  ['de-19', without('cbc:ID'), '', 'BR-02'],
  ['de-19', without('cbc:IssueDate'), '', 'BR-03'],
  ['de-19', '2026-11-21', '2026-02-30', 'PEPPOL-EN16931-F001'],
  ['de-19', without('cbc:DueDate'), '', 'BR-CO-25'],
  ['de-19', without('cbc:InvoiceTypeCode'), '', 'BR-04'],
  ['de-19', '>380<', '>999<', 'BR-CL-01', 'PEPPOL-EN16931-P0100', 'DE-R-017'],
  ['de-19', without('cbc:DocumentCurrencyCode'), '', 'BR-05'],
  ['de-19', '>EUR<', '>EUX<', 'BR-CL-04', 'PEPPOL-EN16931-R051'],
  ['de-19', /currencyID="EUR"/, 'currencyID="ZWL"', 'PEPPOL-EN16931-CL007'],
  ['de-19', without('cbc:ProfileID'), '', 'PEPPOL-EN16931-R001'],
  ['de-note-of-numbers', '#AAI#', '', 'BR-CL-08'],
  ['de-19', 'billing:01:1.0', 'ordering:01:1.0', 'PEPPOL-EN16931-R007'],
  ['de-19', without('cbc:BuyerReference'), '', 'PEPPOL-EN16931-R003', 'DE-R-015'],
  [
    'de-19',
    '<cbc:DocumentCurrencyCode>',
    '<cbc:Note></cbc:Note><cbc:DocumentCurrencyCode>',
    'PEPPOL-EN16931-R008',
  ],
  [
    'gb-20',
    '<cbc:DocumentCurrencyCode>',
    '<cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note><cbc:DocumentCurrencyCode>',
    'PEPPOL-EN16931-R002',
  ],
  [
    'de-19',
    '<cbc:BuyerReference>',
    '<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode><cbc:BuyerReference>',
    'PEPPOL-EN16931-R005',
    'PEPPOL-EN16931-R054',
  ],
  [
    'de-19',
    '<cbc:BuyerReference>',
    '<cbc:TaxCurrencyCode>USX</cbc:TaxCurrencyCode><cbc:BuyerReference>',
    'BR-53',
    'BR-CL-05',
  ],
  ['de-dollars', '>16.36<', '>-16.36<', 'PEPPOL-EN16931-R055'],
  [
    'de-dollars',
    /<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">.*?<\/cac:TaxTotal>/,
    '',
    'BR-53',
    'PEPPOL-EN16931-R054',
  ],
  ['de-19', without('cac:TaxSubtotal'), '', 'BR-CO-18', 'PEPPOL-EN16931-R053', 'BR-S-01'],
  ['de-19', inSeller('<cac:PartyLegalEntity>.*?</cac:PartyLegalEntity>'), '$1', 'BR-06'],
  ['de-19', inBuyer('<cac:PartyLegalEntity>.*?</cac:PartyLegalEntity>'), '$1', 'BR-07'],
  ['de-19', inSeller('<cac:PostalAddress>.*?</cac:PostalAddress>'), '$1', 'BR-08'],
  ['de-19', inSeller('<cac:Country>.*?</cac:Country>'), '$1', 'BR-09'],
  ['de-19', inBuyer('<cac:PostalAddress>.*?</cac:PostalAddress>'), '$1', 'BR-10'],
  ['de-19', inBuyer('<cac:Country>.*?</cac:Country>'), '$1', 'BR-11'],
  ['de-19', inBuyer('>DE</cbc:IdentificationCode>'), '$1>QQ</cbc:IdentificationCode>', 'BR-CL-14'],
  ['de-19', inSeller('<cbc:EndpointID.*?</cbc:EndpointID>'), '$1', 'PEPPOL-EN16931-R020'],
  ['de-19', inBuyer('<cbc:EndpointID.*?</cbc:EndpointID>'), '$1', 'PEPPOL-EN16931-R010'],
  ['de-19', inSeller(' schemeID="9930"'), '$1', 'BR-62', 'PEPPOL-EN16931-CL008'],
  ['de-19', inBuyer(' schemeID="9930"'), '$1', 'BR-63'],
  ['de-19', inBuyer('schemeID="9930"'), '$1schemeID="EM"', 'PEPPOL-EN16931-CL008'],
  ['de-19', inBuyer('schemeID="9930"'), '$1schemeID="1234"', 'BR-CL-25'],
  ['de-19', inBuyer('schemeID="9930">DE129273398'), '$1schemeID="0088">4012345000008', 'PEPPOL-COMMON-R040'],
  ['de-19', inBuyer('schemeID="9930">DE129273398'), '$1schemeID="0192">974760674', 'PEPPOL-COMMON-R041'],
  ['de-19', inBuyer('schemeID="9930">DE129273398'), '$1schemeID="0184">DK1', 'PEPPOL-COMMON-R042'],
  ['de-19', inBuyer('schemeID="9930">DE129273398'), '$1schemeID="0208">0202239952', 'PEPPOL-COMMON-R043'],
  ['de-19', inBuyer('schemeID="9930">DE129273398'), '$1schemeID="0007">5560360794', 'PEPPOL-COMMON-R049'],
  ['au-10', inBuyer('schemeID="0151">53004085616'), '$1schemeID="0151">53004085617', 'PEPPOL-COMMON-R050'],
  [
    'de-19',
    inSeller('<cac:PartyTaxScheme>.*?</cac:PartyTaxScheme>'),
    '$1',
    'BR-S-02',
    'BR-CO-26',
    'DE-R-016',
  ],
  ['de-19', inSeller('<cbc:CompanyID>DE'), '$1<cbc:CompanyID>Q1', 'BR-CO-09'],
  [
    'de-tax-number',
    /<cac:PartyIdentification><cbc:ID>/,
    '<cac:PartyIdentification><cbc:ID schemeID="9930">',
    'BR-CL-10',
  ],
  [
    'nl-21',
    inSeller('schemeID="0106">12345678</cbc:CompanyID>'),
    '$1schemeID="9944">12345678</cbc:CompanyID>',
    'NL-R-003',
    'BR-CL-11',
    'BR-NL-1',
  ],
  ['nl-21', inSeller('<cbc:CompanyID schemeID="0106">12345678</cbc:CompanyID>'), '$1', 'BR-NL-1'],
  ['nl-21', inBuyer('<cbc:CompanyID schemeID="0106">87654321</cbc:CompanyID>'), '$1', 'BR-NL-10'],
  [
    'nl-21',
    inBuyer('schemeID="0106">87654321</cbc:CompanyID>'),
    '$1schemeID="0002">87654321</cbc:CompanyID>',
    'NL-R-005',
    'BR-NL-10',
  ],
  ['nl-21', inSeller('<cbc:StreetName>.*?</cbc:StreetName>'), '$1', 'NL-R-002'],
  ['nl-21', inBuyer('<cbc:StreetName>.*?</cbc:StreetName>'), '$1', 'NL-R-004'],
  ['nl-21', without('cac:PaymentMeans'), '', 'NL-R-007'],
  ['nl-21', '>58<', '>1<', 'NL-R-008'],
  ['de-19', without('cac:PaymentMeans'), '', 'DE-R-001'],
  ['de-19', without('cbc:PaymentMeansCode'), '', 'BR-49'],
  ['de-19', '>1</cbc:PaymentMeansCode>', '>69</cbc:PaymentMeansCode>', 'BR-CL-16'],
  ['de-19', '>1</cbc:PaymentMeansCode>', '>30</cbc:PaymentMeansCode>', 'BR-61', 'DE-R-023-1'],
  ['de-19', '>1</cbc:PaymentMeansCode>', '>48</cbc:PaymentMeansCode>', 'DE-R-024-1'],
  ['de-19', '>1</cbc:PaymentMeansCode>', '>59</cbc:PaymentMeansCode>', 'DE-R-025-1', 'PEPPOL-EN16931-R061'],
  ['de-sepa', '>58<', '>48<', 'DE-R-024-2'],
  ['de-sepa', '>58<', '>59<', 'DE-R-025-2'],
  [
    'de-sepa',
    '<cac:PayeeFinancialAccount>',
    '<cac:CardAccount><cbc:PrimaryAccountNumberID>1234</cbc:PrimaryAccountNumberID></cac:CardAccount><cac:PayeeFinancialAccount>',
    'DE-R-023-2',
  ],
  ['de-sepa', 'DE75512108001245126199', 'DE76512108001245126199', 'DE-R-019'],
  ['de-sepa', /<cac:PayeeFinancialAccount><cbc:ID>.*?<\/cbc:ID>/, '<cac:PayeeFinancialAccount>', 'BR-50'],
  ['de-19', inSeller('<cac:Contact>.*?</cac:Contact>'), '$1', 'DE-R-002'],
  ['de-19', inSeller('<cbc:CityName>.*?</cbc:CityName>'), '$1', 'DE-R-003'],
  ['de-19', inSeller('<cbc:PostalZone>.*?</cbc:PostalZone>'), '$1', 'DE-R-004'],
  ['de-19', inSeller('<cbc:Name>.*?</cbc:Name>'), '$1', 'DE-R-005'],
  ['de-19', inSeller('<cbc:Telephone>.*?</cbc:Telephone>'), '$1', 'DE-R-006'],
  [
    'de-19',
    inSeller('<cbc:Telephone>.*?</cbc:Telephone>'),
    '$1<cbc:Telephone>12</cbc:Telephone>',
    'DE-R-027',
  ],
  ['de-19', inSeller('<cbc:ElectronicMail>.*?</cbc:ElectronicMail>'), '$1', 'DE-R-007'],
  ['de-19', 'rechnung@brueckner.example', 'rechnung', 'DE-R-028'],
  ['de-19', inBuyer('<cbc:CityName>.*?</cbc:CityName>'), '$1', 'DE-R-008'],
  ['de-19', inBuyer('<cbc:PostalZone>.*?</cbc:PostalZone>'), '$1', 'DE-R-009'],
  ['de-reverse-charge', inSeller('<cbc:CityName>.*?</cbc:CityName>'), '$1', 'BR-DE-3'],
  ['de-reverse-charge', without('cac:Delivery'), '', 'BR-DE-TMP-32'],
  ['de-outside-scope', inRow('<cbc:Percent>0</cbc:Percent>'), '$1', 'DE-R-014'],
  ['de-within-the-union', without('cac:Delivery'), '', 'BR-IC-11', 'BR-IC-12'],
  ['de-within-the-union', /(<cac:DeliveryLocation>.*?)<cac:Country>.*?<\/cac:Country>/s, '$1', 'BR-57'],
  ['de-19', inTotals('<cbc:LineExtensionAmount.*?</cbc:LineExtensionAmount>'), '$1', 'BR-12'],
  ['de-19', inTotals('<cbc:TaxExclusiveAmount.*?</cbc:TaxExclusiveAmount>'), '$1', 'BR-13', 'BR-CO-13'],
  ['de-19', inTotals('<cbc:TaxInclusiveAmount.*?</cbc:TaxInclusiveAmount>'), '$1', 'BR-14', 'BR-CO-15'],
  ['de-19', inTotals('<cbc:PayableAmount.*?</cbc:PayableAmount>'), '$1', 'BR-15', 'BR-CO-16'],
  ['de-19', without('cac:InvoiceLine'), '', 'BR-16', 'BR-CO-10', 'BR-S-08'],
  [
    'de-19',
    inTotals('>100.00</cbc:LineExtensionAmount>'),
    '$1>100.001</cbc:LineExtensionAmount>',
    'BR-DEC-09',
    'BR-CO-10',
  ],
  ['de-19', inTotals('>100.00</cbc:TaxExclusiveAmount>'), '$1>100.000</cbc:TaxExclusiveAmount>', 'BR-DEC-12'],
  ['de-19', '>19.00</cbc:TaxAmount>', '>19.000</cbc:TaxAmount>', 'BR-DEC-13'],
  ['de-19', '>119.00</cbc:TaxInclusiveAmount>', '>119.000</cbc:TaxInclusiveAmount>', 'BR-DEC-14'],
  ['de-19', '>119.00</cbc:PayableAmount>', '>119.000</cbc:PayableAmount>', 'BR-DEC-18'],
  ['de-19', inRow('>100.00</cbc:TaxableAmount>'), '$1>100.000</cbc:TaxableAmount>', 'BR-DEC-19'],
  ['de-19', inRow('>19.00</cbc:TaxAmount>'), '$1>19.000</cbc:TaxAmount>', 'BR-DEC-20'],
  ['de-19', inLine('>100.00</cbc:LineExtensionAmount>'), '$1>100.000</cbc:LineExtensionAmount>', 'BR-DEC-23'],
  ['de-19', inRow('>19.00</cbc:TaxAmount>'), '$1>21.00</cbc:TaxAmount>', 'BR-CO-17', 'BR-CO-14'],
  ['de-19', inRow('<cbc:TaxableAmount.*?</cbc:TaxableAmount>'), '$1', 'BR-45'],
  ['de-19', inRow('<cbc:TaxAmount.*?</cbc:TaxAmount>'), '$1', 'BR-46'],
  ['de-19', inRow('<cbc:ID>S</cbc:ID>'), '$1', 'BR-47'],
  ['de-19', inRow('<cbc:Percent>19</cbc:Percent>'), '$1', 'BR-48'],
  ['de-19', inRow('<cbc:ID>S</cbc:ID>'), '$1<cbc:ID>X</cbc:ID>', 'BR-CL-17', 'BR-S-01'],
  [
    'de-19',
    inRow('</cbc:Percent>'),
    '$1</cbc:Percent><cbc:TaxExemptionReason>x</cbc:TaxExemptionReason>',
    'BR-S-10',
  ],
  ['de-19', inLine('<cbc:ID>1</cbc:ID>'), '$1', 'BR-21'],
  ['de-19', inLine('<cbc:InvoicedQuantity.*?</cbc:InvoicedQuantity>'), '$1', 'BR-22', 'PEPPOL-EN16931-R120'],
  ['de-19', ' unitCode="C62"', '', 'BR-23', 'BR-CL-23'],
  ['de-19', inLine('<cbc:LineExtensionAmount.*?</cbc:LineExtensionAmount>'), '$1', 'BR-24'],
  ['de-19', inLine('<cbc:Name>.*?</cbc:Name>'), '$1', 'BR-25'],
  ['de-19', without('cac:Price'), '', 'BR-26'],
  ['de-19', '>100.00</cbc:PriceAmount>', '>-100.00</cbc:PriceAmount>', 'BR-27', 'PEPPOL-EN16931-R120'],
  [
    'de-19',
    '</cbc:PriceAmount>',
    '</cbc:PriceAmount><cbc:BaseQuantity unitCode="HUR">0</cbc:BaseQuantity>',
    'PEPPOL-EN16931-R121',
    'PEPPOL-EN16931-R130',
  ],
  ['de-19', inLine('<cbc:ID>S</cbc:ID>'), '$1', 'BR-CO-04'],
  ['de-19', inLine('<cbc:ID>S</cbc:ID>'), '$1<cbc:ID>X</cbc:ID>', 'BR-CL-18'],
  ['de-19', inLine('<cbc:Percent>19</cbc:Percent>'), '$1<cbc:Percent>0</cbc:Percent>', 'BR-S-05', 'BR-S-08'],
  ['de-0-photovoltaics', inLine('<cbc:Percent>0</cbc:Percent>'), '$1<cbc:Percent>7</cbc:Percent>', 'BR-Z-05'],
  ['de-0-photovoltaics', inRow('>0.00</cbc:TaxAmount>'), '$1>1.00</cbc:TaxAmount>', 'BR-Z-09'],
  ['de-exempt', inRow('<cbc:TaxExemptionReasonCode>.*?</cbc:TaxExemptionReason>'), '$1', 'BR-E-10'],
  ['de-exempt', 'VATEX-EU-132-1I', 'VATEX-EU-132-9Z', 'BR-CL-22'],
  ['de-exempt', 'VATEX-EU-132-1I', 'VATEX-EU-G', 'PEPPOL-EN16931-P0104'],
  ['de-exempt', 'VATEX-EU-132-1I', 'VATEX-EU-O', 'PEPPOL-EN16931-P0105'],
  ['de-exempt', 'VATEX-EU-132-1I', 'VATEX-EU-IC', 'PEPPOL-EN16931-P0106'],
  ['de-exempt', 'VATEX-EU-132-1I', 'VATEX-EU-AE', 'PEPPOL-EN16931-P0107'],
  ['de-export', 'VATEX-EU-G', 'VATEX-EU-D', 'PEPPOL-EN16931-P0108'],
  ['de-reverse-charge', inBuyer('<cac:PartyTaxScheme>.*?</cac:PartyTaxScheme>'), '$1', 'BR-AE-02'],
  ['de-within-the-union', inBuyer('<cac:PartyTaxScheme>.*?</cac:PartyTaxScheme>'), '$1', 'BR-IC-02'],
  ['de-export', inSeller('<cac:PartyTaxScheme>.*?</cac:PartyTaxScheme>'), '$1', 'BR-G-02'],
  [
    'de-outside-scope',
    inBuyer('<cac:PartyLegalEntity>'),
    '$1<cac:PartyTaxScheme><cbc:CompanyID>DE129273398</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity>',
    'BR-O-02',
  ],
  [
    'de-outside-scope',
    inLine('<cbc:ID>O</cbc:ID>'),
    '$1<cbc:ID>O</cbc:ID><cbc:Percent>0</cbc:Percent>',
    'BR-O-05',
  ],
  [
    'de-outside-scope',
    inLine('<cbc:ID>O</cbc:ID>'),
    '$1<cbc:ID>Z</cbc:ID><cbc:Percent>0</cbc:Percent>',
    'BR-O-12',
    'BR-Z-01',
    'BR-O-01',
  ],
  ['de-19-7-0', inRow('<cbc:ID>Z</cbc:ID>'), '$1<cbc:ID>O</cbc:ID>', 'BR-O-11'],
  ['de-19', '<cbc:ProfileID>', '<cbc:Later>x</cbc:Later><cbc:ProfileID>', 'UBL-2.1-XSD'],
  ['de-19', /(<cbc:IssueDate>.*?<\/cbc:IssueDate>)(<cbc:DueDate>.*?<\/cbc:DueDate>)/, '$2$1', 'UBL-2.1-XSD'],
  ['de-yen-rounded', /(<cac:AllowanceCharge>.*?)<cbc:Amount.*?<\/cbc:Amount>/s, '$1', 'BR-43'],
  ['de-yen-rounded', without('cbc:AllowanceChargeReason'), '', 'BR-44'],
  ['de-yen-rounded', '>true</cbc:ChargeIndicator>', '>false</cbc:ChargeIndicator>', 'PEPPOL-EN16931-R120'],
  ['de-yen-rounded', '>true</cbc:ChargeIndicator>', '>yes</cbc:ChargeIndicator>', 'PEPPOL-EN16931-R043'],
  ['de-yen-rounded', without('cac:AllowanceCharge'), '', 'PEPPOL-EN16931-R120'],
  ['sg-9', without('cbc:ID'), '', 'ibr-02'],
];

for (const [name, from, to, ...expected] of CHANGES) {
  test(`${expected.join(', ')}: ${name}`, () => {
    const found = after(name, from, to);
    assert.deepEqual(
      expected.filter((rule) => !found.includes(rule)),
      [],
      `found only ${found.join(', ')}`,
    );
  });
}

/** Peppol repeats the rules of XRechnung under names of its own: DE-R-023-1 is BR-DE-23-a. */
const inXRechnung = (rule: string): string => {
  const [, , number = '', part] = rule.split('-');
  return `BR-DE-${Number(number)}${part === undefined ? '' : part === '1' ? '-a' : '-b'}`;
};

/** With a buyer in Austria, to whom the rules between Germans do not apply. */
const toAustria = (xml: string): string =>
  xml.replace(inBuyer('<cbc:IdentificationCode>DE'), '$1<cbc:IdentificationCode>AT');

for (const [name, from, to, ...expected] of CHANGES) {
  const rules = expected.filter((rule) => rule.startsWith('DE-R-')).map(inXRechnung);
  if (rules.length === 0) continue;
  test(`${rules.join(', ')}: ${name} to Austria`, () => {
    const xml = toAustria(xmlOf(GOLDEN[name] ?? {}));
    assert.deepEqual(rulesOf(xml), []);
    const found = rulesOf(xml.replace(from, to));
    for (const rule of rules) assert.ok(found.includes(rule), `found only ${found.join(', ')}`);
  });
}

/** The categories without tax: a document of each, and how rule ids call it. */
const CATEGORIES: readonly (readonly [document: string, code: string, name: string])[] = [
  ['de-0-photovoltaics', 'Z', 'Z'],
  ['de-exempt', 'E', 'E'],
  ['de-reverse-charge', 'AE', 'AE'],
  ['de-within-the-union', 'K', 'IC'],
  ['de-export', 'G', 'G'],
  ['de-outside-scope', 'O', 'O'],
];

for (const [document, code, name] of CATEGORIES) {
  test(`category ${code}: breakdown, rate, base, tax, reason`, () => {
    const finds = (rule: string, from: string | RegExp, to: string): void => {
      const found = after(document, from, to);
      assert.ok(found.includes(`BR-${name}-${rule}`), `${rule}: found only ${found.join(', ')}`);
    };
    finds('01', inRow(`<cbc:ID>${code}</cbc:ID>`), '$1<cbc:ID>L</cbc:ID>');
    const rate = code === 'O' ? '<cbc:ID>O</cbc:ID>' : '<cbc:Percent>0</cbc:Percent>';
    finds('05', inLine(rate), `$1${code === 'O' ? rate : ''}<cbc:Percent>5</cbc:Percent>`);
    finds('08', /(<cbc:TaxableAmount currencyID="EUR">)/, '$11');
    finds('09', inRow('>0.00</cbc:TaxAmount>'), '$1>1.00</cbc:TaxAmount>');
    const reason = inRow('<cbc:TaxExemptionReasonCode>.*?</cbc:TaxExemptionReason>');
    if (code === 'Z')
      finds(
        '10',
        inRow('</cbc:Percent>'),
        '$1</cbc:Percent><cbc:TaxExemptionReason>x</cbc:TaxExemptionReason>',
      );
    else finds('10', reason, '$1');
    if (code === 'O') return;
    finds('02', inSeller('<cac:PartyTaxScheme>.*?</cac:PartyTaxScheme>'), '$1');
  });
}

test('at least 150 rules of the books are checked, each under an id of its own', () => {
  const ids = UBL_RULES.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length >= 150, `${ids.length}`);
});

test('other prefixes are the same document', () => {
  const xml = xmlOf({})
    .replaceAll('cbc:', 'b:')
    .replaceAll(':cbc', ':b')
    .replaceAll('cac:', 'a:')
    .replaceAll(':cac', ':a')
    .replaceAll('<Invoice', '<u:Invoice')
    .replaceAll('</Invoice', '</u:Invoice')
    .replace(' xmlns=', ' xmlns:u=');
  assert.deepEqual(rulesOf(xml), []);
});

for (const [what, bytes] of [
  ['no XML', 'invoice'],
  ['a broken element', '<Invoice><cbc:ID></Invoice>'],
  ['another document', '<Order/>'],
  ['a document type', '<!DOCTYPE Invoice [<!ENTITY e "x">]><Invoice>&e;</Invoice>'],
  ['nothing', ''],
] as const) {
  test(`${what} is refused in one sentence`, () => {
    const issues = checkUbl(Buffer.from(bytes, 'utf8'));
    assert.equal(issues.length, 1);
    assert.match(issues[0]?.message ?? '', /^The document .{5,}/);
  });
}

test('bytes that are not UTF-8 are refused', () => {
  assert.match(checkUbl(Buffer.from([0xff, 0xfe, 0x3c]))[0]?.message ?? '', /UTF-8/);
});
