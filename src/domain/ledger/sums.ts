// Sums of entries, one per currency: computed by the database over an index that holds all they need. They may be
// larger than a number holds exactly, so they are whole numbers of any size.
import { sql } from 'kysely';
import { type Entries, type LedgerRow } from './entries.ts';

export interface Sums {
  readonly debit: bigint;
  readonly credit: bigint;
  readonly count: number;
}

export type SumsByCurrency = ReadonlyMap<string, Sums>;

const NOTHING: Sums = { debit: 0n, credit: 0n, count: 0 };

export const sumsFor = (sums: SumsByCurrency, currency: string): Sums => sums.get(currency) ?? NOTHING;

/** Debits less credits: what is owed to the entity. */
export const netOf = ({ debit, credit }: Pick<Sums, 'debit' | 'credit'>): bigint => debit - credit;

export const sumsOf = async (entries: Entries): Promise<SumsByCurrency> => {
  const rows = await entries
    .select([
      'ledger_entry.currency',
      sql<string>`sum(ledger_entry.debit_minor)`.as('debit'),
      sql<string>`sum(ledger_entry.credit_minor)`.as('credit'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy('ledger_entry.currency')
    .execute();
  return new Map(
    rows.map(({ currency, debit, credit, count }) => [
      currency,
      { debit: BigInt(debit), credit: BigInt(credit), count },
    ]),
  );
};

/** The same of rows that have been read. */
export const sumsOfRows = (rows: readonly LedgerRow[]): SumsByCurrency => {
  const sums = new Map<string, Sums>();
  for (const { currency, debit_minor, credit_minor } of rows) {
    const { debit, credit, count } = sumsFor(sums, currency);
    sums.set(currency, {
      debit: debit + BigInt(debit_minor),
      credit: credit + BigInt(credit_minor),
      count: count + 1,
    });
  }
  return sums;
};
