// Random invoices of what people leave out, mistype or paste: most of them may not be filed, and compliance must say so.
import { ACCOUNT, CUSTOMERS, type InvoiceGiven, SELLERS } from '../../einvoicing/peppol-ubl/invoices.ts';
import { asDay } from '../../../src/base/time/day.ts';
import type { Relation } from '../../../src/einvoicing/regime.ts';
import type { Random } from '../random.ts';

type Texts = Readonly<Record<string, string | undefined>>;

const BLANKS = ['', '   ', '\u00a0', '\u0007'];

const TEXTS = [
  'Müller & Söhne <x>',
  '  a\t b \r\n c ',
  'Teile #123#456',
  'Auftrag #7',
  ']]>',
  '\u0007y\u0000',
  '\ud800z',
  '\u200b',
  'x'.repeat(3000),
];

const CURRENCIES = ['EUR', 'EUR', 'USD', 'JPY', 'KWD', 'HUF', 'CLF', 'STN'];

const VAT_IDS = [
  '123456789',
  'EL123456789',
  'CHE-123.456.789 MWST',
  'QQ1234',
  '',
  'U12',
  'fr 40 303 265 045',
];

const PARTICIPANTS = [
  '0088:4012345000009',
  '0088:1234567890123',
  '0192:974760673',
  '0184:DK1',
  '0096:1',
  '0204:991-01234-38',
  '0037:1',
  '0299:1',
  '9944:NL1',
  'EM:a@b.example',
];

const MEANS = ['1', '10', '30', '42', '48', '49', '57', '58', '59', '97'];
const ACCOUNTS = [...BLANKS, 'GB82 WEST 1234 5698 7654 32', '00012345', 'DE-0', '<&'];
const RATES = [
  {},
  {},
  { tax_rate: 19 },
  { tax_rate: 7 },
  { tax_rate: 0 },
  { tax_rate: 20 },
  { tax_rate: 21 },
];
const REASONS = ['E', 'AE', 'K', 'G', 'O', 'VATEX-EU-IC', 'VATEX-EU-132', 'VATEX-EU-D', 'VATEX-EU-O'];
const PRICES = [0, 0.004999, 0.005, 0.000001, 0.01, 1, 33.333333, 1234.5, 123456.789012];
const QUANTITIES = [1, 1, 2, 0.5, 0.000001, 3.5, 333.333333, 1000];

/** Now and then one of the fields is another, or none. */
const spoilt = (random: Random, texts: Texts, others: Readonly<Record<string, readonly string[]>>): Texts => {
  const changed: Record<string, string | undefined> = { ...texts };
  for (const [field, values] of Object.entries(others)) {
    if (random.chance(0.06)) changed[field] = random.chance(0.3) ? undefined : random.pick(values);
  }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
};

const PARTY = {
  vat_id: VAT_IDS,
  tax_number: ['12/345/67890', '12345678', ...BLANKS],
  street: [...BLANKS, ...TEXTS],
  city: [...BLANKS, ...TEXTS],
  participant_id: PARTICIPANTS,
  contact_name: [...BLANKS, ...TEXTS],
  contact_email: ['a', 'a@b', ...BLANKS],
  contact_phone: ['12', ...BLANKS],
};

const tax = (random: Random): object =>
  random.chance(0.3) ? { exemption_code: random.pick(REASONS) } : random.pick(RATES);

/** A seller and a buyer, of fields that no form has checked. */
const parties = (random: Random): Pick<InvoiceGiven, 'seller' | 'customer'> => {
  const { DE, NL, GB } = SELLERS;
  const seller = random.pick([DE, DE, DE, DE, NL, GB]);
  const customer = random.pick(Object.values(CUSTOMERS));
  const details = spoilt(random, seller.details as Texts, PARTY);
  return {
    seller: {
      ...seller,
      name: random.chance(0.05) ? random.pick([...BLANKS, ...TEXTS]) : seller.name,
      tax_id: random.chance(0.1) ? null : seller.tax_id,
      details: { ...details, ...some(random, { small_business: () => true }) },
    },
    customer: {
      ...customer,
      name: random.chance(0.05) ? random.pick([...BLANKS, ...TEXTS]) : customer.name,
      country_code: random.chance(0.05) ? random.pick(['AT', 'CH', 'XI', 'QQ']) : customer.country_code,
      postal_code: random.chance(0.05) ? null : customer.postal_code,
      email: random.pick([null, null, 'a@b.example', ' ', '\u0007']),
      details: {
        ...(spoilt(random, customer.details, PARTY) as Record<string, string>),
        ...some(random, { participant_verified: () => 'false' }),
      },
    },
  };
};

const FROM = ['2026-09-01', '2026-10-15', '2026-11-21'];
const TO = ['2026-09-30', '2026-10-14', '2026-11-30'];
const AMOUNTS = [0.01, 0.02, 1, 33.33, 100, 5000];
const PERCENTS = [0.0001, 0.5, 33.3333, 99.99, 100];
const TERMS = [
  ...BLANKS,
  ...TEXTS,
  '# 14 Tage',
  'a\n#SKONTO#TAGE=1#PROZENT=2.00#',
  '#SKONTO#TAGE=1#PROZENT=2.00# x',
];

const discount = (random: Random): { readonly percent: number } | { readonly amount: number } =>
  random.chance(0.5) ? { percent: random.pick(PERCENTS) } : { amount: random.pick(AMOUNTS) };

const period = (random: Random): { readonly from: string; readonly to: string } => ({
  from: random.pick(FROM),
  to: random.pick(TO),
});

/** Each of these fields is there now and then. */
const some = (random: Random, fields: Readonly<Record<string, () => unknown>>): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (random.chance(0.12) ? [[name, value()]] : [])),
  );

const unusualTerms = (random: Random): object =>
  some(random, {
    title: () => random.pick([...BLANKS, ...TEXTS]),
    payment_terms_text: () => random.pick(TERMS),
    discount_terms: () => [{ percent: 2.5, days: random.int(0, 999) }],
    delivery_date: () => random.pick(FROM),
    delivery_period: () => period(random),
    order_reference: () => random.pick([...BLANKS, ...TEXTS]),
    contract_reference: () => random.pick([...BLANKS, ...TEXTS]),
    project_reference: () => random.pick([...BLANKS, ...TEXTS]),
    prepaid_amount: () => random.pick(AMOUNTS),
    allowances: () => [{ ...discount(random), reason: random.pick([...TEXTS, 'Rabatt', ' ']) }],
    charges: () => [{ ...discount(random), reason: random.pick([...TEXTS, 'Fracht', ' ']) }],
    direct_debit: () => ({
      mandate_reference: random.pick(['M-1', ' ', '\u0007']),
      creditor_id: random.pick(['DE98ZZZ09999999999', '        ', 'x'.repeat(35)]),
      iban: random.pick(['DE02120300000000202051', 'DE02 1203 0000 0000 2020 51', 'GB82WEST12345698765432']),
    }),
    attachments: () =>
      ['a.csv', random.pick(['a.csv', 'b.csv', ' ', '\u0007'])].map((name) => ({
        name,
        mime_type: 'text/csv',
        content_base64: Buffer.from('a;b').toString('base64'),
        description: random.pick([...BLANKS, ...TEXTS]),
      })),
    delivery: () => ({ channel: random.pick(['network', 'email']) }),
  });

const CORRECTED: Relation = { type: '01', uuid: 'u', folio: 'RE-1', issueDate: asDay('2026-10-01') };

export const unusualInvoice = (random: Random): InvoiceGiven => {
  const common = tax(random);
  const sameTax = random.chance(0.6);
  return {
    ...parties(random),
    currency: random.pick(CURRENCIES),
    rate: '1.23456789',
    accounts: random.chance(0.5) ? [ACCOUNT] : [],
    details: spoilt(
      random,
      { buyer_reference: 'PO-1' },
      {
        buyer_reference: [...BLANKS, ...TEXTS],
        payment_means_code: MEANS,
        bank_account_number: ACCOUNTS,
        bank_name: [...BLANKS, ...TEXTS],
        bank_routing_number: [...BLANKS, ' COBA DE FF '],
      },
    ),
    ...(random.chance(0.4) ? { notes: random.pick([...BLANKS, ...TEXTS]) } : {}),
    terms: random.int(0, 60),
    lines: Array.from({ length: random.int(1, 5) }, () => ({
      description: random.chance(0.1) ? random.pick([...BLANKS, ...TEXTS]) : 'Teil',
      quantity: random.pick(QUANTITIES),
      unit_price: random.pick(PRICES),
      country_details: {
        ...(sameTax ? common : tax(random)),
        ...some(random, { unit_code: () => random.pick(['STK', 'HUR', 'XBX', 'ZZ', 'STD', 'H8']) }),
      },
      ...some(random, {
        discount: () => discount(random),
        period: () => period(random),
        product_number: () => random.pick([...BLANKS, ...TEXTS]),
      }),
    })),
    more: unusualTerms(random),
    ...(random.chance(0.2) && { corrects: [CORRECTED] }),
  };
};
