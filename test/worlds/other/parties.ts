// Customers and suppliers: companies, their sisters and branches, and persons; with the habits of whoever pays there.
import type { Country, Profile } from '../types.ts';
import type { Dice } from './dice.ts';
import { wordsOf } from './words.ts';

export type Role = 'customer' | 'supplier' | 'both';

export interface Party {
  readonly id: string;
  readonly name: string;
  /** Without legal form and branch; what people call it. */
  readonly spoken: string;
  /** Another name under which it pays; null for most. */
  readonly trade: string | null;
  readonly person: boolean;
  readonly role: Role;
  readonly taxId: string | null;
  readonly accounts: readonly string[];
  /** How much business is done with it. */
  readonly weight: number;
  /** How often the payer writes a number. */
  readonly numbers: number;
  /** Pays that many days after the due day, more or less. */
  readonly late: number;
  readonly collects: number;
  readonly ownNumber: string;
  /** Its own number with us: never, behind the invoice's, or instead of it. */
  readonly writesOwn: 'no' | 'too' | 'only';
  readonly billing: 'monthly' | 'prices' | 'free';
  readonly terms: number;
}

export const makeAccount = (dice: Dice, country: Country): string => {
  if (country === 'DE') {
    const account = dice.digits(18);
    return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`;
  }
  const bank = dice.pick(['002', '012', '014', '021', '044', '058', '062', '072', '127', '646']);
  const digits = `${bank}${dice.digits(14)}`;
  const sum = [...digits].reduce(
    (total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 1)) % 10),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const letters = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => dice.pick([...LETTERS])).join('');

const makeTaxId = (dice: Dice, country: Country, person: boolean): string => {
  if (country === 'DE') return `DE${dice.digits(9)}`;
  const date = `${dice.whole(60, 99)}${String(dice.whole(1, 12)).padStart(2, '0')}${String(dice.whole(1, 28)).padStart(2, '0')}`;
  return `${letters(dice, person ? 4 : 3)}${date}${letters(dice, 1)}${dice.whole(0, 9)}${dice.whole(0, 9)}`;
};

/** Names that nobody has listed: two or three syllables. */
const coin = (dice: Dice): string => {
  const word = Array.from(
    { length: dice.whole(2, 3) },
    () => dice.pick([...'bcdfglmnprstvz']) + dice.pick([...'aeiou']),
  ).join('');
  return word.charAt(0).toUpperCase() + word.slice(1) + dice.pick(['', 'x', 'n', 'l', 'sa', 'tec', 'mar']);
};

export const makePersonName = (dice: Dice, country: Country): string => {
  const { first, last } = wordsOf(country);
  return [dice.pick(first), dice.pick(last), ...(country === 'MX' ? [dice.pick(last)] : [])].join(' ');
};

export const makeCompanyName = (dice: Dice, country: Country): { name: string; spoken: string } => {
  const { trades, cores, places, legal } = wordsOf(country);
  const core = dice.chance(0.4) ? coin(dice) : dice.pick(cores);
  const trade = dice.pick(trades);
  const order = country === 'MX' || dice.chance(0.2) ? [trade, core] : [core, trade];
  const spoken = [
    ...(dice.chance(0.15) ? [core] : order),
    ...(dice.chance(0.2) ? [dice.pick(places)] : []),
  ].join(' ');
  return { name: `${spoken} ${dice.pick(legal)}`, spoken };
};

/** A sister company, a namesake in another legal form, or a branch of the same chain. */
const sisterOf = (dice: Dice, country: Country, { spoken }: Party): { name: string; spoken: string } => {
  const { legal, places, trades } = wordsOf(country);
  const kind = dice.draw({ place: 4, legal: 2, trade: 3, branch: 3 });
  if (kind === 'legal') return { name: `${spoken} ${dice.pick(legal)}`, spoken };
  const words = spoken.split(' ');
  const own =
    kind === 'place'
      ? `${spoken} ${dice.pick(places)}`
      : kind === 'trade'
        ? [dice.pick(trades), ...words.slice(-1)].join(' ')
        : `${spoken} ${country === 'MX' ? 'Suc' : 'Filiale'} ${dice.whole(2, 40)}`;
  return { name: `${own} ${dice.pick(legal)}`, spoken: own };
};

export interface Casting {
  readonly dice: Dice;
  readonly country: Country;
  readonly profile: Profile;
}

const makeParty = (
  { dice, country, profile }: Casting,
  id: string,
  role: Role,
  known: readonly Party[],
): Party => {
  const isHard = profile === 'hard';
  const person = dice.chance(role === 'supplier' ? 0.22 : 0.16);
  const companies = known.filter((party) => !party.person);
  const sister = !person && companies.length > 3 && dice.chance(isHard ? 0.28 : 0.14);
  const personName = makePersonName(dice, country);
  const { name, spoken } = person
    ? { name: personName, spoken: personName }
    : sister
      ? sisterOf(dice, country, dice.pick(companies))
      : makeCompanyName(dice, country);
  return {
    id,
    name,
    spoken,
    trade: dice.chance(isHard ? 0.12 : 0.05) ? coin(dice) : null,
    person,
    role,
    taxId: dice.chance(0.85) ? makeTaxId(dice, country, person) : null,
    accounts: Array.from({ length: dice.chance(0.15) ? 2 : 1 }, () => makeAccount(dice, country)),
    weight: Math.exp(1.1 * dice.bell()),
    numbers: Math.min(0.98, Math.max(0.03, (isHard ? 0.42 : 0.62) + 0.35 * dice.bell())),
    late: dice.pick([-8, -2, 0, 0, 1, 2, 4, 9, 16, 30]),
    collects: dice.chance(0.25) ? 0.35 : 0.06,
    ownNumber: dice.digits(dice.whole(4, 7)),
    writesOwn: dice.draw({ no: 88, too: 7, only: isHard ? 8 : 5 }),
    billing: dice.draw({ monthly: isHard ? 4 : 2.5, prices: 3, free: 6 }),
    terms: dice.pick([0, 7, 8, 10, 14, 14, 15, 30, 30, 30, 45, 60]),
  };
};

export const makeParties = (casting: Casting, count: number): Party[] => {
  const parties: Party[] = [];
  for (let at = 1; at <= count; at += 1) {
    const role = casting.dice.draw({ customer: 58, supplier: 38, both: 4 });
    parties.push(makeParty(casting, `party-${String(at).padStart(5, '0')}`, role, parties));
  }
  return parties;
};
