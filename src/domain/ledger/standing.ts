// Where a ledger stands before its next entry: the balance of each currency, and the sums of the whole answer.
import type { ReadScope } from '../change/scope.ts';
import { entriesToSum, type LedgerFilters, withinDays } from './entries.ts';
import { netOf, type Sums, type SumsByCurrency, sumsFor, sumsOf } from './sums.ts';
import { asDay, type IsoDay } from '../../base/time/day.ts';

export interface CurrencyStanding {
  readonly currency: string;
  /** Before the next entry. */
  readonly balance: bigint;
  /** After the last entry of the whole answer. */
  readonly closing: bigint;
  /** Of the whole answer. */
  readonly totals: Sums;
}

/** By currency code, in its order. */
export type Standing = ReadonlyMap<string, CurrencyStanding>;

/** What was before the first day: nothing when there is none. */
const openingOf = async (ctx: ReadScope, filters: LedgerFilters): Promise<SumsByCurrency> =>
  filters.date_from === undefined
    ? new Map()
    : sumsOf(entriesToSum(ctx, filters).where('ledger_entry.date', '<', asDay(filters.date_from)));

/** At the beginning; `known` are the sums of the whole answer if all of it has been read. */
export const standingAtStart = async (
  ctx: ReadScope,
  filters: LedgerFilters,
  known: SumsByCurrency | null,
): Promise<Standing> => {
  const opening = await openingOf(ctx, filters);
  const totals = known ?? (await sumsOf(withinDays(entriesToSum(ctx, filters), filters)));
  return standingOf(opening, new Map(), totals);
};

/** Behind an entry in the middle, by summing up to it: for a cursor that does not carry the balances. */
export const standingAfter = async (
  ctx: ReadScope,
  filters: LedgerFilters,
  entry: { readonly date: IsoDay; readonly id: string },
): Promise<Standing> => {
  const within = withinDays(entriesToSum(ctx, filters), filters);
  const before = within.where((eb) =>
    eb.or([
      eb('ledger_entry.date', '<', entry.date),
      eb.and([eb('ledger_entry.date', '=', entry.date), eb('ledger_entry.id', '<=', entry.id)]),
    ]),
  );
  return standingOf(await openingOf(ctx, filters), await sumsOf(before), await sumsOf(within));
};

/** Every currency with entries in the answer, or with something left from before. */
const standingOf = (opening: SumsByCurrency, before: SumsByCurrency, totals: SumsByCurrency): Standing => {
  const left = [...opening].filter(([, sums]) => netOf(sums) !== 0n).map(([currency]) => currency);
  const currencies = [...new Set([...left, ...totals.keys()])].toSorted();
  return new Map(
    currencies.map((currency) => {
      const opened = netOf(sumsFor(opening, currency));
      const sums = sumsFor(totals, currency);
      const balance = opened + netOf(sumsFor(before, currency));
      return [currency, { currency, balance, closing: opened + netOf(sums), totals: sums }];
    }),
  );
};
