// Finds transfers between own accounts when a statement is imported: two lines, opposite in direction and equal in amount,
// within days of each other, of which at least one says that the other account is meant. Pairs are suggested; only
// link_transfer confirms one.
import { SERVICE } from '../../../../generated/service.ts';
import { toInstant } from '../../../db/instant.ts';
import { latestRate } from '../../money/exchange-rates/latest-rate.ts';
import { type Breath, createBreath } from '../../../base/load/turns.ts';
import { amount, convert } from '../../../base/money/amount.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import { addDays, asDay, daysBetween } from '../../../base/time/day.ts';
import { allAccounts, type BankAccountRecord } from '../../money/bank-accounts/store.ts';
import { freeLegs, type Leg, suggestPeer } from '../transactions/store/transfers.ts';
import { type LegFacts, type Owner as Evident, readFacts, weighEvidence } from './evidence.ts';
import { choosePairs, type PossiblePair } from './pair.ts';

/** Between two currencies a bank takes a rate of its own. */
const RATE_TOLERANCE_PERCENT = 2;

/** Answers how many pairs were suggested for the lines that were just imported. */
export const suggestTransfers = async (ctx: WriteScope, lines: readonly Leg[]): Promise<number> => {
  const accounts = new Map((await allAccounts(ctx)).map((account) => [account.id, account]));
  if (accounts.size < 2 || lines.length === 0) return 0;
  const owner: Owner = { name: ctx.entity.name, tax_id: ctx.entity.tax_id, accounts };
  const breathe = createBreath();
  const legs = await legsToCompare(ctx, lines, owner, breathe);
  const possible = [
    ...(await possiblePairs(legs, owner, breathe)),
    ...(await pairsByRate(ctx, legs, owner, breathe)),
  ];
  const chosen = await choosePairs(possible, new Set(lines.map(({ id }) => id)), breathe);
  const now = toInstant(ctx.now);
  for (const { debit, credit } of chosen) {
    await suggestPeer(ctx, debit.id, credit.id, now);
    await suggestPeer(ctx, credit.id, debit.id, now);
  }
  return chosen.length;
};

type Owner = Omit<Evident, 'accounts'> & { readonly accounts: ReadonlyMap<string, BankAccountRecord> };

interface Known {
  readonly leg: Leg;
  readonly facts: LegFacts;
}

const amountKey = ({ currency, amount_minor }: Leg): string => `${currency} ${amount_minor}`;

/**
 * The new lines, those of other accounts about the same days, and earlier ones of the same account that compete with
 * them: whether a line is the only one that fits, only all of them together tell.
 */
const legsToCompare = async (
  ctx: ReadScope,
  fresh: readonly Leg[],
  owner: Owner,
  breathe: Breath,
): Promise<readonly Known[]> => {
  const days = fresh.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const near = SERVICE.windows.transfer_days;
  const legsWithin = (accountIds: readonly string[], margin: number): Promise<readonly Leg[]> =>
    freeLegs(ctx, accountIds, addDays(asDay(first), -margin), addDays(asDay(last), margin));
  const imported = [...new Set(fresh.map(({ bank_account_id }) => bank_account_id))];
  const elsewhere = [...owner.accounts.keys()].filter((id) => !imported.includes(id));
  if (elsewhere.length === 0) return [];
  const others = await legsWithin(elsewhere, near);
  if (others.length === 0) return [];
  const ids = new Set(fresh.map(({ id }) => id));
  const rivals = (await legsWithin(imported, 2 * near)).filter(({ id }) => !ids.has(id));
  const known: Known[] = [];
  for (const leg of [...fresh, ...rivals, ...others]) {
    known.push({ leg, facts: readFacts(leg, owner) });
    await breathe();
  }
  return known;
};

const isNear = (one: Leg, other: Leg): boolean =>
  Math.abs(daysBetween(asDay(one.date), asDay(other.date))) <= SERVICE.windows.transfer_days;

const fits = (one: Leg, other: Leg): boolean =>
  one.transaction_type !== other.transaction_type &&
  one.bank_account_id !== other.bank_account_id &&
  isNear(one, other);

const toPair = (one: Leg, other: Leg, rank: number): PossiblePair =>
  one.transaction_type === 'debit'
    ? { debit: one, credit: other, rank }
    : { debit: other, credit: one, rank };

const RANKS = { account: 3, accountByRate: 2, name: 1 } as const;

/** So many comparisons of one amount: of more, nobody could tell which lines belong together. */
const MAX_COMPARED = 20_000;
/** So many of all amounts, and so many with other currencies; transfers beyond are left to people. */
const MAX_COMPARED_IN_ALL = 300_000;

const groupBy = (legs: readonly Known[], keyOf: (leg: Leg) => string): ReadonlyMap<string, Known[]> => {
  const groups = new Map<string, Known[]>();
  for (const known of legs) {
    const group = groups.get(keyOf(known.leg));
    if (group === undefined) groups.set(keyOf(known.leg), [known]);
    else group.push(known);
  }
  return groups;
};

const byDate = (a: Known, b: Known): number =>
  a.leg.date < b.leg.date ? -1 : Number(a.leg.date > b.leg.date);

/** Of one amount and currency, every line that fits another one and has a reason beside the amount. */
const possiblePairs = async (
  legs: readonly Known[],
  owner: Owner,
  breathe: Breath,
): Promise<readonly PossiblePair[]> => {
  const pairs: PossiblePair[] = [];
  let left = MAX_COMPARED_IN_ALL;
  for (const group of groupBy(legs, amountKey).values()) {
    const found = await pairsOfAmount(group, owner, Math.min(left, MAX_COMPARED), breathe);
    for (const pair of found.pairs) pairs.push(pair);
    left -= found.compared;
    await breathe();
  }
  return pairs;
};

/** None where it takes more comparisons than `most`. */
const pairsOfAmount = async (
  group: readonly Known[],
  owner: Owner,
  most: number,
  breathe: Breath,
): Promise<{ readonly pairs: readonly PossiblePair[]; readonly compared: number }> => {
  const pairs: PossiblePair[] = [];
  const credits = group.filter(({ leg }) => leg.transaction_type === 'credit').toSorted(byDate);
  let [first, compared] = [0, 0];
  for (const debit of group.toSorted(byDate)) {
    if (debit.leg.transaction_type !== 'debit') continue;
    const isBefore = ({ leg }: Known): boolean => leg.date < debit.leg.date && !isNear(leg, debit.leg);
    for (let credit = credits[first]; credit !== undefined && isBefore(credit); credit = credits[first])
      first += 1;
    for (let at = first; at < credits.length; at++) {
      const credit = credits[at];
      if (credit === undefined || !isNear(debit.leg, credit.leg)) break;
      if ((compared += 1) > most) return { pairs: [], compared: most };
      if (!fits(debit.leg, credit.leg)) continue;
      const evidence = weighEvidence(debit, credit, owner);
      if (evidence === 0) continue;
      pairs.push(toPair(debit.leg, credit.leg, evidence === 2 ? RANKS.account : RANKS.name));
    }
    await breathe();
  }
  return { pairs, compared };
};

/** In another currency an amount says little: an account number must name the other account, and the rate must fit. */
const pairsByRate = async (
  ctx: ReadScope,
  legs: readonly Known[],
  owner: Owner,
  breathe: Breath,
): Promise<readonly PossiblePair[]> => {
  const byPlace = groupBy(legs, ({ bank_account_id, date }) => `${bank_account_id} ${date}`);
  const found = new Map<string, PossiblePair>();
  const worthIn = rateLookup(ctx);
  let compared = 0;
  for (const known of legs) {
    const { account } = known.facts;
    if (account === null || account === 'stranger') continue;
    if (owner.accounts.get(account.id)?.currency === known.leg.currency) continue;
    for (const other of daysNear(known.leg).flatMap((day) => byPlace.get(`${account.id} ${day}`) ?? [])) {
      if (other.leg.currency === known.leg.currency || !fits(known.leg, other.leg)) continue;
      if ((compared += 1) > MAX_COMPARED_IN_ALL) return [];
      if (weighEvidence(known, other, owner) < 2 || !(await isWorth(known.leg, other.leg, worthIn))) continue;
      const pair = toPair(known.leg, other.leg, RANKS.accountByRate);
      found.set(`${pair.debit.id} ${pair.credit.id}`, pair);
    }
    await breathe();
  }
  return [...found.values()];
};

const daysNear = ({ date }: Leg): readonly string[] => {
  const near = SERVICE.windows.transfer_days;
  return Array.from({ length: 2 * near + 1 }, (_, at) => addDays(asDay(date), at - near));
};

type WorthIn = (leg: Leg, currency: string) => Promise<number | undefined>;

/** What an amount is worth in another currency on its day; each rate is looked up once. */
const rateLookup = (ctx: ReadScope): WorthIn => {
  const known = new Map<string, ReturnType<typeof latestRate>>();
  return async (leg, quote) => {
    const key = `${leg.currency} ${quote} ${leg.date}`;
    const wanted = { base: leg.currency, quote, day: asDay(leg.date) };
    const asked = known.get(key) ?? latestRate(ctx.db, ctx.entity.organisation_id, wanted);
    known.set(key, asked);
    const found = await asked;
    if (found === undefined) return undefined;
    return convert(amount(leg.amount_minor, leg.currency), found.rate.rate, quote).minor;
  };
};

const isWorth = async (leg: Leg, other: Leg, worthIn: WorthIn): Promise<boolean> => {
  const worth = await worthIn(leg, other.currency);
  if (worth === undefined || worth === 0) return false;
  return Math.abs(other.amount_minor - worth) * 100 <= worth * RATE_TOLERANCE_PERCENT;
};
