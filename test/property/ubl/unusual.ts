// Random invoices of what people leave out, mistype or paste: most of them may not be filed, and compliance must say so.
import { ACCOUNT, CUSTOMERS, type InvoiceGiven, SELLERS } from '../../einvoicing/peppol-ubl/invoices.ts';
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
  '0204:991-01234-44',
  '0037:1',
  '0299:1',
  '9944:NL1',
  'EM:a@b.example',
];

const MEANS = ['1', '10', '30', '42', '48', '49', '57', '58', '59', '97'];
const ACCOUNTS = [...BLANKS, 'GB82 WEST 1234 5698 7654 32', '00012345', 'DE00', '<&'];
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
      details,
    },
    customer: {
      ...customer,
      name: random.chance(0.05) ? random.pick([...BLANKS, ...TEXTS]) : customer.name,
      country_code: random.chance(0.05) ? random.pick(['AT', 'CH', 'XI', 'QQ']) : customer.country_code,
      postal_code: random.chance(0.05) ? null : customer.postal_code,
      details: spoilt(random, customer.details, PARTY) as Record<string, string>,
    },
  };
};

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
      country_details: sameTax ? common : tax(random),
    })),
  };
};
