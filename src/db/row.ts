import type { Selectable } from 'kysely';
import type { DB } from './schema.ts';

/** A row of the table as read. */
export type Row<T extends keyof DB> = Selectable<DB[T]>;
