// Sums of entries per currency. They may exceed safe integers, so they are bigints.
import type { TransactionType } from '../../../../generated/types.ts';
import type { LedgerRow } from './store/entries.ts';

export interface Sums {
  readonly debit: bigint;
  readonly credit: bigint;
  readonly count: number;
}

export type SumsByCurrency = ReadonlyMap<string, Sums>;

const NOTHING: Sums = { debit: 0n, credit: 0n, count: 0 };

export const getSums = (sums: SumsByCurrency, currency: string): Sums => sums.get(currency) ?? NOTHING;

/** Debits less credits: the amount owed to the entity. */
export const netSum = ({ debit, credit }: Pick<Sums, TransactionType>): bigint => debit - credit;

/** Sums rows that were already read. */
export const sumRows = (rows: readonly LedgerRow[]): SumsByCurrency => {
  const sums = new Map<string, Sums>();
  for (const { currency, debit_minor, credit_minor } of rows) {
    const { debit, credit, count } = getSums(sums, currency);
    sums.set(currency, {
      debit: debit + BigInt(debit_minor),
      credit: credit + BigInt(credit_minor),
      count: count + 1,
    });
  }
  return sums;
};

export const addSums = (left: SumsByCurrency, right: SumsByCurrency): SumsByCurrency => {
  const sums = new Map(left);
  for (const [currency, { debit, credit, count }] of right) {
    const other = getSums(sums, currency);
    sums.set(currency, {
      debit: other.debit + debit,
      credit: other.credit + credit,
      count: other.count + count,
    });
  }
  return sums;
};
