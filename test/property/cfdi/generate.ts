// Random invoices that a Mexican company may send: every currency, method, use, regime, kind of buyer and line.
import { USE_CODES } from '../../../src/einvoicing/mx-cfdi/cfdi-use.ts';
import type { GoldenCase, GoldenLine } from '../../einvoicing/mx-cfdi/golden.ts';
import type { Random } from '../random.ts';
import { PERSON_REGIMES, COMPANY_REGIMES, usesOf } from './catalogue.ts';

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

const OBJECTS = ['02', '02', '02', '02', '01', '03', '04', '05', '06', '08'];

const line = (random: Random, rates: readonly string[]): GoldenLine => {
  // A quantity or a price of 0.000001 is fine, both together are worth nothing.
  const small = random.chance(0.1);
  const tax_rate = random.pick(rates);
  const tax_object = random.pick(OBJECTS);
  return {
    description: text(random),
    quantity: number(random, small ? 0.001 : 500, small ? 0.000001 : 0.01),
    unit_price: number(random, 50_000, small ? 1 : 0.01),
    country_details: {
      tax_object,
      ...(tax_rate === '' || tax_object !== '02' ? {} : { tax_rate: Number(tax_rate) }),
      sat_product_code: random.pick(['80101501', '01010101', '43211503', '27111700']),
      sat_unit_code: random.pick(['E48', 'H87', 'KGM', 'ACT']),
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
  const fitting = usesOf(regime, (buyer.tax_id ?? '').length === 12);
  const cfdi_use = random.pick(USE_CODES.filter((code) => fitting.has(code)));
  return { cfdi_use };
};

export const randomInvoice = (random: Random, number_: number): GoldenCase => {
  const isCompany = random.chance(0.7);
  const tax_id = isCompany ? 'PRO840423SG8' : 'FUNK671228PH6';
  const [postal_code, time_zone] = random.pick(PLACES);
  const buyer = customer(random);
  const rates = random.chance(0.6) ? [''] : ['16', '8', '0'];
  const issued = Date.UTC(
    2026,
    random.int(0, 11),
    random.int(1, 28),
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
      tax_id,
      postal_code,
      time_zone,
      details: { fiscal_regime_code: random.pick(isCompany ? COMPANY_REGIMES : PERSON_REGIMES) },
    },
    customer: buyer,
    currency: random.pick(['MXN', 'MXN', 'USD', 'EUR', 'JPY']),
    country_details: {
      ...(random.chance(0.4)
        ? { payment_method: 'PPD' }
        : { payment_form: random.pick(['01', '03', '04', '28', '31']) }),
      ...use(random, buyer),
    },
    lines: Array.from({ length: lineCount(random) }, () => line(random, rates)),
  };
};
