// The state of a ledger before its next entry: the balance of each currency, and the sums of the whole answer.
import type { ReadScope } from '../../ground/change/scope.ts';
import { sumBefore, sumWithin } from './months.ts';
import { type EntryPosition, type LedgerFilters, sumUpTo } from './store/entries.ts';
import { getSums, netSum, type Sums, type SumsByCurrency } from './sums.ts';

export interface CurrencyStanding {
  readonly currency: string;
  /** Before the next entry. */
  readonly balance: bigint;
  /** After the last entry of the whole answer. */
  readonly closing: bigint;
  /** For the whole answer. */
  readonly totals: Sums;
}

/** By currency code, in alphabetical order. */
export type Standing = ReadonlyMap<string, CurrencyStanding>;

/** Sums before the start date; empty without one. */
const sumOpening = async (ctx: ReadScope, filters: LedgerFilters): Promise<SumsByCurrency> =>
  filters.date_from === undefined ? new Map() : sumBefore(ctx, filters, filters.date_from);

/** The state before the first entry; `known` are the sums of the whole answer if it was read in full. */
export const standingAtStart = async (
  ctx: ReadScope,
  filters: LedgerFilters,
  known: SumsByCurrency | null,
): Promise<Standing> => {
  const opening = await sumOpening(ctx, filters);
  const totals = known ?? (await sumWithin(ctx, filters));
  return toStanding(opening, new Map(), totals);
};

/** The state after an entry, by summing up to it; for a cursor that does not carry the balances. */
export const standingAfter = async (
  ctx: ReadScope,
  filters: LedgerFilters,
  entry: EntryPosition,
): Promise<Standing> => {
  const opening = await sumOpening(ctx, filters);
  return toStanding(opening, await sumUpTo(ctx, filters, entry), await sumWithin(ctx, filters));
};

/** Every currency with entries in the answer or with an opening balance. */
const toStanding = (opening: SumsByCurrency, before: SumsByCurrency, totals: SumsByCurrency): Standing => {
  const left = [...opening].filter(([, sums]) => netSum(sums) !== 0n).map(([currency]) => currency);
  const currencies = [...new Set([...left, ...totals.keys()])].toSorted();
  return new Map(
    currencies.map((currency) => {
      const opened = netSum(getSums(opening, currency));
      const sums = getSums(totals, currency);
      const balance = opened + netSum(getSums(before, currency));
      return [currency, { currency, balance, closing: opened + netSum(sums), totals: sums }];
    }),
  );
};

/** A cursor has at most 1,024 characters, of which the ledger position takes about a hundred. */
const MAX_LENGTH = 640;

const FIELDS = /^([A-Z]{3}) (-?\d{1,30}) (-?\d{1,30}) (\d{1,30}) (\d{1,30}) (\d{1,15})$/;

/**
 * The state as a cursor carries it, so that the cost of a page does not grow with the entries before it: summing a
 * million entries takes half a second. Empty if there are too many currencies; the next page then computes the sums
 * again.
 */
export const writeStanding = (standing: Standing): string => {
  const text = [...standing.values()].map(writeOne).join(',');
  return text.length > MAX_LENGTH ? '' : text;
};

const writeOne = ({ currency, balance, closing, totals }: CurrencyStanding): string =>
  [currency, balance, closing, totals.debit, totals.credit, totals.count].join(' ');

/** Undefined for text that `writeStanding` did not produce. */
export const parseStanding = (text: string): Standing | undefined => {
  const standing = text.split(',').map(parseOne);
  const whole = standing.filter((one) => one !== undefined);
  return whole.length < standing.length ? undefined : new Map(whole.map((one) => [one.currency, one]));
};

const parseOne = (text: string): CurrencyStanding | undefined => {
  const [, currency, balance, closing, debit, credit, count] = FIELDS.exec(text) ?? [];
  if (currency === undefined || balance === undefined || closing === undefined) return undefined;
  if (debit === undefined || credit === undefined || count === undefined) return undefined;
  return {
    currency,
    balance: BigInt(balance),
    closing: BigInt(closing),
    totals: { debit: BigInt(debit), credit: BigInt(credit), count: Number(count) },
  };
};
