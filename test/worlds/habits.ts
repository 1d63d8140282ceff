// What differs between worlds: the bank, the mix of what happens, how payers and sellers behave. Each seed has its own, so
// that nothing can be learned that holds for one of them only.
import type { NameStyle } from './spoken-names.ts';
import type { Random } from './random.ts';
import type { Country, Profile } from './types.ts';

export const BANKS = {
  MX: ['bbva', 'banorte', 'santander', 'banamex', 'other'],
  DE: ['sparkasse', 'dkb', 'n26', 'commerzbank', 'other'],
} as const;
export type Bank = (typeof BANKS)['MX'][number] | (typeof BANKS)['DE'][number];

export interface Habits {
  readonly bank: Bank;
  readonly names: NameStyle;
  /** Shares of all lines. */
  readonly matched: number;
  readonly credits: number;
  /** Shares of the lines that settle something. */
  readonly several: number;
  /** Share of the listed ones that are less a discount, a credit note or a cent. */
  readonly shortLists: number;
  readonly special: Readonly<Record<Special, number>>;
  readonly none: Readonly<Record<NoneKind, number>>;
  /** How a plain payment tells what it is for. */
  readonly folio: number;
  readonly anonymous: number;
  /** Shares of parties that write their customer number instead of the document's, and beside it. */
  readonly customerNumber: number;
  readonly customerBeside: number;
  /** Share of credits that the bank calls an instant one, or a credit by its full name. */
  readonly instant: number;
  /** Share of parties whose name at the bank is a brand or an owner's. */
  readonly alias: number;
  readonly siblings: number;
  readonly seriesParties: number;
  readonly planParties: number;
  readonly deliveryParties: number;
  /** Share of parties that pay on no regular day, of payments long after due, and of those long before. */
  readonly irregular: number;
  readonly stragglers: number;
  readonly prepaid: number;
  /** Numbers in the text that mean nothing here. */
  readonly noise: number;
  readonly periodDays: number;
  readonly firstDay: number;
  readonly priceCount: number;
  readonly warm: boolean;
  readonly openPerLine: number;
  /** How many counterparties, against what is usual for so many lines. */
  readonly crowd: number;
  /** For a bank that is none of the known ones. */
  readonly layout: OtherLayout;
}

/** What a bank nobody knows puts into its one text, in its order, and what into fields. */
export interface OtherLayout {
  readonly order: readonly ('kind' | 'name' | 'account' | 'taxId' | 'concept' | 'reference')[];
  readonly separator: string;
  readonly labels: boolean;
  readonly fields: readonly ('party' | 'partyAccount' | 'partyTaxId' | 'reference')[];
}

export type Special =
  | 'partial'
  | 'final_part'
  | 'fee_deducted'
  | 'difference'
  | 'withheld'
  | 'other_currency'
  | 'wrong_number'
  | 'third_party'
  | 'paid_twice'
  | 'resent'
  | 'surplus'
  | 'foreign_card'
  | 'returned_late';

export type NoneKind =
  | 'returned'
  | 'already_paid'
  | 'advance'
  | 'refund'
  | 'own_transfer'
  | 'fees'
  | 'taxes'
  | 'payroll'
  | 'cards'
  | 'processor'
  | 'unrelated'
  | 'late_return'
  | 'loans'
  | 'rent'
  | 'insurance'
  | 'owners'
  | 'cash';

const SPECIAL: Readonly<Record<Special, number>> = {
  partial: 0.03,
  final_part: 0.03,
  fee_deducted: 0.036,
  difference: 0.01,
  withheld: 0.055,
  other_currency: 0.03,
  wrong_number: 0.03,
  third_party: 0.03,
  paid_twice: 0.012,
  resent: 0.008,
  surplus: 0.008,
  foreign_card: 0.015,
  returned_late: 0.004,
};

const NONE: Readonly<Record<NoneKind, number>> = {
  returned: 1.8,
  already_paid: 8,
  advance: 13,
  refund: 7,
  own_transfer: 8,
  fees: 13,
  taxes: 4,
  payroll: 11,
  cards: 12,
  processor: 7,
  unrelated: 12,
  late_return: 0.7,
  loans: 2.5,
  rent: 2,
  insurance: 2,
  owners: 2.5,
  cash: 3,
};

/** What a hard world has twice of. */
const TRAPS: ReadonlySet<string> = new Set<Special | NoneKind>([
  'wrong_number',
  'third_party',
  'paid_twice',
  'fee_deducted',
  'partial',
  'final_part',
  'already_paid',
  'advance',
  'refund',
  'returned',
]);

const jittered = <K extends string>(
  random: Random,
  shares: Readonly<Record<K, number>>,
  traps: number,
): Record<K, number> =>
  Object.fromEntries(
    Object.entries<number>(shares).map(([name, share]) => [
      name,
      share * random.lognormal(1, 0.35) * (TRAPS.has(name) ? traps : 1),
    ]),
  ) as Record<K, number>;

const nameStyle = (random: Random, country: Country, bank: Bank): NameStyle => {
  const widths: Readonly<Record<Bank, readonly number[]>> = {
    bbva: [20, 25, 30, 40],
    banorte: [30, 39, 40],
    santander: [24, 30, 40],
    banamex: [20, 22, 30],
    sparkasse: [27, 35, 54, 70],
    dkb: [35, 70],
    n26: [70],
    commerzbank: [27, 35],
    other: [22, 27, 30, 35, 40, 70],
  };
  return {
    upper: country === 'MX' ? true : random.chance(bank === 'commerzbank' ? 0.7 : 0.35),
    width: random.pick(widths[bank]),
    accents:
      country === 'MX'
        ? random.weighted({ drop: 55, keep: 10, question: 20, blank: 8, fold: 7 })
        : random.weighted({ fold: 40, keep: 35, drop: 10, question: 15, blank: 0 }),
  };
};

const otherLayout = (random: Random): OtherLayout => {
  const words = (['kind', 'account', 'taxId', 'reference'] as const).filter(() => random.chance(0.55));
  const fields = (['party', 'partyAccount', 'partyTaxId', 'reference'] as const).filter(() =>
    random.chance(0.45),
  );
  // A name that has a field of its own may be missing in the text.
  const name = fields.includes('party') && random.chance(0.6) ? [] : (['name'] as const);
  return {
    order: random.shuffled([...words, ...name, 'concept' as const]),
    separator: random.pick([' ', ' ', '/', ' / ', ', ', '; ', ' - ', '|', '  ', '+']),
    labels: random.chance(0.4),
    fields,
  };
};

const periodOf = (random: Random, lines: number): number => {
  if (random.chance(0.12)) return random.int(130, 330);
  return lines < 500 ? random.int(28, 75) : random.int(45, 130);
};

export const makeHabits = (
  random: Random,
  country: Country,
  profile: Profile,
  days: { lines: number; warm: boolean },
): Habits => {
  const hard = profile === 'hard';
  const bank = random.pick<Bank>(BANKS[country]);
  return {
    bank,
    names: nameStyle(random, country, bank),
    matched: random.between(0.62, 0.8) - (hard ? 0.05 : 0),
    credits: random.between(0.4, 0.7),
    several: random.between(0.14, 0.19),
    shortLists: random.between(0.03, 0.1),
    special: jittered(random, SPECIAL, hard ? 2 : 1),
    none: jittered(random, NONE, hard ? 2 : 1),
    folio: random.between(0.42, 0.62) * (hard ? 0.5 : 1),
    anonymous: random.between(0.02, 0.05) * (hard ? 2 : 1),
    customerNumber: random.between(0.02, 0.07),
    customerBeside: random.between(0.03, 0.1),
    instant: random.chance(0.7) ? random.between(0.1, 0.6) : 0,
    alias: random.between(0.05, 0.14) * (hard ? 2 : 1),
    siblings: random.between(0.06, 0.16) * (hard ? 2 : 1),
    seriesParties: random.between(0.09, 0.19),
    planParties: random.between(0.42, 0.62),
    deliveryParties: random.between(0.04, 0.1),
    irregular: random.between(0.1, 0.6),
    stragglers: random.between(0.03, 0.1),
    prepaid: random.between(0, 0.04),
    noise: random.between(0.1, 0.35) * (hard ? 1.5 : 1),
    periodDays: periodOf(random, days.lines),
    firstDay: 20_089 + random.int(0, 480),
    priceCount: Math.round(random.between(18, 60)),
    warm: days.warm,
    openPerLine: random.between(1.2, 1.9),
    crowd: random.lognormal(1, 0.3),
    layout: otherLayout(random),
  };
};
