// Finds transfers between own accounts when a statement is imported: two lines, opposite in direction and equal in amount,
// within days of each other, of which at least one says that the other account is meant. Pairs are suggested; only
// link_transfer confirms one.
import { SERVICE } from '../../../generated/service.ts';
import { toInstant } from '../../db/instant.ts';
import { latestRate } from '../exchange-rates/latest-rate.ts';
import { amount, convert } from '../../base/money/amount.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import { addDays, asDay, daysBetween } from '../../base/time/day.ts';
import { allAccounts } from '../bank-accounts/store.ts';
import { freeLegs, type Leg, suggestPeer } from '../bank-transactions/store/transfers.ts';
import { type LegFacts, type Owner, readFacts, weighEvidence } from './evidence.ts';
import { choosePairs, type PossiblePair } from './pair.ts';

/** Between two currencies a bank takes a rate of its own. */
const RATE_TOLERANCE_PERCENT = 2;

/** Answers how many pairs were suggested for the lines that were just imported. */
export const suggestTransfers = async (ctx: WriteScope, lines: readonly Leg[]): Promise<number> => {
  const accounts = new Map((await allAccounts(ctx)).map((account) => [account.id, account]));
  if (accounts.size < 2 || lines.length === 0) return 0;
  const owner: Owner = { name: ctx.entity.name, tax_id: ctx.entity.tax_id, accounts };
  const legs = await legsToCompare(ctx, lines, owner);
  const possible = [...possiblePairs(legs, owner), ...(await pairsByRate(ctx, legs, owner))];
  const chosen = choosePairs(possible, new Set(lines.map(({ id }) => id)));
  const now = toInstant(ctx.now);
  for (const { debit, credit } of chosen) {
    await suggestPeer(ctx, debit.id, credit.id, now);
    await suggestPeer(ctx, credit.id, debit.id, now);
  }
  return chosen.length;
};

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
  return [...fresh, ...rivals, ...others].map((leg) => ({ leg, facts: readFacts(leg, owner) }));
};

const fits = (one: Leg, other: Leg): boolean =>
  one.transaction_type !== other.transaction_type &&
  one.bank_account_id !== other.bank_account_id &&
  Math.abs(daysBetween(asDay(one.date), asDay(other.date))) <= SERVICE.windows.transfer_days;

const toPair = (one: Leg, other: Leg, rank: number): PossiblePair =>
  one.transaction_type === 'debit'
    ? { debit: one, credit: other, rank }
    : { debit: other, credit: one, rank };

const RANKS = { account: 3, accountByRate: 2, name: 1 } as const;

/** Of one amount and currency, every line that fits another one and has a reason beside the amount. */
const possiblePairs = (legs: readonly Known[], owner: Owner): PossiblePair[] => {
  const credits = new Map<string, Known[]>();
  for (const known of legs) {
    if (known.leg.transaction_type !== 'credit') continue;
    const group = credits.get(amountKey(known.leg));
    if (group === undefined) credits.set(amountKey(known.leg), [known]);
    else group.push(known);
  }
  return legs.flatMap((debit) => {
    if (debit.leg.transaction_type !== 'debit') return [];
    return (credits.get(amountKey(debit.leg)) ?? []).flatMap((credit) => {
      if (!fits(debit.leg, credit.leg)) return [];
      const evidence = weighEvidence(debit, credit, owner);
      if (evidence === 0) return [];
      return [toPair(debit.leg, credit.leg, evidence === 2 ? RANKS.account : RANKS.name)];
    });
  });
};

/** In another currency an amount says little: an account number must name the other account, and the rate must fit. */
const pairsByRate = async (ctx: ReadScope, legs: readonly Known[], owner: Owner): Promise<PossiblePair[]> => {
  const byAccount = new Map<string, Known[]>();
  for (const known of legs) {
    const group = byAccount.get(known.leg.bank_account_id);
    if (group === undefined) byAccount.set(known.leg.bank_account_id, [known]);
    else group.push(known);
  }
  const found = new Map<string, PossiblePair>();
  const worthIn = rateLookup(ctx);
  for (const known of legs) {
    const { account } = known.facts;
    if (account === null || account === 'stranger') continue;
    for (const other of byAccount.get(account.id) ?? []) {
      if (other.leg.currency === known.leg.currency || !fits(known.leg, other.leg)) continue;
      if (weighEvidence(known, other, owner) < 2 || !(await isWorth(known.leg, other.leg, worthIn))) continue;
      const pair = toPair(known.leg, other.leg, RANKS.accountByRate);
      found.set(`${pair.debit.id} ${pair.credit.id}`, pair);
    }
  }
  return [...found.values()];
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
