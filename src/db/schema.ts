// Row types of every table as the pool returns them: DECIMAL and DATE as strings, BIGINT as a number, flags as
// booleans, JSON columns parsed. Ids are whole TypeIDs (`invc_01h…`). Tenant tables start with `entity_id`.
import type { Selectable } from 'kysely';
import type { DB } from './rows.ts';

export type * from './rows.ts';
export type * from './stated.ts';
export type * from './stated-bank.ts';
export type * from './stated-bills.ts';

/** A row of the table as read. Which state of the record it is concerns the trail alone (`trail/`), not the nouns. */
export type Row<T extends keyof DB> = Omit<Selectable<DB[T]>, 'state_version'>;
