// Whose a record is, when the command names only the record.
import type { Reader } from '../db/database.ts';
import { acrossTenants } from '../db/scoped.ts';
import type { Entity } from '../base/entity.ts';
import { allEntities } from '../domain/entities/store.ts';
import { Refusal } from '../base/refusal.ts';

const NOUNS: Readonly<Record<string, string>> = { approval: 'approval request' };

/** Ids lead no index of their own: every key begins with the entity, so all entities are asked at once. */
export const entityOwning = async (
  db: Reader,
  table: 'invoice' | 'bill' | 'counterparty' | 'task' | 'bank_account' | 'bank_transaction' | 'approval',
  id: string,
): Promise<Entity> => {
  const entities = await allEntities(db, null);
  const row = await acrossTenants(
    db,
    entities.map((entity) => entity.id),
    table,
  )
    .select('entity_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const owner = entities.find((entity) => entity.id === row?.entity_id);
  if (owner === undefined)
    throw new Refusal('not_found', `There is no ${NOUNS[table] ?? table.replaceAll('_', ' ')} ${id}.`);
  return owner;
};
