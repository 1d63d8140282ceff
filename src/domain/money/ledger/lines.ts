// The lines of a ledger: each entry with the running balance of its currency.
import type { LedgerFilters, LedgerRow } from './store.ts';
import type { Standing } from './standing.ts';

export interface LedgerLine {
  readonly date: string;
  readonly currency: string;
  /** After this line, including the opening balance. */
  readonly balance: bigint;
  /** Null for the line of an opening balance. */
  readonly entry: LedgerRow | null;
}

/** Adds each entry to the running balance of its currency. */
export interface Running {
  add(entry: LedgerRow): LedgerLine;
  balanceOf(currency: string): bigint;
}

export const runningFrom = (standing: Standing): Running => {
  const balances = new Map([...standing.values()].map(({ currency, balance }) => [currency, balance]));
  const balanceOf = (currency: string): bigint => balances.get(currency) ?? 0n;
  return {
    balanceOf,
    add: (entry) => {
      const { currency, date, debit_minor, credit_minor } = entry;
      const balance = balanceOf(currency) + BigInt(debit_minor) - BigInt(credit_minor);
      balances.set(currency, balance);
      return { date, currency, balance, entry };
    },
  };
};

/** The opening lines of a CSV with a start date: one per currency of the answer. */
export const openingLines = ({ date_from }: LedgerFilters, standing: Standing): readonly LedgerLine[] =>
  date_from === undefined
    ? []
    : [...standing.values()].map(({ currency, balance }) => ({
        date: date_from,
        currency,
        balance,
        entry: null,
      }));
