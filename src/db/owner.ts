// Whose a record is, when only its id is known.
import type { Reader } from './database.ts';
import { acrossTenants } from './scoped.ts';

/** The tables whose records commands name by their ids alone. */
export type OwnedTable =
  | 'invoice'
  | 'bill'
  | 'counterparty'
  | 'task'
  | 'bank_account'
  | 'bank_transaction'
  | 'approval';

/** Ids lead no index of their own: every key begins with the entity, so all entities are asked at once. */
export const findOwnerId = async (
  db: Reader,
  entityIds: readonly string[],
  table: OwnedTable,
  id: string,
): Promise<string | undefined> => {
  const row = await acrossTenants(db, entityIds, table)
    .select('entity_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.entity_id;
};
