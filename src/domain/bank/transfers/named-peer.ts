// The peer of a transfer that somebody names, and the lines that could be it where nobody does.
import { SERVICE } from '../../../../generated/service.ts';
import type { BankAccountId, BankTransactionId } from '../../../../generated/ids.ts';
import type { TransferCandidate } from '../../../../generated/types.ts';
import { amount, convert, minorToWire, toDecimal } from '../../../base/money/amount.ts';
import { roundHalfUp, toNumber } from '../../../base/money/decimal.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { addDays, asDay, daysBetween } from '../../../base/time/day.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { allAccounts } from '../../money/bank-accounts/store.ts';
import { latestRate } from '../../money/exchange-rates/latest-rate.ts';
import { freeLegs, type Leg, type OtherLeg } from '../transactions/store/transfers.ts';

const { transfer_days: NEAR, transfer_peer_days: FAR } = SERVICE.windows;
const { transfer_rate_percent: TOLERANCE, max_candidates: MOST } = SERVICE.limits;

/** What one leg is worth in the currency of the other by the rate of its day; undefined where no rate is known. */
const worthOf = async (ctx: ReadScope, leg: Leg, currency: string): Promise<number | undefined> => {
  if (leg.currency === currency) return leg.amount_minor;
  const wanted = { base: leg.currency, quote: currency, day: asDay(leg.date) };
  const found = await latestRate(ctx.db, ctx.entity.organisation_id, wanted);
  return found && convert(amount(leg.amount_minor, leg.currency), found.rate.rate, currency).minor;
};

/** Equal in one currency; across two within what a bank may take. */
const isWorth = async (ctx: ReadScope, one: Leg, other: Leg): Promise<boolean> => {
  if (one.currency === other.currency) return one.amount_minor === other.amount_minor;
  // Whichever leg is asked about, what went out is measured by what arrived.
  const [out, into] = one.transaction_type === 'debit' ? [one, other] : [other, one];
  const worth = await worthOf(ctx, out, into.currency);
  return worth === undefined || Math.abs(into.amount_minor - worth) * 100 <= worth * TOLERANCE;
};

/** Wide enough for the rate of each day nearby; undefined where no rate is known. */
const amountsOf = async (
  ctx: ReadScope,
  line: Leg,
  currency: string,
): Promise<Pick<OtherLeg, 'least' | 'most'> | undefined> => {
  const worth = await worthOf(ctx, line, currency);
  if (worth === undefined) return undefined;
  const margin = line.currency === currency ? 0 : Math.ceil((worth * 2 * TOLERANCE) / 100);
  return { least: worth - margin, most: worth + margin };
};

/** Lines of one currency that could be the other leg; where their worth is unknown, only those nearby. */
const legsIn = async (
  ctx: ReadScope,
  line: Leg,
  currency: string,
  accountIds: readonly string[],
): Promise<readonly Leg[]> => {
  const amounts = await amountsOf(ctx, line, currency);
  const days = amounts === undefined ? NEAR : FAR;
  const day = asDay(line.date);
  const transaction_type = line.transaction_type === 'debit' ? 'credit' : 'debit';
  return freeLegs(ctx, accountIds, addDays(day, -days), addDays(day, days), {
    transaction_type,
    ...(amounts ?? { least: 0, most: Number.MAX_SAFE_INTEGER }),
  });
};

const areOpposite = (one: Leg, other: Leg): boolean =>
  one.bank_account_id !== other.bank_account_id && one.transaction_type !== other.transaction_type;

const daysApart = (one: Leg, other: Leg): number => Math.abs(daysBetween(asDay(one.date), asDay(other.date)));

export const requireFittingPeer = async (
  ctx: ReadScope & Raises<'transfer_peer_unfit'>,
  line: Leg,
  peer: Leg,
): Promise<void> => {
  const fits = areOpposite(line, peer) && daysApart(line, peer) <= FAR && (await isWorth(ctx, line, peer));
  if (fits) return;
  throw ctx.error('transfer_peer_unfit', {
    path: 'peer_transaction_id',
    line: describe(line),
    peer: describe(peer),
  });
};

/** Free lines of other accounts that could be the other side, nearest first. */
export const findCandidates = async (ctx: ReadScope, line: Leg): Promise<readonly TransferCandidate[]> => {
  const accounts = (await allAccounts(ctx)).filter(({ id, active }) => active && id !== line.bank_account_id);
  const legs: Leg[] = [];
  for (const currency of new Set(accounts.map((account) => account.currency))) {
    const ids = accounts.filter((account) => account.currency === currency).map(({ id }) => id);
    legs.push(...(await legsIn(ctx, line, currency, ids)));
  }
  const found: TransferCandidate[] = [];
  for (const leg of legs.toSorted(
    (a, b) => daysApart(line, a) - daysApart(line, b) || (a.id < b.id ? -1 : 1),
  )) {
    if (found.length === MOST) break;
    if (await isWorth(ctx, line, leg)) found.push(describe(leg));
  }
  return found;
};

const describe = (leg: Leg): TransferCandidate => ({
  transaction_id: leg.id as BankTransactionId,
  bank_account_id: leg.bank_account_id as BankAccountId,
  transaction_type: leg.transaction_type,
  date: leg.date,
  amount: minorToWire(leg.amount_minor, leg.currency),
  currency: leg.currency,
});

/** Between two currencies the bank's own rate is what the two amounts make. */
export const warnOfRate = (ctx: Warns<'transfer_across_currencies'>, one: Leg, other: Leg): void => {
  if (one.currency === other.currency) return;
  const [out, into] = one.transaction_type === 'debit' ? [one, other] : [other, one];
  const valueOf = (leg: Leg) => toDecimal(amount(leg.amount_minor, leg.currency));
  if (out.amount_minor === 0) return;
  ctx.warn('transfer_across_currencies', {
    left: minorToWire(out.amount_minor, out.currency),
    left_currency: out.currency,
    arrived: minorToWire(into.amount_minor, into.currency),
    arrived_currency: into.currency,
    implied_rate: toNumber(roundHalfUp(valueOf(into).div(valueOf(out)), 6)),
  });
};
