// Terms, allowances, references and credit notes: one change of a right document, and the rule that finds it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUbl } from '../../../src/sandbox/ubl-check/check.ts';
import { peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import { GOLDEN } from '../../einvoicing/peppol-ubl/golden-cases.ts';
import { documentOf, FACTS } from '../../einvoicing/peppol-ubl/invoices.ts';

const rulesOf = (xml: string): readonly string[] => [
  ...new Set(checkUbl(Buffer.from(xml, 'utf8')).map(({ rule }) => rule)),
];

const after = (name: string, from: string | RegExp, to: string): readonly string[] => {
  const given = GOLDEN[name];
  assert.ok(given !== undefined, name);
  const xml = peppolUbl.build(documentOf(given), FACTS).bytes.toString('utf8');
  const changed = xml.replace(from, to);
  assert.notEqual(changed, xml, `nothing of ${name} is ${from}`);
  return rulesOf(changed);
};

const without = (element: string): RegExp => new RegExp(`<${element}[ >].*?</${element}>`, 's');
const inLine = (pattern: string): RegExp =>
  new RegExp(`(<cac:(?:Invoice|CreditNote)Line>.*?)${pattern}`, 's');

const DISCOUNTS = 'de-discounts-and-allowance';

const CHANGES: readonly (readonly [string, string | RegExp, string, ...string[]])[] = [
  ['de-skonto', 'PROZENT=2.00#\n', 'PROZENT=2.00#', 'DE-R-018'],
  ['de-skonto', 'PROZENT=2.00#', 'PROZENT=2.0#', 'DE-R-018'],
  ['de-skonto', 'Zahlbar', '# Zahlbar', 'DE-R-018'],
  ['de-skonto', 'unitCode="H87"', 'unitCode="H8"', 'BR-CL-23'],
  ['de-skonto', without('cac:SellersItemIdentification'), ''],
  [DISCOUNTS, '<cbc:MultiplierFactorNumeric>3<', '<cbc:MultiplierFactorNumeric>4<', 'PEPPOL-EN16931-R040'],
  [DISCOUNTS, without('cbc:BaseAmount'), '', 'PEPPOL-EN16931-R041'],
  [DISCOUNTS, without('cbc:MultiplierFactorNumeric'), '', 'PEPPOL-EN16931-R042'],
  [DISCOUNTS, without('cbc:Amount'), '', 'BR-31', 'BR-CO-11', 'BR-S-08'],
  [DISCOUNTS, /(<cac:AllowanceCharge>.*?)<cbc:ID>S<\/cbc:ID>/s, '$1', 'BR-32', 'BR-S-08'],
  [DISCOUNTS, />95<.*?<\/cbc:AllowanceChargeReason>/, '></cbc:AllowanceChargeReasonCode>', 'BR-33'],
  [DISCOUNTS, '>95<', '>1<', 'BR-CL-19'],
  [DISCOUNTS, />10.57</, '>10.570<', 'BR-DEC-01'],
  [DISCOUNTS, />352.43</, '>352.430<', 'BR-DEC-02'],
  [DISCOUNTS, /(<cac:AllowanceCharge>.*?<cbc:Percent>)19</s, '$10<', 'BR-S-06', 'BR-S-08'],
  [DISCOUNTS, without('cbc:AllowanceTotalAmount'), '', 'BR-CO-13'],
  [DISCOUNTS, inLine('>17.49</cbc:Amount>'), '$1>17.59</cbc:Amount>', 'PEPPOL-EN16931-R120'],
  [DISCOUNTS, inLine('>139.93</cbc:BaseAmount>'), '$1>139.930</cbc:BaseAmount>', 'BR-DEC-25'],
  ['de-charge', without('cbc:Amount'), '', 'BR-36', 'BR-CO-12'],
  ['de-charge', /(<cac:AllowanceCharge>.*?)<cbc:ID>S<\/cbc:ID>/s, '$1', 'BR-37'],
  ['de-charge', />FC<.*?<\/cbc:AllowanceChargeReason>/, '></cbc:AllowanceChargeReasonCode>', 'BR-38'],
  ['de-charge', '>FC<', '>1<', 'BR-CL-20'],
  ['de-charge', /(<cac:AllowanceCharge>.*?<cbc:Percent>)19</s, '$10<', 'BR-S-07'],
  ['de-charge', without('cbc:ChargeTotalAmount'), '', 'BR-CO-13'],
  ['de-final-invoice', without('cbc:PrepaidAmount'), '', 'BR-CO-16'],
  ['de-final-invoice', '<cbc:StartDate>2026-10-01', '<cbc:StartDate>2026-12-01', 'BR-29'],
  [
    'de-final-invoice',
    /<cbc:StartDate>.*?<\/cbc:EndDate>/,
    '<cbc:Description>x</cbc:Description>',
    'BR-CO-19',
  ],
  ['de-period', '2026-09-30', '2026-09-10', 'PEPPOL-EN16931-R111'],
  ['de-period', '<cbc:StartDate>2026-09-01', '<cbc:StartDate>2026-09-02', 'PEPPOL-EN16931-R110'],
  ['de-period', inLine('2026-09-15'), '$12026-08-15', 'BR-30'],
  [
    'de-line-periods',
    /<cbc:StartDate>.*?<\/cbc:EndDate>/,
    '<cbc:Description>x</cbc:Description>',
    'BR-CO-20',
  ],
  ['de-direct-debit', without('cac:PaymentMandate'), '', 'DE-R-025-1', 'PEPPOL-EN16931-R061'],
  ['de-direct-debit', without('cac:PayerFinancialAccount'), '', 'DE-R-031'],
  ['de-direct-debit', 'DE02120300000000202051', 'DE03120300000000202051', 'DE-R-020'],
  ['de-direct-debit', ' schemeID="SEPA"', '', 'DE-R-030'],
  ['de-attachments', 'mimeCode="text/csv"', 'mimeCode="text/plain"', 'BR-CL-24'],
  ['de-attachments', 'filename="Stunden.csv"', 'filename="Stundenzettel.pdf"', 'DE-R-022'],
  ['de-attachments', '<cbc:ID>Stunden.csv</cbc:ID>', '', 'BR-52'],
  [
    'de-attachments',
    '<cbc:ID>Stunden.csv</cbc:ID>',
    '<cbc:ID>Stunden.csv</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>',
    'UBL-SR-43',
  ],
  ['de-credit-note', '<cbc:ID>RE-1001</cbc:ID>', '', 'BR-55'],
  ['de-credit-note', '>381<', '>380<', 'BR-CL-01', 'PEPPOL-EN16931-P0101'],
  [
    'de-credit-note',
    '<cbc:CreditNoteTypeCode>',
    '<cbc:DueDate>2026-12-01</cbc:DueDate><cbc:CreditNoteTypeCode>',
    'UBL-2.1-XSD',
  ],
  ['de-credit-note', without('cbc:CreditedQuantity'), '', 'BR-22'],
  ['de-credit-note', without('cac:CreditNoteLine'), '', 'BR-16', 'BR-CO-10'],
  ['de-credit-note', without('cac:PaymentMeans'), '', 'DE-R-001'],
  [
    'de-credit-note-partial',
    '<cac:AdditionalDocumentReference>',
    '<cac:AdditionalDocumentReference><cbc:ID>x</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode></cac:AdditionalDocumentReference><cac:AdditionalDocumentReference>',
    'PEPPOL-EN16931-R080',
  ],
  ['de-by-email', without('cbc:BuyerReference'), '', 'BR-DE-15', 'PEPPOL-EN16931-R003'],
  ...['plans/site.pdf', '//files.example/site.pdf', 'c:plan.pdf', ''].map((uri): (typeof CHANGES)[number] => [
    'de-by-email',
    '<cac:AccountingSupplierParty>',
    `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>${uri}</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference><cac:AccountingSupplierParty>`,
    'BR-TMP-2',
  ]),
  [
    'de-by-email',
    '<cac:AccountingSupplierParty>',
    '<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>https://files.example/site.pdf</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference><cac:AccountingSupplierParty>',
  ],
  [
    'de-by-email',
    '<cbc:IssueDate>2026-11-21<',
    '<cbc:IssueDate>2026-11-21Z<',
    'BR-TMP-6',
    'PEPPOL-EN16931-F001',
  ],
  ['de-by-email', 'xrechnung_3.0', 'xrechnung_2.0', 'PEPPOL-EN16931-R004', 'PEPPOL-EN16931-CL008'],
  ['nl-21', 'urn:fdc:nen.nl:nlcius:v1.0', 'urn:fdc:nen.nl:nlcius:v0.9', 'PEPPOL-EN16931-R004'],
  ['sg-9', without('cbc:StreetName'), '', 'BR-106-GST-SG'],
  ['sg-9', /(<cac:AccountingCustomerParty>.*?)<cbc:PostalZone>.*?<\/cbc:PostalZone>/s, '$1', 'BR-107-GST-SG'],
  [
    'sg-9',
    /(<cac:AccountingSupplierParty>.*?)<cbc:CompanyID schemeID="0195">.*?<\/cbc:CompanyID>/s,
    '$1',
    'BR-112-GST-SG',
  ],
  [
    'au-10',
    /<cbc:EndpointID schemeID="0151">[^<]*/,
    '<cbc:EndpointID schemeID="EM">a@b.example',
    'ibr-cl-25',
  ],
  [
    'au-10',
    /(<cac:AccountingSupplierParty>.*?)<cbc:CompanyID schemeID="0151">.*?<\/cbc:CompanyID>/s,
    '$1',
    'aligned-ibr-001-aunz',
  ],
  [
    'au-10',
    /(<cac:AccountingCustomerParty>.*?)<cbc:CompanyID schemeID="0151">.*?<\/cbc:CompanyID>/s,
    '$1',
    'aligned-ibr-004-aunz',
  ],
];

for (const [name, from, to, ...expected] of CHANGES) {
  test(`${name}: ${expected.join(', ') || 'nothing'}`, () => {
    const found = after(name, from, to);
    const missing = expected.filter((rule) => !found.includes(rule));
    assert.deepEqual(missing, [], `found only ${found.join(', ')}`);
    if (expected.length === 0) assert.deepEqual(found, []);
  });
}
