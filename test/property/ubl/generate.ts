// Random invoices of German sellers: rates, reasons for no tax, currencies, buyers, accounts, texts.
import { ACCOUNT, CUSTOMERS, type InvoiceGiven, SELLERS } from '../../einvoicing/peppol-ubl/invoices.ts';
import type { Random } from '../random.ts';

export const CURRENCIES: Readonly<Record<string, { readonly digits: number; readonly rate: string }>> = {
  EUR: { digits: 2, rate: '1' },
  USD: { digits: 2, rate: '0.86342' },
  MXN: { digits: 2, rate: '0.04712345' },
  JPY: { digits: 0, rate: '0.00562' },
  KWD: { digits: 2, rate: '2.80123456' },
};

const WORDS = [
  'Müller & Söhne',
  '<Größe> 5"',
  "d'accord",
  '„Quote“',
  'naïve',
  '–',
  '日本',
  '🔩',
  '#SKONTO#',
  '#123#',
  ']]>',
  '&amp;',
];

const text = (random: Random): string =>
  Array.from({ length: random.int(1, 6) }, () => random.pick(WORDS)).join(
    random.pick([' ', '  ', '\n', '\t']),
  );

/** A number of at most `decimals` decimals, as a caller writes it. */
const number = (random: Random, high: number, decimals: number): number => {
  const places = random.int(0, decimals);
  return random.int(1, high * 10 ** places) / 10 ** places;
};

const EXEMPTIONS = ['E', 'VATEX-EU-132', 'VATEX-EU-79-C', 'VATEX-EU-132-1I', 'VATEX-EU-D'];

/** What the lines of one invoice may say of tax; O stands alone, and K and AE need a buyer with a VAT id. */
const taxes = (random: Random): readonly object[] => {
  const kind = random.int(0, 9);
  if (kind === 0) return [{ exemption_code: random.pick(['O', 'VATEX-EU-O']) }];
  const domestic = [{}, { tax_rate: 19 }, { tax_rate: 7 }, { tax_rate: 0 }];
  const exempt = EXEMPTIONS.map((exemption_code) => ({ exemption_code }));
  if (kind === 1) return [...domestic, ...exempt];
  if (kind === 2) return [...domestic, { exemption_code: 'AE' }];
  if (kind === 3) return [...domestic, { exemption_code: 'K' }, { exemption_code: 'G' }];
  return domestic;
};

const details = (random: Random): object => ({
  buyer_reference: text(random),
  ...random.pick([
    {},
    {},
    { payment_means_code: '1' },
    { bank_account_number: 'GB82WEST12345698765432' },
    { bank_account_number: '00012345', bank_name: text(random) },
  ]),
});

export const randomInvoice = (random: Random): InvoiceGiven => {
  const choices = taxes(random);
  const currency = random.chance(0.6) ? 'EUR' : random.pick(Object.keys(CURRENCIES));
  const many = random.chance(0.1) ? 200 : 12;
  const withVatId = [CUSTOMERS.DE, CUSTOMERS.FR, CUSTOMERS.NL];
  const needsVatId = choices.some((choice) => 'exemption_code' in choice);
  return {
    seller: {
      ...SELLERS.DE,
      details: {
        ...SELLERS.DE.details,
        ...(random.chance(0.2) ? { tax_number: '12/345/67890' } : {}),
      },
    },
    customer: random.pick(needsVatId ? withVatId : [...withVatId, CUSTOMERS.LEITWEG, CUSTOMERS.US]),
    currency,
    rate: CURRENCIES[currency]?.rate ?? '1',
    accounts: random.chance(0.5) ? [ACCOUNT] : [],
    details: details(random),
    ...(random.chance(0.3) ? { notes: text(random) } : {}),
    terms: random.int(0, 90),
    lines: Array.from({ length: random.int(1, many) }, () => ({
      description: text(random),
      quantity: number(random, 1000, 6),
      unit_price: random.chance(0.05) ? 0 : number(random, 5000, 6),
      country_details: random.pick(choices),
    })),
  };
};
