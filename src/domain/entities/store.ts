// Entities as administrators reach them: by id alone, whatever the organisation, active or not.
import type { Insertable } from 'kysely';
import type { EntityId, OrganisationId } from '../../../generated/ids.ts';
import type { Reader, Writer } from '../../db/database.ts';
import { toInstant } from '../../db/instant.ts';
import type { EntityTable } from '../../db/schema.ts';
import { Refusal } from '../../base/refusal.ts';
import type { IndexedRecord } from '../search-index/index-record.ts';
import type { Entity } from '../../base/entity.ts';
import { toEntity } from './find.ts';

/** The entity of this id; refuses when there is none. */
export const getEntity = async (db: Reader, id: string): Promise<Entity> => {
  const row = await db.selectFrom('entity').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined)
    throw new Refusal('not_found', `There is no entity ${id}; "entity list" shows them.`);
  return toEntity(row);
};

/** Every entity of the organisation, or of all organisations. */
export const allEntities = async (db: Reader, organisationId: string | null): Promise<Entity[]> => {
  let query = db.selectFrom('entity').selectAll();
  if (organisationId !== null) query = query.where('organisation_id', '=', organisationId);
  const rows = await query
    .orderBy('organisation_id')
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(toEntity);
};

/**
 * Makes those who change entities of one organisation wait for each other, so that "the first one" and "no other with
 * this tax id" hold.
 */
export const lockOrganisation = async (db: Writer, id: OrganisationId): Promise<void> => {
  await db.selectFrom('organisation').select('id').where('id', '=', id).forUpdate().execute();
};

/** Refuses a tax id that another entity of the organisation has. */
export const refuseTwin = async (
  db: Reader,
  organisationId: OrganisationId,
  taxId: string | null,
  self: EntityId | null,
): Promise<void> => {
  if (taxId === null) return;
  const rows = await db
    .selectFrom('entity')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('tax_id', '=', taxId)
    .execute();
  const twin = rows.find(({ id }) => id !== self);
  if (twin === undefined) return;
  throw new Refusal(
    'already_exists',
    `The tax id ${taxId} already belongs to the entity ${twin.name} (${twin.id}).`,
  );
};

export const toRow = (entity: Entity, now: Date): Insertable<EntityTable> => ({
  id: entity.id,
  organisation_id: entity.organisation_id,
  name: entity.name,
  country_code: entity.country_code,
  currency: entity.currency,
  tax_id: entity.tax_id,
  time_zone: entity.time_zone,
  postal_code: entity.postal_code,
  is_default: entity.is_default,
  active: entity.active,
  details: JSON.stringify(entity.details),
  created_at: toInstant(now),
  updated_at: toInstant(now),
});

/** An entity is found under its own id, so that a key bound to it finds it too. */
export const indexedEntity = (entity: Entity): IndexedRecord => ({
  record_id: entity.id,
  type: 'entities',
  label: entity.name,
  identifiers: [entity.tax_id, entity.details.tax_number ?? null],
});
