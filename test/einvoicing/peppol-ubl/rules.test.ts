// The rules on the books, each shown by one thing that is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount } from '../../../src/base/money/amount.ts';
import { decimal } from '../../../src/base/money/decimal.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { PEPPOL_RULES, peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import type { InvoiceDocument } from '../../../src/einvoicing/regime.ts';
import { ACCOUNT, CUSTOMERS, documentOf, FACTS, type InvoiceGiven, SELLERS } from './invoices.ts';

type Change = (document: InvoiceDocument) => InvoiceDocument;

const buyer =
  (change: Partial<InvoiceDocument['buyer']>): Change =>
  (document) => ({ ...document, buyer: { ...document.buyer, ...change } });

const reachedAt = (participant_id: string): Change =>
  buyer({ details: { street: 'Am Markt 1', city: 'Bonn', participant_id } });

const seller =
  (change: Partial<InvoiceDocument['seller']>): Change =>
  (document) => ({ ...document, seller: { ...document.seller, ...change } });

const header =
  (change: Partial<InvoiceDocument>): Change =>
  (document) => ({ ...document, ...change });

const line =
  (details: object, change: object = {}): Change =>
  (document) => ({
    ...document,
    lines: document.lines.map((each) => ({
      ...each,
      ...change,
      countryDetails: { ...each.countryDetails, ...details },
    })),
  });

const row =
  (change: object): Change =>
  (document) => ({ ...document, breakdown: document.breakdown.map((each) => ({ ...each, ...change })) });

const means = (payment_means_code: string): Change =>
  header({ countryDetails: { buyer_reference: 'X', payment_means_code } });

const given = (exemption_code?: string, more: Partial<InvoiceGiven> = {}): InvoiceGiven => ({
  lines: [{ unit_price: 100, country_details: exemption_code === undefined ? {} : { exemption_code } }],
  ...more,
});

const ZERO_RATED: InvoiceGiven = { lines: [{ unit_price: 100, country_details: { tax_rate: 0 } }] };
const WITHIN: InvoiceGiven = given('K', { customer: CUSTOMERS.FR });
const REVERSED: InvoiceGiven = given('AE', { customer: CUSTOMERS.FR });
const EXPORT: InvoiceGiven = given('G', { customer: CUSTOMERS.US });
const EXEMPT: InvoiceGiven = given('VATEX-EU-132');
const OUTSIDE: InvoiceGiven = given('O');
const DUTCH: InvoiceGiven = {
  seller: SELLERS.NL,
  customer: CUSTOMERS.NL,
  details: { bank_account_number: 'NL91ABNA0417164300' },
};

const { vat_id: _vatId, ...noVatId } = SELLERS.DE.details;
const { street: _street, ...noStreet } = CUSTOMERS.NL.details;

const { tax_number: _kvk, ...noNumber } = SELLERS.NL.details;
const { tax_number: _buyerKvk, ...noBuyerNumber } = CUSTOMERS.NL.details;

/** A GST number that is no UEN; an Australian seller that is reached by a GLN and taxed under another number. */
const { tax_number: _uen, ...SG_DETAILS } = SELLERS.SG.details;
const GST_ALONE = { ...SG_DETAILS, vat_id: 'M12345678', participant_id: '0088:4012345000009' };
const { vat_id: _abn, ...AU_DETAILS } = SELLERS.AU.details;
const NO_ABN = { ...AU_DETAILS, tax_number: '123', participant_id: '0088:4012345000009' };

/** Its tax id begins with no country, so no document may carry it as a VAT id. */
const toAmerica: Change = buyer(CUSTOMERS.US);

const CONTROL = '\u0007';

/** What is given, what is then changed, and all rules that find it. */
const CASES: readonly (readonly [InvoiceGiven, Change, ...string[]])[] = [
  [{}, seller({ name: ' ' }), 'BR-06'],
  [{}, buyer({ name: '\u0007' }), 'BR-07'],
  [{}, buyer({ country_code: 'QQ' }), 'BR-CL-14'],
  [{}, seller({ country_code: 'GB', details: { vat_id: 'QQ1' } }), 'PEPPOL-EN16931-R020', 'BR-S-02'],
  [OUTSIDE, seller({ tax_id: null, details: noVatId }), 'PEPPOL-EN16931-R020', 'BR-CO-26'],
  [{}, reachedAt('0299:1'), 'BR-CL-25'],
  [{}, reachedAt('0037:1'), 'PEPPOL-EN16931-CL008'],
  [{}, reachedAt('0088:4012345000008'), 'PEPPOL-COMMON-R040'],
  [{}, reachedAt('0088:4012345000009')],
  [{}, reachedAt('0192:974760674'), 'PEPPOL-COMMON-R041'],
  [{}, reachedAt('0192:974760673')],
  [{}, reachedAt('0184:DK1234'), 'PEPPOL-COMMON-R042'],
  [{}, reachedAt('0208:0202239952'), 'PEPPOL-COMMON-R043'],
  [{}, reachedAt('0208:0202239951')],
  [{}, reachedAt('0007:5560360794'), 'PEPPOL-COMMON-R049'],
  [{}, reachedAt('0007:5560360793')],
  [{}, reachedAt('0208:2202239951'), 'PEPPOL-COMMON-R043'],
  [{}, reachedAt('0088:54'), 'PEPPOL-COMMON-R040'],
  [{}, reachedAt('0151:51824753557'), 'PEPPOL-COMMON-R050'],
  [{}, reachedAt('0096:123'), 'PEPPOL-COMMON-R052'],
  [{}, reachedAt('0096:1234567890')],
  [{}, reachedAt('0198:12345678'), 'PEPPOL-COMMON-R053'],
  [{}, reachedAt('0198:DK12345678')],
  [{}, header({ currency: 'STN' }), 'BR-CL-04'],
  [{}, header({ issueDate: asDay('2019-01-01') }), 'PEPPOL-EN16931-R004'],
  [{ seller: SELLERS.GB }, means('59'), 'PEPPOL-EN16931-R061'],
  [{}, means('49'), 'PEPPOL-EN16931-R061'],
  [{}, means('59'), 'BR-DE-25-a'],
  [{ seller: SELLERS.GB }, means('48')],
  [{ seller: SELLERS.SG, customer: CUSTOMERS.SG }, header({ currency: 'USD' }), 'IRASC5-014'],
  [DUTCH, seller({ postal_code: null }), 'NL-R-002'],
  [DUTCH, buyer({ details: noStreet }), 'NL-R-004'],
  [DUTCH, means('1'), 'NL-R-008'],
  [
    { seller: SELLERS.AU, customer: CUSTOMERS.AU },
    buyer({
      details: { ...CUSTOMERS.AU.details, vat_id: '53004085617', participant_id: '0088:4012345000009' },
    }),
    'PEPPOL-COMMON-R050',
  ],
  [DUTCH, seller({ details: { ...noNumber, participant_id: '9944:NL001234567B01' } }), 'BR-NL-1'],
  [DUTCH, seller({ details: { ...SELLERS.NL.details, tax_number: '1234567' } }), 'BR-NL-1'],
  [DUTCH, buyer({ details: { ...noBuyerNumber, participant_id: '0088:4012345000009' } }), 'BR-NL-10'],
  [
    { seller: SELLERS.SG, customer: CUSTOMERS.SG },
    seller({ details: GST_ALONE, tax_id: 'M12345678' }),
    'BR-112-GST-SG',
  ],
  [
    { seller: SELLERS.AU, customer: CUSTOMERS.AU },
    seller({ details: NO_ABN, tax_id: null }),
    'BR-S-02',
    'aligned-ibr-001-aunz',
  ],
  [
    { seller: SELLERS.AU, customer: CUSTOMERS.AU },
    buyer({
      details: { street: '2 Collins Street', city: 'Melbourne', participant_id: '0088:4012345000009' },
    }),
    'aligned-ibr-004-aunz',
  ],
  [
    DUTCH,
    seller({
      tax_id: null,
      details: { ...noVatId, tax_number: '12345678', participant_id: '0106:12345678' },
    }),
    'BR-S-02',
  ],
  [REVERSED, toAmerica, 'BR-AE-02'],
  [WITHIN, toAmerica, 'BR-IC-02'],
  [EXPORT, toAmerica],
  [
    OUTSIDE,
    seller({ tax_id: null, details: { ...noVatId, tax_number: CONTROL } }),
    'PEPPOL-EN16931-R020',
    'BR-CO-26',
  ],
  [DUTCH, seller({ details: { ...SELLERS.NL.details, city: CONTROL } }), 'NL-R-002'],
  [
    {},
    header({
      countryDetails: { buyer_reference: 'X', payment_means_code: '30', bank_account_number: CONTROL },
    }),
    'BR-61',
  ],
  [
    {},
    header({ countryDetails: { buyer_reference: CONTROL, payment_means_code: '1' } }),
    'PEPPOL-EN16931-R003',
  ],
  [{}, line({ tax_category: '' }), 'BR-CO-04', 'BR-S-01', 'BR-S-08'],
  [{}, line({ tax_category: 'X' }), 'BR-CL-18', 'BR-S-01', 'BR-S-08'],
  [{}, row({ category: 'X' }), 'BR-CL-17', 'BR-S-01'],
  [EXEMPT, line({ exemption_code: 'VATEX-EU-1' }), 'BR-CL-22'],
  [EXEMPT, line({ exemption_code: 'VATEX-EU-G' }), 'PEPPOL-EN16931-P0104'],
  [EXEMPT, line({ exemption_code: 'VATEX-EU-O' }), 'PEPPOL-EN16931-P0105'],
  [EXEMPT, line({ exemption_code: 'VATEX-EU-IC' }), 'PEPPOL-EN16931-P0106'],
  [EXEMPT, line({ exemption_code: 'VATEX-EU-AE' }), 'PEPPOL-EN16931-P0107'],
  [EXPORT, line({ exemption_code: 'VATEX-EU-D' }), 'PEPPOL-EN16931-P0108'],
  [EXPORT, line({ exemption_code: 'VATEX-EU-F' }), 'PEPPOL-EN16931-P0109'],
  [EXPORT, line({ exemption_code: 'VATEX-EU-I' }), 'PEPPOL-EN16931-P0110'],
  [EXPORT, line({ exemption_code: 'VATEX-EU-J' }), 'PEPPOL-EN16931-P0111'],
  [{}, line({}, { taxRate: decimal('0') }), 'BR-S-05', 'BR-S-08'],
  [ZERO_RATED, line({}, { taxRate: decimal('7') }), 'BR-Z-05'],
  [EXEMPT, line({}, { taxRate: decimal('7') }), 'BR-E-05'],
  [REVERSED, line({}, { taxRate: decimal('7') }), 'BR-AE-05'],
  [WITHIN, line({}, { taxRate: decimal('7') }), 'BR-IC-05'],
  [EXPORT, line({}, { taxRate: decimal('7') }), 'BR-G-05'],
  [OUTSIDE, line({}, { taxRate: decimal('7') }), 'BR-O-05'],
  [{}, row({ base: amount(10_001, 'EUR') }), 'BR-S-08'],
  [ZERO_RATED, row({ base: amount(1, 'EUR') }), 'BR-Z-08'],
  [EXEMPT, row({ base: amount(1, 'EUR') }), 'BR-E-08'],
  [REVERSED, row({ base: amount(1, 'EUR') }), 'BR-AE-08'],
  [WITHIN, row({ base: amount(1, 'EUR') }), 'BR-IC-08'],
  [EXPORT, row({ base: amount(1, 'EUR') }), 'BR-G-08'],
  [OUTSIDE, row({ base: amount(1, 'EUR') }), 'BR-O-08'],
  [ZERO_RATED, row({ amount: amount(1, 'EUR') }), 'BR-Z-09', 'BR-CO-17', 'BR-CO-14'],
  [EXEMPT, row({ amount: amount(1, 'EUR') }), 'BR-E-09', 'BR-CO-17', 'BR-CO-14'],
  [REVERSED, row({ amount: amount(1, 'EUR') }), 'BR-AE-09', 'BR-CO-17', 'BR-CO-14'],
  [WITHIN, row({ amount: amount(1, 'EUR') }), 'BR-IC-09', 'BR-CO-17', 'BR-CO-14'],
  [EXPORT, row({ amount: amount(1, 'EUR') }), 'BR-G-09', 'BR-CO-17', 'BR-CO-14'],
  [OUTSIDE, row({ amount: amount(1, 'EUR') }), 'BR-O-09', 'BR-CO-17', 'BR-CO-14'],
  [{}, line({ exemption_code: 'VATEX-EU-132' }), 'BR-S-10'],
  [ZERO_RATED, line({ exemption_code: 'VATEX-EU-132' }), 'BR-Z-10'],
  [ZERO_RATED, row({ category: 'E' }), 'BR-Z-01', 'BR-E-01', 'BR-E-08'],
  [REVERSED, row({ category: 'K' }), 'BR-AE-01', 'BR-IC-01', 'BR-IC-08'],
  [EXPORT, row({ category: 'O' }), 'BR-G-01', 'BR-O-01', 'BR-O-08'],
  [{ lines: [{ unit_price: 0 }] }, header({ breakdown: [] }), 'BR-S-01', 'BR-CO-18'],
  [{}, means(''), 'BR-49'],
  [{ lines: [{ unit_price: 0 }] }, header({ lines: [] }), 'BR-S-01', 'BR-16'],
  [{}, line({}, { description: '\u0001 ' }), 'BR-25'],
];

const errorsOf = (document: InvoiceDocument): readonly string[] => [
  ...new Set(
    peppolUbl
      .validate(document)
      .filter(({ severity }) => severity === 'error')
      .map(({ rule }) => rule),
  ),
];

for (const [index, [before, change, ...rules]] of CASES.entries()) {
  test(`${index + 1}: ${rules.length === 0 ? 'nothing' : rules.join(', ')}`, () => {
    const document = documentOf(before);
    assert.deepEqual(errorsOf(document), [], 'before the change');
    assert.deepEqual(errorsOf(change(document)).toSorted(), rules.toSorted());
  });
}

test('a warning of XRechnung is a warning here', () => {
  const { details } = SELLERS.DE;
  const warningsOf = (change: object): readonly string[] =>
    peppolUbl
      .validate(seller({ details: { ...details, ...change } })(documentOf({ accounts: [ACCOUNT] })))
      .map(({ rule, severity }) => `${rule} ${severity}`);
  assert.deepEqual(warningsOf({ contact_phone: '12' }), ['BR-DE-27 warning']);
  for (const contact_email of ['nobody', 'a@b', 'a b@c.example', 'a@b..example', 'a@b@c.example'])
    assert.deepEqual(warningsOf({ contact_email }), ['BR-DE-28 warning'], contact_email);
  for (const contact_email of ['a@b.example', "o'hara+x@mail.b-c.example", 'a@müller.example'])
    assert.deepEqual(warningsOf({ contact_email }), [], contact_email);
});

test('what the network only warns of is a warning here', () => {
  for (const [participant, rule] of [
    ['0106:1234567', 'PEPPOL-COMMON-R054'],
    ['0190:1', 'PEPPOL-COMMON-R055'],
    ['9944:NL123456789', 'PEPPOL-COMMON-R056-1'],
  ] as const) {
    const issues = peppolUbl.validate(reachedAt(participant)(documentOf({ accounts: [ACCOUNT] })));
    assert.deepEqual(
      issues.map(({ rule: id, severity }) => `${id} ${severity}`),
      [`${rule} warning`],
    );
  }
});

test('a dinar of three decimals is invoiced with two', () => {
  const document = documentOf({ currency: 'KWD', lines: [{ unit_price: 0.333, quantity: 3 }] });
  assert.deepEqual(errorsOf(document), []);
  assert.match(
    peppolUbl.build(document, { series: 'A', number: '1', issuedAt: new Date(0) }).bytes.toString(),
    />1\.00</,
  );
  const kwd = (minor: number) => amount(minor, 'KWD');
  const exact = {
    ...document,
    lines: document.lines.map((each) => ({ ...each, subtotal: decimal('0.999') })),
    breakdown: document.breakdown.map((each) => ({ ...each, base: kwd(999), amount: kwd(191) })),
    lineTotal: kwd(999),
    subtotal: kwd(999),
    tax: kwd(191),
    total: kwd(1190 + 1),
  };
  const found = errorsOf(exact);
  for (const rule of [
    'BR-DEC-09',
    'BR-DEC-12',
    'BR-DEC-13',
    'BR-DEC-18',
    'BR-DEC-19',
    'BR-DEC-20',
    'BR-DEC-23',
  ])
    assert.ok(found.includes(rule), rule);
});

test('the entry in a register may stand in the participant id; by e-mail none is asked for', () => {
  const dutch = documentOf(DUTCH);
  const inParticipant = (id: string): Change[] => [
    seller({ details: { ...noNumber, participant_id: id } }),
    buyer({ details: { ...noBuyerNumber, participant_id: id } }),
  ];
  for (const id of ['0106:12345678', '0190:00000001003214345000'])
    assert.deepEqual(
      errorsOf(inParticipant(id).reduce((document, change) => change(document), dutch)),
      [],
      id,
    );
  const uen = seller({
    details: { ...GST_ALONE, participant_id: '0195:SGUEN200312345A' },
    tax_id: 'M12345678',
  });
  const singapore = uen(documentOf({ seller: SELLERS.SG, customer: CUSTOMERS.SG }));
  assert.deepEqual(errorsOf(singapore), []);
  assert.match(
    peppolUbl.build(singapore, FACTS).bytes.toString(),
    /<cbc:CompanyID>M12345678<.*<cbc:CompanyID schemeID="0195">200312345A</s,
  );
  const byEmail = documentOf({ ...DUTCH, more: { delivery: { channel: 'email' } } });
  const changes = [
    seller({ details: noNumber, postal_code: null }),
    buyer({ details: { vat_id: 'NL009876543B01' }, email: 'a@b.example' }),
    means('10'),
  ];
  assert.deepEqual(errorsOf(changes.reduce((document, change) => change(document), byEmail)), []);
});

test('in Australia and Singapore a document by e-mail is a PDF alone, and its file names no specification', () => {
  for (const country of ['AU', 'SG'] as const) {
    const document = documentOf({
      seller: SELLERS[country],
      customer: { ...CUSTOMERS[country], email: 'a@b.example' },
      more: { delivery: { channel: 'email' } },
    });
    assert.deepEqual(errorsOf(document), []);
    const { bytes, mediaType, profile } = peppolUbl.build(document, FACTS);
    assert.deepEqual([mediaType, profile], ['application/vnd.folio.print+xml', 'pdf']);
    assert.doesNotMatch(bytes.toString(), /CustomizationID|ProfileID|EndpointID|schemeID="EM"|pint/);
    const nobody = { ...document, seller: { ...document.seller, details: {}, tax_id: null } };
    assert.ok(!errorsOf(nobody).includes('PEPPOL-EN16931-R020'));
    const unreached = { ...document, buyer: { ...document.buyer, email: null, details: {} } };
    assert.ok(errorsOf(unreached).includes('PEPPOL-EN16931-R010'));
  }
});

test('at least 80 rules, each under an id of the books', () => {
  const ids = new Set(PEPPOL_RULES.map(({ id }) => id));
  assert.ok(ids.size >= 80, `${ids.size}`);
  for (const id of ids) assert.match(id, /^(?:BR-|PEPPOL-|NL-R-|IRASC5-|aligned-ibr-|LEITWEG-ID)/);
});
