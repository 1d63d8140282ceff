// Customers and suppliers, with the habits each of them keeps.
import type { Habits } from './habits.ts';
import { makeClabe, makeIban, makeRfc, makeVatId } from './identifiers.ts';
import { makeBrand, makeCompany, makeForeignCompany, makePerson, makeSibling, type Name } from './names.ts';
import { makeNumbering, type Numbering } from './numbering.ts';
import type { Random } from './random.ts';
import { pickSpelling, type Spelling } from './spellings.ts';
import { nameAtBank } from './spoken-names.ts';
import type { Country } from './types.ts';

export type Contract = 'series' | 'plan' | 'free' | 'deliveries';

export interface Party {
  id: string;
  readonly role: 'customer' | 'supplier';
  readonly name: Name;
  readonly taxId: string | null;
  /** What its bank calls it. */
  readonly said: string;
  readonly accounts: readonly string[];
  readonly contract: Contract;
  /** Of a supplier; an entity numbers its own invoices. */
  readonly numbering: Numbering;
  readonly termDays: number;
  /** Mean delay after the due day, and its spread. */
  readonly delay: number;
  readonly spread: number;
  /** Long terms on paper, but it pays when the goods come. */
  readonly atDelivery: boolean;
  /** How likely a payment names the document. */
  readonly folio: number;
  readonly spellings: readonly Spelling[];
  /** Words it likes to write, by their place in the lists. */
  readonly plainWord: number;
  readonly product: number;
  readonly wordKind: 'plain' | 'product' | 'month' | 'payMonth' | 'both' | 'nothing';
  /** Whether it writes its customer number, and whether the document's stands there too. */
  readonly tellsCustomer: 'never' | 'beside' | 'instead';
  readonly customerNumber: string;
  readonly prices: readonly number[];
  readonly seriesDay: number;
  /** The one whose name it resembles. */
  readonly sister: Party | null;
}

export interface PartyMakers {
  readonly random: Random;
  readonly country: Country;
  readonly habits: Habits;
  /** What several suppliers charge alike, in minor units with tax. */
  readonly commonPrices: readonly number[];
}

const makeAccount = (random: Random, country: Country): string =>
  country === 'MX' ? makeClabe(random) : makeIban(random);

/** Most parties write numbers almost always or almost never. */
const folioHabit = (random: Random, mean: number): number => {
  const kind = random.weighted({
    always: mean * 0.75,
    sometimes: 0.35,
    never: Math.max(0.05, 1 - mean * 0.75 - 0.35),
  });
  return { always: 0.95, sometimes: Math.min(0.9, mean), never: 0.06 }[kind];
};

const contractOf = (random: Random, habits: Habits): Contract => {
  const { seriesParties: series, planParties: plan, deliveryParties: deliveries } = habits;
  return random.weighted<Contract>({
    series,
    plan,
    deliveries,
    free: Math.max(0.1, 1 - series - plan - deliveries),
  });
};

const terms = (random: Random, country: Country): number =>
  Number(
    country === 'MX'
      ? random.weighted({ '0': 12, '7': 8, '15': 22, '30': 40, '45': 8, '60': 8, '90': 2 })
      : random.weighted({ '0': 6, '7': 12, '10': 10, '14': 30, '21': 6, '30': 32, '60': 4 }),
  );

interface Pace {
  readonly delay: number;
  readonly spread: number;
}

const pace = (random: Random, irregular: number): Pace => {
  const kind = random.weighted({ punctual: 48, early: 14, late: 28, veryLate: 10 });
  const { delay, spread } = paceOf(random, kind);
  return { delay, spread: random.chance(irregular) ? Math.max(spread, random.between(3, 14)) : spread };
};

const paceOf = (random: Random, kind: 'punctual' | 'early' | 'late' | 'veryLate'): Pace =>
  ({
    punctual: { delay: random.int(-1, 2), spread: random.between(0.5, 3) },
    early: { delay: -random.int(3, 12), spread: random.between(1, 4) },
    late: { delay: random.int(4, 22), spread: random.between(2, 8) },
    veryLate: { delay: random.int(25, 75), spread: random.between(5, 20) },
  })[kind];

const pricesOf = (random: Random, { country, commonPrices }: PartyMakers): readonly number[] =>
  Array.from({ length: random.int(1, 4) }, () =>
    random.chance(0.62)
      ? random.pick(commonPrices)
      : Math.round(random.lognormal(country === 'MX' ? 480_000 : 38_000, 1.2)) + 100,
  );

export const makeParty = (
  makers: PartyMakers,
  role: Party['role'],
  name: Name,
  sister: Party | null = null,
): Party => {
  const { random, country, habits } = makers;
  const said = nameAtBank(random, name, country);
  const alias = random.chance(habits.alias)
    ? random.chance(0.6)
      ? makeBrand(random, country)
      : makePerson(random, country).registered
    : null;
  const taxId = country === 'MX' ? makeRfc(random, name.person !== null) : makeVatId(random);
  return {
    id: '',
    role,
    name,
    taxId: random.chance(name.person !== null && country === 'DE' ? 0.2 : 0.92) ? taxId : null,
    said: alias ?? said,
    accounts: Array.from({ length: random.pick([1, 1, 1, 1, 2, 3]) }, () => makeAccount(random, country)),
    contract: contractOf(random, habits),
    numbering: makeNumbering(random, country, false),
    termDays: terms(random, country),
    ...pace(random, habits.irregular),
    atDelivery: random.chance(0.05),
    folio: folioHabit(random, habits.folio),
    spellings: Array.from({ length: 3 }, () => pickSpelling(random)),
    plainWord: random.int(0, 999),
    product: random.int(0, 999),
    wordKind: random.weighted({ plain: 42, product: 18, month: 11, payMonth: 5, both: 9, nothing: 15 }),
    tellsCustomer: random.weighted({
      never: 1 - habits.customerNumber - habits.customerBeside,
      beside: habits.customerBeside,
      instead: habits.customerNumber,
    }),
    customerNumber: random.digits(random.pick([4, 5, 5, 6, 7])),
    prices: sister !== null && random.chance(0.6) ? sister.prices : pricesOf(random, makers),
    sister,
    seriesDay: random.pick([1, 1, 1, 1, 5, 10, 15, 15, 20, 25, 28]),
  };
};

const makeName = (random: Random, country: Country, role: Party['role']): Name => {
  if (random.chance(role === 'customer' ? 0.16 : 0.1)) return makePerson(random, country);
  if (random.chance(0.025)) return makeForeignCompany(random);
  return makeCompany(random, country);
};

export const makeParties = (makers: PartyMakers, role: Party['role'], count: number): Party[] => {
  const { random, country, habits } = makers;
  const parties: Party[] = [];
  while (parties.length < count) {
    const base = parties.length > 0 && random.chance(habits.siblings) ? random.pick(parties) : null;
    const name = base === null ? makeName(random, country, role) : makeSibling(random, country, base.name);
    parties.push(makeParty(makers, role, name, base));
  }
  return random.shuffled(parties);
};
