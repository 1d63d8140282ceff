// The condition that a document has one of several numbers.
import { type RawBuilder, sql } from 'kysely';

export interface SeriesNumber {
  readonly series: string | null;
  readonly number: string;
}

/** At least one is given. */
export const isNumbered = (numbers: readonly SeriesNumber[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    numbers.map(({ series, number }) => sql`(series <=> ${series} and number = ${number})`),
    sql` or `,
  )})`;
