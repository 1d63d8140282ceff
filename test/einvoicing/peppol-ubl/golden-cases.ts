// The invoices whose documents are kept in `golden/`.
import { ACCOUNT, CUSTOMERS, type InvoiceGiven, SELLERS } from './invoices.ts';

const line = (unit_price: number, country_details: object = {}, more: object = {}) => ({
  unit_price,
  country_details,
  ...more,
});

const { vat_id: _vatId, ...withoutVatId } = SELLERS.DE.details;

const OTHER_ACCOUNT = {
  ...ACCOUNT,
  name: 'Dollarkonto',
  currency: 'USD',
  iban: 'DE02120300000000202051',
  bic: null,
};

export const GOLDEN: Readonly<Record<string, InvoiceGiven>> = {
  'de-19': {},
  'de-7': { lines: [line(49.9, { tax_rate: 7 })] },
  'de-0-photovoltaics': { lines: [line(8000, { tax_rate: 0 }, { description: 'Photovoltaikanlage 8 kWp' })] },
  'de-19-7-0': { lines: [line(100), line(20, { tax_rate: 7 }), line(5, { tax_rate: 0 }), line(33.33)] },
  'de-sepa': { accounts: [ACCOUNT] },
  'de-account-of-the-currency': { currency: 'USD', accounts: [ACCOUNT, OTHER_ACCOUNT] },
  'de-account-given': {
    accounts: [ACCOUNT],
    details: { bank_account_number: 'GB82 WEST 1234 5698 7654 32', bank_name: 'Harbour Ltd' },
  },
  'de-means-1': { accounts: [ACCOUNT], details: { payment_means_code: '1' } },
  'de-leitweg': { customer: CUSTOMERS.LEITWEG, accounts: [ACCOUNT] },
  'de-tax-number': {
    seller: {
      ...SELLERS.DE,
      tax_id: '1234567890',
      details: { ...withoutVatId, tax_number: '12/345/67890', participant_id: '0088:4012345000009' },
    },
  },
  'de-vat-id-and-tax-number': {
    seller: { ...SELLERS.DE, details: { ...SELLERS.DE.details, tax_number: '12/345/67890' } },
  },
  'de-reverse-charge': { customer: CUSTOMERS.FR, lines: [line(1200, { exemption_code: 'AE' })] },
  'de-within-the-union': {
    customer: CUSTOMERS.FR,
    lines: [line(1200, { exemption_code: 'VATEX-EU-IC' }), line(3)],
  },
  'de-export': { customer: CUSTOMERS.US, lines: [line(999.99, { exemption_code: 'G' })] },
  'de-exempt': { lines: [line(80, { exemption_code: 'VATEX-EU-132-1I' })] },
  'de-exempt-two-grounds': {
    lines: [
      line(80, { exemption_code: 'VATEX-EU-132' }),
      line(20, { exemption_code: 'VATEX-EU-79-C' }),
      line(10),
    ],
  },
  'de-exempt-no-ground': { lines: [line(80, { exemption_code: 'E' })] },
  'de-outside-scope': { lines: [line(500, { exemption_code: 'O' })] },
  'de-dollars': { currency: 'USD', lines: [line(100), line(0.5, { tax_rate: 7 }, { quantity: 3 })] },
  'de-dollars-reverse-charge': {
    customer: CUSTOMERS.FR,
    currency: 'USD',
    lines: [line(70, { exemption_code: 'AE' })],
  },
  'de-yen': { currency: 'JPY', lines: [line(1234, {}, { quantity: 3 })] },
  'de-yen-rounded': { currency: 'JPY', lines: [line(1234.56, {}, { quantity: 3.5 }), line(99.4)] },
  'de-six-decimals': {
    lines: [line(0.123456, {}, { quantity: 333.333333 }), line(1199.999999, { tax_rate: 7 })],
  },
  'de-nothing-due': { lines: [line(0)] },
  'de-200-lines': {
    lines: Array.from({ length: 200 }, (_, index) =>
      line(((index + 1) * 142_857) / 1_000_000, index % 3 === 0 ? { tax_rate: 7 } : {}, {
        description: `Teil ${index + 1}`,
        quantity: (index % 9) + 0.5,
      }),
    ),
  },
  'de-texts': {
    notes: 'Vielen Dank für Ihren Auftrag!\nBitte "sofort" prüfen <& zahlen>.',
    customer: { ...CUSTOMERS.DE, name: 'Müller & Söhne "Größe" <GmbH>' },
    details: { buyer_reference: "Ä-17/'26' & Co" },
    lines: [line(1, {}, { description: '  Schrauben\tM8 × 40\r\n „verzinkt“ – 5 > 4 & 3 < 4 \u0007 🔩 ' })],
  },
  'de-note-of-numbers': { notes: 'Teile #123#456 zu Auftrag #7' },
  'de-due-at-once': { terms: 0 },
  'nl-21': {
    seller: SELLERS.NL,
    customer: CUSTOMERS.NL,
    accounts: [{ ...ACCOUNT, iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' }],
    lines: [line(100), line(50, { tax_rate: 9 })],
  },
  'gb-20': {
    seller: SELLERS.GB,
    customer: CUSTOMERS.GB,
    lines: [line(100), line(50, { tax_rate: 5 }), line(7, { tax_rate: 0 })],
  },
  'au-10': {
    seller: SELLERS.AU,
    customer: CUSTOMERS.AU,
    lines: [line(100), line(50, { exemption_code: 'E' })],
  },
  'sg-9': { seller: SELLERS.SG, customer: CUSTOMERS.SG, lines: [line(100), line(50, { tax_rate: 0 })] },
  'sg-dollars': {
    seller: SELLERS.SG,
    customer: CUSTOMERS.SG,
    currency: 'USD',
    rate: '1.3456',
    lines: [line(100)],
  },
};
