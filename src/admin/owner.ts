// Finds the entity of a record when a command names only the record's id.
import type { Reader } from '../db/database.ts';
import type { Entity } from '../base/entity.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { Refusal } from '../base/refusal.ts';
import { findOwnerId, type OwnedTable } from '../db/owner.ts';

const NOUNS: Readonly<Record<string, string>> = { approval: 'approval request' };

export const findOwner = async (db: Reader, table: OwnedTable, id: string): Promise<Entity> => {
  const entities = await allEntities(db, null);
  const ids = entities.map((entity) => entity.id);
  const ownerId = await findOwnerId(db, ids, table, id);
  const owner = entities.find((entity) => entity.id === ownerId);
  if (owner === undefined)
    throw new Refusal('not_found', `There is no ${NOUNS[table] ?? table.replaceAll('_', ' ')} ${id}.`);
  return owner;
};
