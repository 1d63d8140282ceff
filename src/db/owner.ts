// Finds the owner of a record by the record's id alone.
import type { Reader } from './database.ts';
import { acrossTenants } from './scoped.ts';

/** The tables whose records commands name by id alone. */
export type OwnedTable =
  | 'invoice'
  | 'credit_note'
  | 'complement'
  | 'bill'
  | 'counterparty'
  | 'counterparty_alias'
  | 'merged_counterparty'
  | 'task'
  | 'payment'
  | 'bank_account'
  | 'bank_statement'
  | 'bank_transaction'
  | 'received_document'
  | 'attachment'
  | 'approval'
  | 'cancellation_request';

/** Every key starts with the entity, so the query lists all entities to use an index. */
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
