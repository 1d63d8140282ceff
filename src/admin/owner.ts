// The company of a record that a command names by its id alone, and its books.
import type { Database, Reader } from '../db/database.ts';
import { mayRaise } from '../base/raises.ts';
import { dayIn } from '../base/time/day.ts';
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

/** The books of a company, for a command that reads them. */
export const readScope = (
  { database, now }: { readonly database: Pick<Database, 'reader'>; readonly now: Date },
  entity: Entity,
) => mayRaise({ db: database.reader, entity, now, today: dayIn(entity.time_zone, now) });
