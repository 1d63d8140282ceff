// How mysql2 hands columns over.
import type { ColumnType } from 'kysely';

/** `YYYY-MM-DD HH:MM:SS.mmm`, always UTC; see `instant.ts`. */
export type Instant = string;
/** `YYYY-MM-DD`. */
export type Day = string;
/** Exact decimal text, as DECIMAL columns are read and written. */
export type DecimalText = string;
/** Written as JSON text, read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>;
export type Flag = 0 | 1;
