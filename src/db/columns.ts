// How columns are read and written; `pool.ts` makes mysql2 hand them over so.
import type { ColumnType } from 'kysely';
import type { IsoDay } from '../base/time/day.ts';

/** `YYYY-MM-DD HH:MM:SS.mmm`, always UTC; see `instant.ts`. */
export type Instant = string;
/** `YYYY-MM-DD`; the server takes only days that exist. */
export type Day = ColumnType<IsoDay, string, string>;
/** Exact decimal text, as DECIMAL columns are read and written. */
export type DecimalText = string;
/** Written as JSON text, read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>;
