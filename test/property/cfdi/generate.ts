// Random invoices that a Mexican company may send: every currency, method, use, regime, kind of buyer and line.
import { USE_CODES } from '../../../src/einvoicing/mx-cfdi/cfdi-use.ts';
import { asDay } from '../../../src/base/time/day.ts';
import type { Relation } from '../../../src/einvoicing/regime.ts';
import type { GoldenCase, GoldenLine } from '../../einvoicing/mx-cfdi/golden.ts';
import type { Random } from '../random.ts';
import { PERSON_REGIMES, COMPANY_REGIMES, invoiceUsesOf } from './catalogue.ts';
import { PRODUCTS } from './retentions.ts';

const COMPANIES = [
  'EKU9003173C9',
  'IIA040805DZ4',
  'IVD920810GU2',
  'KIJ0906199R1',
  'XIA190128J61',
  'URE180429TM6',
];
const PEOPLE = ['CACX7605101P8', 'FUNK671228PH6', 'WERX631016S30', 'XIQB891116QE4', 'IAÑL750210963'];
const PLACES = [
  ['06600', 'America/Mexico_City'],
  ['77500', 'America/Cancun'],
  ['83000', 'America/Hermosillo'],
  ['22000', 'America/Tijuana'],
  ['82000', 'America/Mazatlan'],
] as const;

const NAMES = [
  'Papelería Robles SA de CV',
  'Peña & Hijos, S. de R.L. de C.V.',
  'ÑANDÚ "El Rápido" <Envíos>',
  "D'Angelo  y\tAsociados S.C.",
  'Ärzte & Öl GmbH',
  'Comercializadora 3M2 de México S.A.P.I. de C.V.',
  '日本商事',
];

const WORDS = [
  'Tornillo',
  '1/4"',
  '&',
  '<b>',
  'año',
  'Ñ',
  "5'",
  '—',
  '😀',
  'e\u0301',
  '\n',
  '\t',
  '  ',
  'ünico',
  '100%',
  '=',
  ';',
];

const text = (random: Random): string =>
  `x${Array.from({ length: random.int(1, 12) }, () => random.pick(WORDS)).join(random.pick([' ', '', '  ']))}`;

/** Up to six decimals, as a caller would write them. */
const number = (random: Random, max: number, min: number): number => {
  const places = random.int(0, 6);
  const value = Number((min + random.next() ** 3 * max).toFixed(places));
  return value > 0 ? value : 1;
};

const OBJECTS = ['02', '02', '02', '02', '02', '02', '01', '03', '04', '05', '06', '07', '08'];
const EXCISES = [26.5, 30, 53, 50, 160, 30.4, 25, 9, 8, 7, 6, 3, 0];

type Details = Record<string, unknown>;

const excise = (random: Random, currency: string): Details => {
  if (currency !== 'MXN' || random.chance(0.5)) return { excise: { rate: random.pick(EXCISES) } };
  const quota = Number((0.0001 + random.next() * 72).toFixed(random.int(0, 6)));
  const base_quantity = number(random, 900, 0.01);
  return { excise: { quota: quota > 0 ? quota : 1, ...(random.chance(0.7) ? { base_quantity } : {}) } };
};

/** What the caller says of the taxes of a line with this object. */
const taxes = (random: Random, object: string, { rates, currency }: LineKind): Details => {
  const isr = { tax: 'ISR', rate: random.pick([10, 1.25, 35, 0.5]) };
  if (object === '07') return { ...excise(random, currency), withholdings: random.chance(0.3) ? [isr] : [] };
  if (object === '06' || object === '08') return random.chance(0.5) ? { withholdings: [isr] } : {};
  if (object !== '02') return {};
  const rate = random.pick(rates);
  const iva = rate === 'exempt' ? { exempt: true } : rate === '' ? {} : { tax_rate: Number(rate) };
  const upTo = rate === 'exempt' ? 0 : Number(rate === '' ? '16' : rate);
  const withheld = { tax: 'IVA', rate: random.pick([10.6667, 5.3333, 4, 16, 6]) };
  const stated = random.chance(0.3)
    ? { withholdings: [...(random.chance(0.7) ? [isr] : []), ...(withheld.rate <= upTo ? [withheld] : [])] }
    : {};
  return { ...iva, ...(random.chance(0.2) ? excise(random, currency) : {}), ...stated };
};

interface LineKind {
  readonly rates: readonly string[];
  readonly currency: string;
}

const DIGITS: Readonly<Record<string, number>> = { JPY: 0 };

/** Never all of a line, which would leave nothing to tax. */
const discount = (random: Random, gross: number, currency: string): Pick<GoldenLine, 'discount'> => {
  if (random.chance(0.7)) return {};
  if (random.chance(0.5)) return { discount: { percent: Number((0.01 + random.next() * 90).toFixed(4)) } };
  const amount = Number((gross * random.next() * 0.9).toFixed(DIGITS[currency] ?? 2));
  return amount > 0 && amount < gross ? { discount: { amount } } : {};
};

const line = (random: Random, kind: LineKind): GoldenLine => {
  // A quantity or a price of 0.000001 is fine, both together are worth nothing.
  const small = random.chance(0.1);
  const tax_object = random.pick(OBJECTS);
  const quantity = number(random, small ? 0.001 : 500, small ? 0.000001 : 0.01);
  const unit_price = number(random, 50_000, small ? 1 : 0.01);
  const sat_product_code = random.pick(kind.rates.includes('8') ? PRODUCTS.slice(0, 5) : PRODUCTS);
  return {
    description: text(random),
    quantity,
    unit_price,
    ...(quantity * unit_price > 0.01 ? discount(random, quantity * unit_price, kind.currency) : {}),
    ...(random.chance(0.2) ? { product_number: text(random).slice(0, 40) } : {}),
    ...(random.chance(0.1)
      ? { customs_number: random.pick(['26 47 3807 6003832', '19-24-3001-9000042']) }
      : {}),
    ...(random.chance(0.1) ? { property_account: '151230015000A' } : {}),
    country_details: {
      tax_object,
      sat_product_code,
      sat_unit_code: random.pick(['E48', 'H87', 'KGM', 'ACT']),
      ...taxes(random, tax_object, kind),
    },
  };
};

const lineCount = (random: Random): number =>
  random.chance(0.7) ? random.int(1, 10) : random.chance(0.8) ? random.int(11, 80) : random.int(81, 200);

type Customer = NonNullable<GoldenCase['customer']>;

const registered = (random: Random): Customer => {
  const isCompany = random.chance(0.6);
  const rfc = random.pick(isCompany ? COMPANIES : PEOPLE);
  const fiscal_regime_code = random.pick(isCompany ? COMPANY_REGIMES : PERSON_REGIMES);
  return {
    name: random.pick(NAMES),
    tax_id: rfc,
    postal_code: random.pick(['42501', '01000', '99999', '64000']),
    details: { rfc, fiscal_regime_code },
  };
};

const unregistered = (random: Random): Customer => ({
  name: random.pick(['Público en General', 'PUBLICO EN GENERAL', 'Juan Pérez SA', ' ana  ']),
  tax_id: 'XAXX010101000',
  postal_code: null,
  details: { rfc: 'XAXX010101000' },
});

const foreigner = (random: Random): Customer => ({
  name: random.pick(NAMES),
  country_code: random.pick(['US', 'CA', 'DE', 'JP', 'BR']),
  tax_id: random.pick(['36-1234567', 'DE129273398', '123 456 789', null]),
  postal_code: null,
  details: {},
});

const customer = (random: Random): Customer => {
  if (random.chance(0.7)) return registered(random);
  return random.chance(0.5) ? unregistered(random) : foreigner(random);
};

/** A use that fits, or none, which leaves it to the service. */
const use = (random: Random, buyer: Customer): Record<string, string> => {
  const regime = buyer.details?.['fiscal_regime_code'];
  if (regime === undefined || random.chance(0.3)) return {};
  const fitting = invoiceUsesOf(regime, (buyer.tax_id ?? '').length === 12);
  const cfdi_use = random.pick(USE_CODES.filter((code) => fitting.has(code)));
  return { cfdi_use };
};

const UUIDS = ['6128396f-c09b-4ec6-8699-43c5f7e3b230', '0F2C1D3E-5A6B-4C7D-8E9F-A0B1C2D3E4F5'];

const relation = (random: Random, type: Relation['type']): Relation => ({
  type,
  uuid: random.pick(UUIDS),
  folio: 'F-7',
  issueDate: asDay('2026-11-02'),
});

/** Of a credit note, or of an invoice that replaces another or applies an advance. */
const relations = (random: Random, isCredit: boolean): Pick<GoldenCase, 'relations' | 'refund_form'> => {
  const several = (types: readonly Relation['type'][]): readonly Relation[] =>
    Array.from({ length: random.int(1, 3) }, () => relation(random, random.pick(types)));
  if (isCredit)
    return { relations: several(['01', '03']), refund_form: random.pick(['01', '03', '15', '17']) };
  return random.chance(0.15) ? { relations: several(['04', '07']) } : {};
};

const terms = (random: Random, buyer: Customer, regime: string): Pick<GoldenCase, 'terms'> => {
  const isPublic = /p.blico en general/i.test(buyer.name ?? '');
  const periods = regime === '621' ? ['02', '03', '04', '05'] : ['02', '03', '04'];
  const period = random.pick(periods) as '02';
  const month = String(period === ('05' as string) ? random.int(13, 18) : random.int(1, 12)).padStart(2, '0');
  return {
    terms: {
      ...(random.chance(0.3)
        ? { payment_terms_text: text(random), payment_terms_days: random.int(0, 90) }
        : {}),
      ...(isPublic && random.chance(0.6) ? { global: { period, month, year: 2026 } } : {}),
    },
  };
};

/** An invoice, or in one of four cases a credit note. */
export const randomInvoice = (random: Random, number_: number): GoldenCase => {
  const isCompany = random.chance(0.6);
  const isCredit = random.chance(0.25);
  const [postal_code, time_zone] = random.pick(PLACES);
  const buyer = customer(random);
  const hasBorder = random.chance(0.15);
  const rates = random.chance(0.4) ? [''] : ['16', '0', 'exempt', ...(hasBorder ? ['8'] : [])];
  const currency = random.pick(['MXN', 'MXN', 'USD', 'EUR', 'JPY']);
  const regime = random.pick(isCompany ? COMPANY_REGIMES : [...PERSON_REGIMES, '606', '612', '626']);
  const issued = Date.UTC(
    2026,
    random.int(0, 11),
    random.int(2, 28),
    random.int(0, 23),
    random.int(0, 59),
    7,
  );
  return {
    about: `random ${number_}`,
    facts: {
      series: random.pick(['F', 'A', 'MX']),
      number: String(number_),
      issued_at: new Date(issued).toISOString(),
    },
    seller: {
      name: random.pick(NAMES),
      tax_id: isCompany ? 'PRO840423SG8' : 'FUNK671228PH6',
      postal_code,
      time_zone,
      details: {
        fiscal_regime_code: regime,
        ...(hasBorder ? { border_stimulus_from: '2026-01-01' } : {}),
      },
    },
    customer: buyer,
    currency,
    country_details: {
      ...(random.chance(0.4)
        ? { payment_method: 'PPD' }
        : { payment_form: random.pick(['01', '03', '04', '28', '31']) }),
      ...use(random, buyer),
    },
    ...(isCredit ? {} : terms(random, buyer, regime)),
    ...relations(random, isCredit),
    lines: Array.from({ length: lineCount(random) }, () => line(random, { rates, currency })),
  };
};
