// Random invoices of German sellers: rates, reasons for no tax, currencies, buyers, accounts, texts.
import { ACCOUNT, CUSTOMERS, type InvoiceGiven, SELLERS } from '../../einvoicing/peppol-ubl/invoices.ts';
import { asDay } from '../../../src/base/time/day.ts';
import type { Relation } from '../../../src/einvoicing/regime.ts';
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
const anyTaxes = (random: Random): readonly object[] => {
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

/** An amount that the currency knows. */
const money = (random: Random, high: number, currency: string): number =>
  number(random, high, CURRENCIES[currency]?.digits ?? 2);

const discount = (random: Random, price: number, currency: string): object => {
  if (random.chance(0.7)) return {};
  if (random.chance(0.6)) return { discount: { percent: number(random, 99, 4) } };
  const most = Math.floor(price / 2);
  return most < 1 ? {} : { discount: { amount: money(random, most, currency) } };
};

const UNITS = ['C62', 'H87', 'HUR', 'DAY', 'KGM', 'MTK', 'LS', 'XBX', 'XPP', 'P1'];

/** What the lines come to at least, in whole units, after the largest discounts. */
type Sums = { readonly least: number; readonly currency: string };

const allowances = (random: Random, { least, currency }: Sums): object => ({
  ...(random.chance(0.3) && {
    allowances: Array.from({ length: random.int(1, 2) }, () => ({
      ...(random.chance(0.5) || least < 8
        ? { percent: number(random, 40, 2) }
        : { amount: money(random, Math.floor(least / 8), currency) }),
      reason: random.pick(['Treuerabatt', 'Gutschein & Co', 'Mängel']),
    })),
  }),
  ...(random.chance(0.2) && {
    charges: [
      {
        ...(random.chance(0.3)
          ? { percent: number(random, 20, 2) }
          : { amount: money(random, 50, currency) }),
        reason: random.pick(['Fracht', 'Verpackung', 'Versand', 'Mindermengenzuschlag']),
      },
    ],
  }),
  ...(random.chance(0.15) &&
    least >= 4 && { prepaid_amount: money(random, Math.floor(least / 4), currency) }),
});

const PDF = Buffer.from('%PDF-1.4 <&>').toString('base64');

const terms = (random: Random, isCredit: boolean): object => ({
  ...(random.chance(0.3) && { order_reference: text(random) }),
  ...(random.chance(0.2) && { contract_reference: 'V-1' }),
  ...(random.chance(0.2) && { project_reference: 'Süd & Nord' }),
  ...(random.chance(0.3) && { delivery_date: '2026-11-03' }),
  ...(random.chance(0.2) && { title: text(random) }),
  ...(random.chance(0.2) && { payment_terms_text: 'Zahlbar netto.\n\nBitte Nr. #5 angeben.' }),
  ...(!isCredit &&
    random.chance(0.2) && {
      discount_terms: [
        { percent: number(random, 5, 2), days: 7 },
        { percent: 1, days: random.int(8, 20) },
      ],
    }),
  ...(random.chance(0.1) && {
    attachments: [
      { name: 'Anlage <1>.pdf', mime_type: 'application/pdf', content_base64: PDF, description: 'Anlage' },
    ],
  }),
});

const DEBIT = {
  direct_debit: {
    mandate_reference: 'M-1',
    creditor_id: 'DE98ZZZ09999999999',
    iban: 'DE02120300000000202051',
  },
};

/** Days within the period of the whole, if there is one. */
const periods = (random: Random): { readonly whole: object; readonly line: () => object } => {
  const whole = random.chance(0.2) ? { delivery_period: { from: '2026-10-01', to: '2026-10-31' } } : {};
  const some = random.chance(0.3);
  return {
    whole,
    line: () => (some && random.chance(0.7) ? { period: { from: '2026-10-02', to: '2026-10-31' } } : {}),
  };
};

const CORRECTED: Relation = {
  type: '01',
  uuid: '0192f3a0-0000-7000-8000-000000000001',
  folio: 'RE-1001',
  issueDate: asDay('2026-11-02'),
};

type Party = Pick<InvoiceGiven, 'customer'>;

/** Some are reached by e-mail. */
const reached = (random: Random, customer: NonNullable<Party['customer']>): NonNullable<Party['customer']> =>
  random.chance(0.25)
    ? {
        ...customer,
        email: 'rechnung@kunde.example',
        details: { ...customer.details, participant_verified: 'false' },
      }
    : customer;

export const randomInvoice = (random: Random): InvoiceGiven => {
  const isCredit = random.chance(0.3);
  const isSmall = random.chance(0.1);
  const choices = isSmall ? [{}, { tax_rate: 0 }, { exemption_code: 'E' }] : anyTaxes(random);
  const given = taxedInvoice(random, choices, isCredit);
  return isSmall
    ? {
        ...given,
        seller: {
          ...SELLERS.DE,
          tax_id: null,
          details: { ...NO_VAT_ID, tax_number: '12/345/67890', small_business: true, ...OWN_ADDRESS },
        },
      }
    : given;
};

const { vat_id: _vatId, ...NO_VAT_ID } = SELLERS.DE.details;
const OWN_ADDRESS = { participant_id: '0088:4012345000009' };

const taxedInvoice = (random: Random, choices: readonly object[], isCredit: boolean): InvoiceGiven => {
  const currency = random.chance(0.6) ? 'EUR' : random.pick(Object.keys(CURRENCIES));
  const many = random.chance(0.1) ? 200 : 12;
  const withVatId = [CUSTOMERS.DE, CUSTOMERS.FR, CUSTOMERS.NL];
  const needsVatId = choices.some((choice) => 'exemption_code' in choice);
  const period = periods(random);
  const lines = Array.from({ length: random.int(1, many) }, () => {
    const unit_price = random.chance(0.05) ? 0 : number(random, 5000, 6);
    const quantity = number(random, 1000, 6);
    return {
      description: text(random),
      quantity,
      unit_price,
      ...discount(random, quantity * unit_price, currency),
      ...period.line(),
      ...(random.chance(0.2) && { product_number: 'A-1' }),
      country_details: {
        ...random.pick(choices),
        ...(random.chance(0.5) && { unit_code: random.pick(UNITS) }),
      },
    };
  });
  const least = Math.floor(lines.reduce((sum, line) => sum + (line.quantity * line.unit_price) / 200, 0));
  const isDebit = !isCredit && random.chance(0.1);
  return {
    seller: {
      ...SELLERS.DE,
      details: {
        ...SELLERS.DE.details,
        ...(random.chance(0.2) ? { tax_number: '12/345/67890' } : {}),
      },
    },
    customer: reached(
      random,
      random.pick(needsVatId ? withVatId : [...withVatId, CUSTOMERS.LEITWEG, CUSTOMERS.US]),
    ),
    currency,
    rate: CURRENCIES[currency]?.rate ?? '1',
    accounts: random.chance(0.5) ? [ACCOUNT] : [],
    details: isDebit ? { buyer_reference: text(random) } : details(random),
    ...(random.chance(0.3) ? { notes: text(random) } : {}),
    terms: random.int(0, 90),
    more: {
      ...period.whole,
      ...terms(random, isCredit),
      ...allowances(random, { least, currency }),
      ...(isDebit && DEBIT),
    },
    ...(isCredit && { corrects: [CORRECTED] }),
    lines,
  };
};
