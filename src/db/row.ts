import type { Selectable } from 'kysely';
import type { DB } from './schema.ts';

/** A row of the table as read. Which state of the record it is concerns the trail alone (`trail/`), not the nouns. */
export type Row<T extends keyof DB> = Omit<Selectable<DB[T]>, 'state_version'>;
