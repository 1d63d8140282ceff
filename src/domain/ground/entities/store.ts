// Statements on entities: calls see the active ones of their organisation, administrators see all.
import { toolError } from '../../../base/errors.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Country } from '../../../../generated/countries.ts';
import type { EntityId, OrganisationId } from '../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import { LOCKED } from '../../../db/row-lock.ts';
import type { EntityTable } from '../../../db/schema.ts';
import type { Entity } from '../../../base/entity.ts';
import type { OrganisationScope } from '../change/scope.ts';
import type { Condition } from '../lists/store.ts';

const toEntity = (row: Selectable<EntityTable>): Entity => ({
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
  closed_through: row.closed_through,
  details: row.details,
});

/** The active entity with this id in the organisation. */
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

/** The number of active entities of the organisation. */
export const countEntities = async (db: Reader, organisationId: OrganisationId): Promise<number> => {
  const { count } = await db
    .selectFrom('entity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  return count;
};

/** The entities that a key may use: all active ones of the organisation, or the one it is bound to. */
const usable = ({ db, organisation_id }: OrganisationScope, bound: EntityId | null) => {
  const active = db
    .selectFrom('entity')
    .where('entity.organisation_id', '=', organisation_id)
    .where('entity.active', '=', true);
  return bound === null ? active : active.where('entity.id', '=', bound);
};

/** At most `take` of them, the main one first, then by name. */
export const usableEntities = async (
  ctx: OrganisationScope,
  bound: EntityId | null,
  after: Condition | null,
  take: number,
): Promise<Entity[]> => {
  const query = usable(ctx, bound);
  const rows = await (after === null ? query : query.where(after))
    .selectAll('entity')
    .orderBy('entity.is_default', 'desc')
    .orderBy('entity.name')
    .orderBy('entity.id')
    .limit(take)
    .execute();
  return rows.map(toEntity);
};

/** Their number, counted up to `max`. */
export const countUsable = async (
  ctx: OrganisationScope,
  bound: EntityId | null,
  max: number,
): Promise<number> => {
  const rows = await usable(ctx, bound)
    .select(sql<number>`1`.as('one'))
    .limit(max)
    .execute();
  return rows.length;
};

/** The entity with this id; refuses if there is none. */
export const getEntity = async (db: Reader, id: string): Promise<Entity> => {
  const entity = await findAnyEntity(db, id);
  if (entity === undefined) throw toolError('no_entity', { entity_id: id });
  return entity;
};

/** Of any organisation, active or not. */
export const findAnyEntity = async (db: Reader, id: string): Promise<Entity | undefined> => {
  const row = await db.selectFrom('entity').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toEntity(row);
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

/** The active companies of these countries that have not been asked yet. */
export const entitiesToAsk = async (db: Reader, countries: readonly Country[]): Promise<Entity[]> => {
  const rows = await db
    .selectFrom('entity')
    .selectAll()
    .where('registration_asked', '=', false)
    .where('active', '=', true)
    .where('country_code', 'in', countries)
    .orderBy('id')
    .execute();
  return rows.map(toEntity);
};

/** True for the one who is to ask. */
export const markAsked = async (db: Writer, id: EntityId): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('entity')
    .set({ registration_asked: true })
    .where('id', '=', id)
    .where('registration_asked', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Serialises changes to what belongs to one entity. */
export const lockEntity = async (db: Writer, id: EntityId): Promise<void> => {
  await db.updateTable('entity').set(LOCKED).where('id', '=', id).execute();
};

/** The organisation's entities with this tax id. */
export const entitiesWithTaxId = (
  db: Reader,
  organisationId: OrganisationId,
  taxId: string,
): Promise<{ readonly id: string; readonly name: string }[]> =>
  db
    .selectFrom('entity')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('tax_id', '=', taxId)
    .execute();

/** The active ones of the organisation that somebody means: by id, tax id in one of its forms, or the whole name; at most two. */
export const entitiesMeant = async (
  db: Reader,
  organisationId: OrganisationId,
  { text, taxId }: { readonly text: string; readonly taxId: string },
): Promise<readonly Entity[]> => {
  const rows = await db
    .selectFrom('entity')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('active', '=', true)
    .where((eb) => eb.or([eb('id', '=', text), eb('tax_id', 'in', [text, taxId]), eb('name', '=', text)]))
    .orderBy('id')
    .limit(2)
    .execute();
  return rows.map(toEntity);
};

/** Whether the organisation has any entity, active or not. */
export const hasEntities = async (db: Reader, organisationId: OrganisationId): Promise<boolean> => {
  const first = await db
    .selectFrom('entity')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
};

export const insertEntity = async (db: Writer, entity: Entity, now: Date): Promise<void> => {
  // Who makes it is told what it lacks.
  await db
    .insertInto('entity')
    .values({ ...toRow(entity, now), registration_asked: true })
    .execute();
};

export const updateRow = async (db: Writer, entity: Entity, now: Date): Promise<void> => {
  const { id, created_at: _created, ...columns } = toRow(entity, now);
  await db.updateTable('entity').set(columns).where('id', '=', id).execute();
};

const toRow = (entity: Entity, now: Date): Insertable<EntityTable> => ({
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
  closed_through: entity.closed_through,
  details: JSON.stringify(entity.details),
  created_at: toInstant(now),
  updated_at: toInstant(now),
});

/** The ids of all entities of the organisation, active or not. */
export const entityIds = async (db: Reader, organisationId: OrganisationId): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('entity')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const activeEntityIds = async (db: Reader, organisationId: OrganisationId): Promise<string[]> => {
  const rows = await db
    .selectFrom('entity')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
};

/** Entities of all organisations in the order of their ids, for work in the background. */
export const entityIdsAfter = async (
  db: Reader,
  after: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('entity')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
