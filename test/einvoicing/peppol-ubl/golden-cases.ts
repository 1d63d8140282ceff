// The invoices whose documents are kept in `golden/`.
import { asDay } from '../../../src/base/time/day.ts';
import type { Relation } from '../../../src/einvoicing/regime.ts';
import { ACCOUNT, CUSTOMERS, type InvoiceGiven, SELLERS } from './invoices.ts';

const line = (unit_price: number, country_details: object = {}, more: object = {}) => ({
  unit_price,
  country_details,
  ...more,
});

const { vat_id: _vatId, ...withoutVatId } = SELLERS.DE.details;
const { participant_id: _participant, ...withoutParticipant } = CUSTOMERS.DE.details;

const TAX_NUMBER_ONLY = {
  ...SELLERS.DE,
  tax_id: '1234567890',
  details: { ...withoutVatId, tax_number: '12/345/67890', participant_id: '0088:4012345000009' },
};

/** Known not to be in the network. */
const BY_EMAIL = { ...withoutParticipant, participant_verified: 'false' };

const INVOICE: Relation = {
  type: '01',
  uuid: '0192f3a0-0000-7000-8000-000000000001',
  folio: 'RE-1001',
  issueDate: asDay('2026-11-02'),
};

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
  'de-tax-number': { seller: TAX_NUMBER_ONLY },
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
  'de-skonto': {
    accounts: [ACCOUNT],
    title: 'Lieferung Fräsmaschine',
    notes: 'Geliefert frei Haus.',
    terms: 30,
    more: {
      payment_terms_text: 'Zahlbar innerhalb von 30 Tagen ohne Abzug.',
      discount_terms: [
        { percent: 3, days: 7 },
        { percent: 2, days: 14 },
      ],
      delivery_date: '2026-11-18',
    },
    lines: [line(12_500, { unit_code: 'H87' }, { product_number: 'FM-200' })],
  },
  'de-building-reverse-charge': {
    accounts: [ACCOUNT],
    title: 'Rohbauarbeiten Kita Süd',
    lines: [
      line(85, { exemption_code: 'AE', unit_code: 'MTK' }, { quantity: 240.5, description: 'Mauerwerk' }),
      line(
        62,
        { exemption_code: 'VATEX-EU-AE', unit_code: 'HUR' },
        { quantity: 31.25, description: 'Facharbeiter' },
      ),
    ],
    more: { order_reference: 'AB-77', contract_reference: 'BV-2026-4', project_reference: 'Kita Süd' },
  },
  'de-building-tax-number-only': {
    seller: TAX_NUMBER_ONLY,
    accounts: [ACCOUNT],
    lines: [line(900, { exemption_code: 'AE' })],
  },
  'de-small-business': {
    seller: {
      ...TAX_NUMBER_ONLY,
      details: { ...withoutVatId, tax_number: '12/345/67890', small_business: true },
    },
    customer: { ...CUSTOMERS.DE, email: 'rechnung@nordwind.example', details: BY_EMAIL },
    accounts: [ACCOUNT],
    lines: [line(640, {}, { description: 'Gestaltung einer Broschüre' })],
  },
  'de-final-invoice': {
    accounts: [ACCOUNT],
    title: 'Schlussrechnung',
    notes:
      'Abzüglich Abschlagsrechnungen RE-1001 vom 01.11.2026 und RE-1017 vom 15.11.2026: je 5.950,00 EUR, darin 950,00 EUR USt.',
    more: { prepaid_amount: 11_900, delivery_period: { from: '2026-10-01', to: '2026-11-20' } },
    lines: [line(14_000), line(350.5, { tax_rate: 7 })],
  },
  'de-prepaid-in-full': { more: { prepaid_amount: 119 } },
  'de-discounts-and-allowance': {
    accounts: [ACCOUNT],
    lines: [
      line(19.99, { unit_code: 'XBX' }, { quantity: 7, discount: { percent: 12.5 } }),
      line(250, {}, { discount: { amount: 20.01 } }),
      line(49.9, { tax_rate: 7 }, { quantity: 3 }),
    ],
    more: {
      allowances: [
        { percent: 3, reason: 'Treuerabatt' },
        { amount: 10, reason: 'Gutschein' },
      ],
    },
  },
  'de-charge': {
    accounts: [ACCOUNT],
    lines: [line(100), line(33.33, { tax_rate: 7 })],
    more: {
      charges: [
        { amount: 9.95, reason: 'Fracht' },
        { percent: 1.5, reason: 'Teuerungszuschlag' },
      ],
    },
  },
  'de-yen-allowances': {
    currency: 'JPY',
    lines: [line(1234.56, {}, { quantity: 3.5, discount: { percent: 7 } }), line(999, { tax_rate: 7 })],
    more: { allowances: [{ percent: 3, reason: 'Rabatt' }] },
  },
  'de-direct-debit': {
    accounts: [ACCOUNT],
    more: {
      direct_debit: {
        mandate_reference: 'M-2026-17',
        creditor_id: 'DE98ZZZ09999999999',
        iban: 'DE02 1203 0000 0000 2020 51',
      },
    },
  },
  'de-attachments': {
    more: {
      attachments: [
        {
          name: 'Stundenzettel.pdf',
          mime_type: 'application/pdf',
          content_base64: Buffer.from('%PDF-1.4 Stunden').toString('base64'),
          description: 'Stunden im November',
        },
        {
          name: 'Stunden.csv',
          mime_type: 'text/csv',
          content_base64: Buffer.from('Tag;Stunden\n2;7,5\n').toString('base64'),
        },
      ],
    },
  },
  'de-period': {
    accounts: [ACCOUNT],
    lines: [
      line(95, { unit_code: 'HUR' }, { quantity: 12, period: { from: '2026-09-01', to: '2026-09-15' } }),
      line(95, { unit_code: 'HUR' }, { quantity: 9, description: 'Beratung September' }),
    ],
    more: { delivery_period: { from: '2026-09-01', to: '2026-09-30' } },
  },
  'de-line-periods': {
    lines: [line(95, {}, { period: { from: '2026-09-01', to: '2026-09-15' } })],
  },
  'de-by-email': {
    customer: { ...CUSTOMERS.DE, email: 'rechnung@nordwind.example', details: BY_EMAIL },
    accounts: [ACCOUNT],
  },
  'de-exempt-insurance': { lines: [line(80, { exemption_code: 'VATEX-EU-135-1' })] },
  'de-credit-note': { corrects: [INVOICE], accounts: [ACCOUNT], title: 'Rechnungskorrektur' },
  'de-credit-note-partial': {
    corrects: [INVOICE],
    lines: [
      line(19.99, {}, { quantity: 2, discount: { percent: 12.5 }, description: 'Rückgabe' }),
      line(5, { tax_rate: 7 }),
    ],
    more: { allowances: [{ amount: 1.01, reason: 'Gutschein' }], project_reference: 'Kita Süd' },
  },
  'de-credit-note-within-the-union': {
    corrects: [INVOICE],
    customer: CUSTOMERS.FR,
    lines: [line(100, { exemption_code: 'K' })],
  },
  'nl-credit-note': { seller: SELLERS.NL, customer: CUSTOMERS.NL, corrects: [INVOICE] },
  'nl-to-germany': { seller: SELLERS.NL, accounts: [{ ...ACCOUNT, iban: 'NL91ABNA0417164300', bic: null }] },
  'sg-credit-note': { seller: SELLERS.SG, customer: CUSTOMERS.SG, corrects: [INVOICE] },
  'gb-discount-terms': {
    seller: SELLERS.GB,
    customer: CUSTOMERS.GB,
    more: { discount_terms: [{ percent: 2, days: 10 }], payment_terms_text: 'Net 30 days.' },
  },
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
