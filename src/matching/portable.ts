// The matcher's input as plain data, which can go to a worker thread: rates as a table instead of a function.
import type { MatchInput } from './types.ts';

/** One unit of `base` in `quote` on a day. */
export interface RateRow {
  readonly base: string;
  readonly quote: string;
  readonly date: string;
  readonly rate: number;
}

export interface PortableInput extends Omit<MatchInput, 'rate'> {
  readonly rates: readonly RateRow[];
}

export const toInput = ({ rates, ...rest }: PortableInput): MatchInput => ({
  ...rest,
  rate: rateTable(rates),
});

/** Of rows in the order of their days. */
const lastUpTo = (rows: readonly RateRow[], day: string): RateRow | undefined => {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.date ?? '') <= day) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
};

/** The latest rate on or before a day; of a pair that is only known the other way round, its inverse. */
export const rateTable = (rates: readonly RateRow[]): MatchInput['rate'] => {
  const byPair = new Map<string, RateRow[]>();
  const add = (row: RateRow): void => {
    const rows = byPair.get(`${row.base} ${row.quote}`);
    if (rows === undefined) byPair.set(`${row.base} ${row.quote}`, [row]);
    else rows.push(row);
  };
  for (const row of rates) add(row);
  for (const rows of byPair.values()) rows.sort((a, b) => (a.date < b.date ? -1 : 1));
  const latest = (base: string, quote: string, day: string): number | undefined =>
    lastUpTo(byPair.get(`${base} ${quote}`) ?? [], day)?.rate;
  return (base, quote, day) => {
    if (base === quote) return 1;
    const direct = latest(base, quote, day);
    if (direct !== undefined) return direct;
    const inverse = latest(quote, base, day);
    return inverse === undefined || inverse === 0 ? undefined : 1 / inverse;
  };
};
