// How columns are read and written; `pool.ts` configures mysql2 accordingly.
import type { ColumnType } from 'kysely';
import type { IsoDay } from '../base/time/day.ts';

/** `YYYY-MM-DD HH:MM:SS.mmm`, always UTC; see `instant.ts`. */
export type Instant = string;
/** `YYYY-MM-DD`; the server rejects invalid dates. */
export type Day = ColumnType<IsoDay, string, string>;
/** Exact decimal text, for DECIMAL columns. */
export type DecimalText = string;
/** Written as JSON text, read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>;
