// What a supplier means to say, drawn at random by the rules of EN 16931. Amounts are whole cents, and every sum is made of
// them here, by code that the readers do not share.
import type { Random } from '../../property/random.ts';

export interface MeantTax {
  readonly category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
  /** Percent as written; null where the category states none. */
  readonly rate: string | null;
}

export interface MeantAdjustment {
  readonly isCharge: boolean;
  readonly cents: number;
  readonly base: number | null;
  readonly percent: string | null;
  readonly reason: string | null;
  readonly tax: MeantTax;
}

export interface MeantLine {
  readonly id: string;
  readonly name: string;
  readonly detail: string | null;
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
  readonly baseQuantity: string | null;
  readonly adjustments: readonly Omit<MeantAdjustment, 'tax'>[];
  readonly cents: number;
  readonly tax: MeantTax;
  readonly period: readonly [start: string, end: string] | null;
  readonly item: string | null;
  readonly product: string | null;
  readonly orderLine: string | null;
  readonly account: string | null;
}

export interface MeantParty {
  readonly name: string;
  readonly trading: string | null;
  readonly vatId: string | null;
  readonly taxId: string | null;
  readonly legalId: readonly [id: string, scheme: string] | null;
  readonly ids: readonly (readonly [id: string, scheme: string])[];
  readonly endpoint: readonly [id: string, scheme: string] | null;
  readonly street: string | null;
  readonly street2: string | null;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
  readonly contact: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface MeantGroup {
  readonly tax: MeantTax;
  readonly base: number;
  readonly cents: number;
  readonly reason: string | null;
}

export interface MeantFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Meant {
  readonly number: string;
  readonly type: string;
  readonly issued: string;
  readonly due: string | null;
  readonly terms: string | null;
  readonly discount: readonly [days: number, percent: string] | null;
  readonly currency: string;
  readonly homeTax: readonly [cents: number, currency: string] | null;
  readonly taxPoint: string | null;
  readonly delivered: string | null;
  readonly period: readonly [start: string, end: string] | null;
  readonly seller: MeantParty;
  readonly buyer: MeantParty;
  readonly payee: string | null;
  readonly lines: readonly MeantLine[];
  readonly adjustments: readonly MeantAdjustment[];
  readonly groups: readonly MeantGroup[];
  readonly lineSum: number;
  readonly allowances: number;
  readonly charges: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
  readonly prepaid: number;
  readonly rounding: number;
  readonly owed: number;
  readonly means: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly holder: string | null;
  readonly reference: string | null;
  readonly mandate: readonly [mandate: string, creditor: string, iban: string] | null;
  readonly notes: readonly string[];
  readonly account: string | null;
  readonly references: Readonly<Partial<Record<ReferenceKind, string>>>;
  readonly prior: readonly (readonly [number: string, day: string])[];
  readonly files: readonly MeantFile[];
}

export type ReferenceKind =
  | 'order'
  | 'sales_order'
  | 'contract'
  | 'project'
  | 'despatch'
  | 'receipt'
  | 'tender'
  | 'object'
  | 'buyer';

export const REFERENCE_KINDS: readonly ReferenceKind[] = [
  'order',
  'sales_order',
  'contract',
  'project',
  'despatch',
  'receipt',
  'tender',
  'object',
  'buyer',
];

export const moneyText = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** Half away from zero. */
const divide = (over: bigint, under: bigint): bigint => {
  const sign = over < 0n ? -1n : 1n;
  return sign * ((sign * over * 2n + under) / (under * 2n));
};

const digits = (text: string): readonly [value: bigint, places: number] => {
  const [whole = '', rest = ''] = text.split('.');
  return [BigInt(whole + rest), rest.length];
};

/** Rate of a percentage over cents. */
export const percentOf = (cents: number, percent: string): number => {
  const [value, places] = digits(percent);
  return Number(divide(BigInt(cents) * value, 100n * 10n ** BigInt(places)));
};

const priceTimes = (quantity: string, price: string, base: string | null): number => {
  const [q, qPlaces] = digits(quantity);
  const [p, pPlaces] = digits(price);
  const [b, bPlaces] = digits(base ?? '1');
  const shift = qPlaces + pPlaces - bPlaces - 2;
  const [over, under] = shift >= 0 ? [q * p, b * 10n ** BigInt(shift)] : [q * p * 10n ** BigInt(-shift), b];
  return Number(divide(over, under));
};

const WORDS = [
  'Schrauben M8 × 40',
  'Wartung & Pflege',
  'Kabel <3 m>',
  'Café "Größe L"',
  "L'eau d'été",
  'Łańcuch',
  '電源ケーブル',
  'Kaffee ☕ 1 kg',
  'Überstunden Ö/Ä',
  'Miete',
] as const;
const NAMES = [
  'Nordlicht GmbH',
  'Söhne & Co. KG',
  'Ærø Fiskeri A/S',
  'Žižka s.r.o.',
  'Tëst “Q” <GmbH>',
] as const;
/** None of them repeats another, as BT-119 would be written one way in a document. */
const TAXES: readonly MeantTax[] = [
  { category: 'S', rate: '19' },
  { category: 'S', rate: '7.0' },
  { category: 'S', rate: '20.00' },
  { category: 'S', rate: '5.5' },
  { category: 'Z', rate: '0' },
  { category: 'E', rate: '0' },
  { category: 'AE', rate: '0.00' },
  { category: 'K', rate: '0' },
  { category: 'G', rate: '0' },
];
const NOT_SUBJECT: MeantTax = { category: 'O', rate: null };

const day = (random: Random, year = 2026): string =>
  `${year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`;

const decimalText = (random: Random, most: number, places: number): string => {
  const value = String(random.int(1, most * 10 ** places)).padStart(places + 1, '0');
  return places === 0 ? value : `${value.slice(0, -places)}.${value.slice(-places)}`;
};

const maybe = <T>(random: Random, share: number, make: () => T): T | null =>
  random.chance(share) ? make() : null;

const drawParty = (random: Random, vatId: string): MeantParty => {
  const hasTrading = random.chance(0.3);
  return {
    name: random.pick(NAMES),
    trading: hasTrading ? `Laden ${random.pick(WORDS)}` : null,
    vatId: maybe(random, 0.9, () => vatId),
    taxId: maybe(random, 0.3, () => `21/${random.int(100, 999)}/0${random.int(1000, 9999)}`),
    legalId: maybe(random, 0.4, () => [`HRB ${random.int(1, 9999)}`, random.pick(['0002', '0204'])]),
    ids: random.chance(0.4) ? [[`40123456${random.int(10000, 99999)}`, '0088']] : [],
    endpoint: maybe(random, 0.6, () => [
      `04011000-${random.int(10, 99)}`,
      random.pick(['0204', '9930', 'EM']),
    ]),
    street: maybe(random, 0.9, () => `Straße ${random.int(1, 99)}`),
    street2: maybe(random, 0.3, () => 'Hinterhaus & Hof'),
    city: random.pick(['Köln', 'Łódź', 'Århus', 'Berlin']),
    postalCode: String(random.int(10000, 99999)),
    country: random.pick(['DE', 'AT', 'PL']),
    contact: maybe(random, 0.5, () => 'Frau Çelik'),
    email: maybe(random, 0.5, () => 'a@example.org'),
    phone: maybe(random, 0.5, () => '+49 30 1234567'),
  };
};

const drawAdjustment = (random: Random, of: number): Omit<MeantAdjustment, 'tax'> => {
  const percent = random.chance(0.4) ? random.pick(['2', '3.5', '10.00']) : null;
  const base = Math.abs(of) + random.int(0, 500);
  return {
    isCharge: random.chance(0.4),
    cents: percent === null ? random.int(1, 5_000) : percentOf(base, percent),
    base: percent === null ? null : base,
    percent,
    reason: maybe(random, 0.7, () => random.pick(['Rabatt', 'Fracht & Porto', 'Mindermenge <5'])),
  };
};

const signed = (adjustments: readonly Omit<MeantAdjustment, 'tax'>[]): number =>
  adjustments.reduce((sum, { isCharge, cents }) => sum + (isCharge ? cents : -cents), 0);

const drawLine = (random: Random, index: number, taxes: readonly MeantTax[]): MeantLine => {
  const isBack = random.chance(0.08);
  const plain = decimalText(random, random.pick([1, 20, 3_000]), random.int(0, 4));
  const quantity = isBack ? `-${plain}` : plain;
  const price = decimalText(random, random.pick([1, 90, 4_000]), random.int(0, 4));
  const baseQuantity = maybe(random, 0.2, () => random.pick(['10', '100', '1000', '1.000', '3']));
  const gross = priceTimes(quantity, price, baseQuantity);
  const adjustments = random.chance(0.25)
    ? Array.from({ length: random.int(1, 3) }, () => drawAdjustment(random, gross))
    : [];
  return {
    id: random.chance(0.9) ? String(index + 1) : `${index + 1}.a`,
    name: random.pick(WORDS),
    detail: maybe(random, 0.3, () => `${random.pick(WORDS)}, lang`),
    quantity,
    unit: random.pick(['H87', 'KGM', 'HUR', 'C62']),
    price,
    baseQuantity,
    adjustments,
    cents: gross + signed(adjustments),
    tax: random.pick(taxes),
    period: maybe(random, 0.15, () => ['2026-01-01', '2026-01-31']),
    item: maybe(random, 0.3, () => `A-${random.int(1, 999)}`),
    product: maybe(random, 0.2, () => `4312${random.int(1000, 9999)}`),
    orderLine: maybe(random, 0.2, () => String(random.int(1, 90))),
    account: maybe(random, 0.2, () => String(random.int(3000, 6999))),
  };
};

const keyOf = ({ category, rate }: MeantTax): string => `${category} ${Number(rate ?? '0')}`;

const groupsOf = (lines: readonly MeantLine[], adjustments: readonly MeantAdjustment[]): MeantGroup[] => {
  const bases = new Map<string, { tax: MeantTax; base: number }>();
  const add = (tax: MeantTax, cents: number): void => {
    const group = bases.get(keyOf(tax)) ?? { tax, base: 0 };
    bases.set(keyOf(tax), { tax, base: group.base + cents });
  };
  for (const { tax, cents } of lines) add(tax, cents);
  for (const each of adjustments) add(each.tax, signed([each]));
  return [...bases.values()].map(({ tax, base }) => ({
    tax,
    base,
    cents: percentOf(base, tax.rate ?? '0'),
    reason: ['S', 'Z'].includes(tax.category) ? null : `Ohne Steuer: ${tax.category}`,
  }));
};

const drawPayment = (random: Random) => {
  const isDebit = random.chance(0.15);
  const hasDiscount = random.chance(0.2);
  return {
    means: isDebit ? '59' : random.pick(['58', '30', '57']),
    iban: isDebit ? null : random.pick([null, 'DE89370400440532013000', 'AT611904300234573201']),
    bic: maybe(random, 0.5, () => 'COBADEFFXXX'),
    holder: maybe(random, 0.5, () => 'Söhne & Co.'),
    reference: maybe(random, 0.5, () => `RF${random.int(10, 99)} ${random.int(1000, 9999)}`),
    mandate: isDebit ? (['M-17', 'DE98ZZZ09999999999', 'DE02120300000000202051'] as const) : null,
    discount: hasDiscount ? ([random.int(1, 30), random.pick(['2.00', '3.00'])] as const) : null,
    terms: random.chance(0.6) ? 'Zahlbar ohne Abzug' : null,
  };
};

const drawReferences = (random: Random): Partial<Record<ReferenceKind, string>> =>
  Object.fromEntries(
    REFERENCE_KINDS.filter(() => random.chance(0.25)).map((kind) => [
      kind,
      `${kind.toUpperCase()}-${random.int(1, 999)}`,
    ]),
  );

/** `factor` -1 turns every quantity, so that the document owes us. */
export const drawMeaning = (random: Random): Meant => {
  const taxes = random.chance(0.06)
    ? [NOT_SUBJECT]
    : Array.from({ length: random.int(1, 3) }, () => random.pick(TAXES));
  const count = random.chance(0.03) ? random.int(60, 200) : random.int(1, 9);
  const lines = Array.from({ length: count }, (_, index) => drawLine(random, index, taxes));
  const adjustments = random.chance(0.35)
    ? Array.from({ length: random.int(1, 3) }, () => ({
        ...drawAdjustment(random, 10_000),
        tax: random.pick(taxes),
      }))
    : [];
  const groups = groupsOf(lines, adjustments);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const lineSum = sum(lines.map(({ cents }) => cents));
  const net = lineSum + signed(adjustments);
  const tax = sum(groups.map(({ cents }) => cents));
  const total = net + tax;
  const prepaid = random.chance(0.2) && total > 0 ? random.int(1, total) : 0;
  const rounding = random.chance(0.1) ? random.int(-4, 4) : 0;
  const payment = drawPayment(random);
  const period = maybe(random, 0.3, () => ['2026-02-01', '2026-02-28'] as const);
  return {
    ...payment,
    number: `${random.pick(['RE', 'R-', 'Nº '])}${random.int(1, 99_999)}`,
    type: random.pick(['380', '380', '380', '380', '381', '384', '326', '875', '389']),
    issued: day(random),
    due: maybe(random, 0.7, () => day(random, 2027)),
    currency: random.pick(['EUR', 'EUR', 'EUR', 'PLN', 'USD']),
    homeTax: maybe(random, 0.1, () => [Math.round(tax * 11), 'SEK']),
    taxPoint: maybe(random, 0.1, () => day(random)),
    delivered: maybe(random, 0.5, () => day(random)),
    period,
    seller: drawParty(random, 'DE123456788'),
    buyer: drawParty(random, 'DE987654321'),
    payee: maybe(random, 0.1, () => 'Factoring Übersee AG'),
    lines,
    adjustments,
    groups,
    lineSum,
    allowances: sum(adjustments.filter(({ isCharge }) => !isCharge).map(({ cents }) => cents)),
    charges: sum(adjustments.filter(({ isCharge }) => isCharge).map(({ cents }) => cents)),
    net,
    tax,
    total,
    prepaid,
    rounding,
    owed: total - prepaid + rounding,
    notes: random.chance(0.3) ? [`Hinweis: ${random.pick(WORDS)}`, 'Zweiter Hinweis'] : [],
    account: maybe(random, 0.2, () => `KST ${random.int(1, 99)}`),
    references: drawReferences(random),
    prior: random.chance(0.3) ? [[`ALT-${random.int(1, 99)}`, '2026-01-05']] : [],
    files: random.chance(0.1)
      ? [{ id: 'Anlage 1', name: 'Stunden ü.csv', bytes: Buffer.from(`Stunden;${random.int(1, 90)}\n`) }]
      : [],
  };
};
