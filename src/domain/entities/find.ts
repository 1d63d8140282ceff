// Which entity a call acts on, and which entities a key may see.
import type { Country } from '../../../generated/countries.ts';
import type { EntityId, OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import type { EntityTable } from '../../db/schema.ts';
import type { Selectable } from 'kysely';
import type { Entity } from '../../base/entity.ts';

export const toEntity = (row: Selectable<EntityTable>): Entity => ({
  id: row.id as EntityId,
  organisation_id: row.organisation_id as OrganisationId,
  name: row.name,
  country_code: row.country_code as Country,
  currency: row.currency,
  tax_id: row.tax_id,
  time_zone: row.time_zone,
  postal_code: row.postal_code,
  is_default: row.is_default,
  active: row.active,
  details: row.details,
});

/** The active entity of this id in the organisation; one of another organisation does not exist here. */
export const findEntity = async (
  db: Reader,
  organisationId: OrganisationId,
  id: string,
): Promise<Entity | undefined> => {
  const row = await db
    .selectFrom('entity')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('active', '=', true)
    .executeTakeFirst();
  return row === undefined ? undefined : toEntity(row);
};

/** The organisation's active entities: the default one first, then by name. */
export const listEntities = async (
  db: Reader,
  organisationId: OrganisationId,
  limit: number,
): Promise<Entity[]> => {
  const rows = await db
    .selectFrom('entity')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('active', '=', true)
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toEntity);
};

/** How many active entities the organisation has. */
export const countEntities = async (db: Reader, organisationId: OrganisationId): Promise<number> => {
  const { count } = await db
    .selectFrom('entity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  return count;
};
