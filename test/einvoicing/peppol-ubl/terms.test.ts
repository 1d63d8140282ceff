// What a draft may not say, what compliance warns of, and how the document reaches the customer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ToolError } from '../../../src/base/errors.ts';
import { checkEntity } from '../../../src/einvoicing/entity-regimes.ts';
import { chooseDelivery } from '../../../src/einvoicing/peppol-ubl/delivery.ts';
import { peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import { ACCOUNT, CUSTOMERS, documentOf, FACTS, type InvoiceGiven, SELLERS } from './invoices.ts';

const refusalOf = (given: InvoiceGiven): string => {
  try {
    documentOf(given);
  } catch (error) {
    if (error instanceof ToolError) return `${error.code} ${String(error.details['path'])}`;
    throw error;
  }
  return 'taken';
};

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

const attached = (mime_type: string, content: string, name = 'a'): object => ({
  name,
  mime_type,
  content_base64: base64(content),
});

const more = (fields: object): InvoiceGiven => ({ more: fields });

const line = (fields: object): InvoiceGiven => ({ lines: [{ unit_price: 100, ...fields }] });

const DEBIT = { mandate_reference: 'M-1', creditor_id: 'DE98ZZZ09999999999', iban: 'DE02120300000000202051' };

const REFUSED: readonly (readonly [InvoiceGiven, string])[] = [
  [line({ country_details: { unit_code: 'STD' } }), 'code_unknown line_items[0].country_details.unit_code'],
  [line({ discount: { amount: 100.01 } }), 'invalid_parameter line_items[0].discount'],
  [line({ discount: { amount: 1, percent: 1 } }), 'invalid_parameter line_items[0].discount'],
  [more({ allowances: [{ amount: 100.01, reason: 'x' }] }), 'invalid_parameter allowances'],
  [
    more({
      allowances: [
        { amount: 60, reason: 'x' },
        { percent: 41, reason: 'y' },
      ],
    }),
    'invalid_parameter allowances',
  ],
  [more({ prepaid_amount: 119.01 }), 'invalid_parameter prepaid_amount'],
  [
    {
      ...line({ period: { from: '2026-08-31', to: '2026-09-02' } }),
      ...more({ delivery_period: { from: '2026-09-01', to: '2026-09-30' } }),
    },
    'invalid_parameter line_items[0].period',
  ],
  [
    more({ direct_debit: { ...DEBIT, iban: 'DE03120300000000202051' } }),
    'invalid_parameter direct_debit.iban',
  ],
  [
    { ...more({ direct_debit: DEBIT }), details: { payment_means_code: '58' } },
    'invalid_parameter country_details.payment_means_code',
  ],
  [
    { ...more({ direct_debit: DEBIT }), details: { bank_account_number: ACCOUNT.iban } },
    'invalid_parameter country_details.bank_account_number',
  ],
  // Wrong digits, too short, too long, letters for digits, another country, no IBAN for SEPA, no country, the word.
  ...[
    'DE75512108001245126198',
    'DE7551210800124512619',
    'DE755121080012451261990',
    'de75 5121 0800 1245 1261 9O',
    'DEO5512108001245126199',
    'NL75512108001245126199',
    'DF75512108001245126199',
    'GB82-WEST-1234-5698-7654-33',
    'IBAN DE75512108001245126199',
  ].map((bank_account_number): readonly [InvoiceGiven, string] => [
    { details: { bank_account_number } },
    'invalid_parameter country_details.bank_account_number',
  ]),
  [
    { details: { bank_account_number: '00012345', payment_means_code: '58' } },
    'invalid_parameter country_details.bank_account_number',
  ],
  ...[
    attached('application/pdf', 'PK\u0003\u0004'),
    attached('image/png', '%PDF-1.4'),
    attached('image/jpeg', 'GIF89a'),
    attached('text/csv', '%PDF-1.4'),
    attached('text/csv', 'a\u0000b'),
    attached('application/vnd.oasis.opendocument.spreadsheet', '%PDF-1.4'),
  ].map((file): readonly [InvoiceGiven, string] => [
    more({ attachments: [file] }),
    'invalid_parameter attachments[0].content_base64',
  ]),
  [
    more({ attachments: [attached('text/csv', 'a;b', 'A.csv'), attached('text/csv', 'c;d', 'a.CSV')] }),
    'invalid_parameter attachments[1].name',
  ],
  ...['plan.exe', 'plan.png', '../plan.pdf', 'a\\plan.pdf', 'plan\r\n.pdf', 'plan\u202Efdp.pdf'].map(
    (name): readonly [InvoiceGiven, string] => [
      more({ attachments: [attached('application/pdf', '%PDF-1.7', name)] }),
      'invalid_parameter attachments[0].name',
    ],
  ),
];

for (const [given, refusal] of REFUSED) {
  test(`refused: ${refusal} ${JSON.stringify(given).slice(0, 100)}`, () => {
    assert.equal(refusalOf(given), refusal);
  });
}

test('accounts that are none of IBAN, and IBANs however they are grouped, are taken', () => {
  for (const bank_account_number of [
    'de75 5121 0800 1245 1261 99',
    'GB82-WEST-1234-5698-7654-32',
    '00012345',
    '062-000 12345678',
    'ACC-17',
    'BE1',
    'KontoNr 4711',
  ])
    assert.equal(refusalOf({ details: { bank_account_number } }), 'taken', bank_account_number);
});

test('files that are what they claim are taken', () => {
  const files = [
    attached('application/pdf', '%PDF-1.7', '1'),
    attached('image/png', '\u0089PNG\r\n\u001a\n..', '2'),
    attached('image/jpeg', '\u00ff\u00d8\u00ff\u00e0', '3'),
    attached('text/csv', 'a;b\r\n', '4'),
    attached('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK\u0003\u0004', '5'),
  ];
  assert.equal(refusalOf(more({ attachments: files })), 'taken');
});

const issuesOf = (given: InvoiceGiven): readonly string[] =>
  peppolUbl
    .validate(documentOf({ accounts: [ACCOUNT], ...given }))
    .map(({ rule, severity, path }) => `${rule} ${severity} ${path ?? ''}`);

test('another period than the month of issue asks for the day of delivery', () => {
  const PERIOD = 'BR-DE-TMP-32 warning line_items[0].description';
  const named = (description: string, fields: object = {}) => issuesOf(line({ description, ...fields }));
  for (const text of [
    'Wartung September',
    'Beratung im Oktober 2026',
    'Service August 2026',
    'Hosting 09/2026',
    'Miete 10.2026',
    'Einsatz am 15.10.2026',
    'Support 2026-10',
    'Stunden KW 38',
    'Stunden KW 38/2026',
    'Wartung November 2025',
    'May 2026',
  ])
    assert.deepEqual(named(text), [PERIOD], text);
  for (const text of [
    'Wartung November',
    'Miete 11/2026',
    'Einsatz am 15.11.2026',
    'Stunden KW 47',
    'May be returned',
    'Maiskolben',
    'Artikel 12/345',
    'DIN 4102-1',
    'Septembersonne',
  ])
    assert.deepEqual(named(text), [], text);
  assert.deepEqual(named('Wartung September', { period: { from: '2026-09-01', to: '2026-09-30' } }), []);
  assert.deepEqual(
    issuesOf({ ...line({ description: 'Wartung September' }), ...more({ delivery_date: '2026-09-30' }) }),
    [],
  );
  assert.deepEqual(issuesOf({ notes: 'Leistung September 2026' }), ['BR-DE-TMP-32 warning notes']);
});

test('warnings and errors of terms', () => {
  assert.deepEqual(issuesOf({ accounts: [] }), ['BR-49 warning country_details.bank_account_number']);
  assert.deepEqual(issuesOf({ accounts: [], ...more({ prepaid_amount: 119 }) }), []);
  assert.deepEqual(issuesOf(line({ country_details: { unit_code: 'STK' } })), [
    'BR-CL-23 warning line_items[0].country_details.unit_code',
  ]);
  assert.deepEqual(issuesOf(more({ payment_terms_text: 'Netto.\n # 14 Tage' })), [
    'BR-DE-18 error payment_terms_text',
  ]);
  assert.deepEqual(issuesOf(more({ payment_terms_text: '#SKONTO#TAGE=14#PROZENT=2.00#' })), []);
  assert.deepEqual(issuesOf(more({ direct_debit: { ...DEBIT, creditor_id: 'DE97ZZZ09999999999' } })), [
    'BR-DE-30 warning direct_debit.creditor_id',
  ]);
});

const { participant_id: _id, vat_id: _vat, ...nobody } = CUSTOMERS.DE.details;
const DERIVED = { ...nobody, vat_id: 'DE129273398' };
const EMAIL = 'rechnung@kunde.example';

test('how the document reaches the customer', () => {
  const chosen = (details: Record<string, string>, email: string | null, delivery = {}): string => {
    const customer = { ...CUSTOMERS.DE, tax_id: null, details, email };
    const { channel, format } = chooseDelivery(documentOf({ customer, ...more({ delivery }) }));
    return `${channel} ${format}`;
  };
  assert.equal(chosen({ ...nobody, participant_id: '0204:991-01234-38' }, EMAIL), 'network xrechnung');
  assert.equal(chosen({ ...nobody, participant_id: '0088:4012345000009' }, EMAIL), 'network xrechnung');
  assert.equal(chosen(DERIVED, EMAIL), 'network xrechnung');
  assert.equal(chosen({ ...DERIVED, participant_verified: 'true' }, EMAIL), 'network xrechnung');
  assert.equal(chosen({ ...DERIVED, participant_verified: 'false' }, EMAIL), 'email zugferd');
  assert.equal(chosen({ ...nobody, tax_number: '12/345' }, EMAIL), 'email zugferd');
  assert.equal(chosen(nobody, EMAIL), 'email pdf');
  assert.equal(chosen(DERIVED, EMAIL, { channel: 'email' }), 'email zugferd');
  assert.equal(chosen(DERIVED, EMAIL, { channel: 'email', format: 'xrechnung' }), 'email xrechnung');
  assert.equal(chosen(DERIVED, EMAIL, { format: 'pdf' }), 'email pdf');
  assert.equal(chosen(DERIVED, null, { channel: 'email' }), 'network xrechnung');
  assert.equal(chosen(nobody, EMAIL, { channel: 'network' }), 'email pdf');
});

test('a small business bears no tax, and may not ask for any', () => {
  const seller = { ...SELLERS.DE, details: { ...SELLERS.DE.details, small_business: true } };
  const document = documentOf({ seller });
  assert.equal(document.tax.minor, 0);
  assert.match(
    peppolUbl.build(document, FACTS).bytes.toString(),
    /<cbc:ID>E<\/cbc:ID><cbc:Percent>0<\/cbc:Percent><cbc:TaxExemptionReason>Steuerfrei nach § 19 UStG \(Kleinunternehmer\)</,
  );
  assert.equal(
    refusalOf({ seller, ...line({ country_details: { tax_rate: 19 } }) }),
    'tax_rate_not_allowed line_items[0].country_details.tax_rate',
  );
});

test('only where the law knows small businesses can a company be one', () => {
  const earlier = { tax_id: null, postal_code: null, details: {} };
  const input = { tax_id: null, postal_code: null, earlier };
  const german = checkEntity('DE', { ...input, details: { vat_id: 'DE136695976', small_business: true } });
  assert.equal(german.details.small_business, true);
  const dutch = { vat_id: 'NL001234567B01', small_business: true };
  assert.throws(
    () => checkEntity('NL', { ...input, details: dutch }),
    /--small-business does not exist in NL/,
  );
});
