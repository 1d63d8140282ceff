// Reads of the trail; only changes write it.
import { type Selectable, sql } from 'kysely';
import { type AuditId, ID_PREFIXES } from '../../../../../generated/ids.ts';
import type { Reader } from '../../../../db/database.ts';
import type { DB } from '../../../../db/schema.ts';
import { toInstant } from '../../../../db/instant.ts';
import { acrossTenants, scoped } from '../../../../db/scoped.ts';
import type { OrganisationScope } from '../../../ground/change/scope.ts';
import type { TrailFilters } from '../trail.ts';
import { type EntryKind, type EntryRow, entryRow } from '../log/entry.ts';
import type { EntryKey } from './log.ts';

export type TrailRow = Selectable<DB['audit']>;

/** Where a row stands in the trail. */
export interface TrailKey {
  readonly occurred_at: string;
  readonly id: string;
}

/** Of a day this time of it; a moment is taken as it is. */
const momentOf = (given: string, time: string): string =>
  given.includes('T') ? toInstant(new Date(given)) : `${given} ${time}`;

/** What fits the filters in one owner's trail. */
const fitting = (db: Reader, owner: string, filters: TrailFilters) => {
  const { actor_ids, record_id, action, date_from, date_to } = filters;
  const index = record_id === undefined ? 'ix_audit_time' : 'ix_audit_record';
  let query = acrossTenants(db, [owner], 'audit', { index });
  if (actor_ids !== undefined) query = query.where('audit.actor_id', 'in', actor_ids);
  if (record_id !== undefined) query = query.where('audit.record_id', '=', record_id);
  if (action !== undefined) query = query.where('audit.action', '=', action);
  if (date_from !== undefined)
    query = query.where('audit.occurred_at', '>=', momentOf(date_from, '00:00:00.000'));
  if (date_to !== undefined)
    query = query.where('audit.occurred_at', '<=', momentOf(date_to, '23:59:59.999'));
  return query;
};

/**
 * At most `take` rows after this one, newest first. Each owner's own newest are found on its index, and only those that
 * are shown are read whole: over several owners at once the server would sort all of their rows.
 */
export const selectTrail = async (
  db: Reader,
  filters: TrailFilters,
  after: TrailKey | undefined,
  take: number,
): Promise<TrailRow[]> => {
  const owners = await ownersOfNewest(db, filters, after, take);
  if (owners.length === 0) return [];
  const newest = owners.map((owner) => {
    let query = fitting(db, owner, filters).select(['audit.entity_id', 'audit.occurred_at', 'audit.id']);
    if (after !== undefined) {
      const { occurred_at, id } = after;
      query = query
        .where('audit.occurred_at', '<=', occurred_at)
        .where(({ eb, or }) =>
          or([eb('audit.occurred_at', '<', occurred_at), eb('audit.id', '<', id as AuditId)]),
        );
    }
    return sql`(${query.orderBy('audit.occurred_at', 'desc').orderBy('audit.id', 'desc').limit(take)})`;
  });
  const rows = await db
    .selectFrom(sql<TrailKey & { entity_id: string }>`(${sql.join(newest, sql` union all `)})`.as('newest'))
    .select(['newest.entity_id', 'newest.id'])
    .orderBy('newest.occurred_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(take)
    .execute();
  if (rows.length === 0) return [];
  // Of each row the owner with its id: servers read all rows of many owners where any may have any of the ids.
  const shown = new Set(rows.map(({ entity_id }) => entity_id));
  const found = await acrossTenants(db, [...shown], 'audit', { index: 'PRIMARY' })
    .selectAll('audit')
    .where(({ or, and, eb }) =>
      or(
        rows.map(({ entity_id, id }) =>
          and([eb('audit.entity_id', '=', entity_id), eb('audit.id', '=', id as AuditId)]),
        ),
      ),
    )
    .execute();
  const byKey = new Map(found.map((row) => [keyOf(row), row]));
  return rows.flatMap((row) => byKey.get(keyOf(row)) ?? []);
};

/**
 * The owners whose newest rows may be among the next `take`: of each the moment of its newest row is one look into the index,
 * and the rows of an owner that is not among the latest so many come after theirs.
 */
const ownersOfNewest = async (
  db: Reader,
  { owners, actor_ids, record_id, action, date_from, date_to }: TrailFilters,
  after: TrailKey | undefined,
  take: number,
): Promise<readonly string[]> => {
  const isNarrowed = [actor_ids, record_id, action].some((filter) => filter !== undefined);
  if (isNarrowed || owners.length <= take) return owners;
  let query = acrossTenants(db, owners, 'audit', { index: 'ix_audit_time' });
  if (after !== undefined) query = query.where('audit.occurred_at', '<=', after.occurred_at);
  if (date_from !== undefined)
    query = query.where('audit.occurred_at', '>=', momentOf(date_from, '00:00:00.000'));
  if (date_to !== undefined)
    query = query.where('audit.occurred_at', '<=', momentOf(date_to, '23:59:59.999'));
  const latest = await query
    .select(['audit.entity_id', ({ fn }) => fn.max('audit.occurred_at').as('occurred_at')])
    .groupBy('audit.entity_id')
    .execute();
  // At the moment of the cursor itself, some owners have rows that were shown already; they count besides.
  const before = latest.filter(({ occurred_at }) => occurred_at !== after?.occurred_at);
  const least =
    before
      .map(({ occurred_at }) => occurred_at)
      .toSorted()
      .at(-take) ?? '';
  return latest.flatMap(({ entity_id, occurred_at }) => (occurred_at >= least ? [entity_id] : []));
};

/** The events that were stored with these rows, in the order of their ids; `ix_event_organisation` finds their moments. */
export const selectEventsOf = (
  db: Reader,
  organisation_id: string,
  rows: readonly Pick<TrailRow, 'entity_id' | 'occurred_at'>[],
) =>
  rows.length === 0
    ? Promise.resolve([])
    : acrossTenants(db, [...new Set(rows.map(({ entity_id }) => entity_id))], 'event')
        .select(['event.type', 'event.record_type', 'event.record_id', 'event.occurred_at'])
        .where('event.organisation_id', '=', organisation_id)
        .where('event.occurred_at', 'in', [...new Set(rows.map(({ occurred_at }) => occurred_at))])
        .orderBy('event.id')
        .execute();

export const selectEntry = (db: Reader, owner: string, id: AuditId): Promise<TrailRow | undefined> =>
  scoped({ db, entity: { id: owner } }, 'audit')
    .select()
    .selectAll('audit')
    .where('audit.id', '=', id)
    .executeTakeFirst();

/** How many rows fit. */
export const countTrail = async (db: Reader, filters: TrailFilters): Promise<number> => {
  let total = 0;
  for (const owner of filters.owners) {
    const row = await fitting(db, owner, filters)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirst();
    total += row?.count ?? 0;
  }
  return total;
};

/** The names of these members and keys. */
export const namesOf = async (
  { db, organisation_id }: OrganisationScope,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(actors)];
  if (ids.length === 0) return new Map();
  const members = await db
    .selectFrom('member')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', ids)
    .execute();
  const keys = await db
    .selectFrom('api_key')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', ids)
    .execute();
  return new Map([...members, ...keys].map(({ id, name }) => [id, name]));
};

const STATES = `${ID_PREFIXES.TrailStateId}_`;
const TABLES = [
  ['audit', 'audit'],
  ['state', 'trail_state'],
] as const;

export interface FoundEntry {
  readonly kind: EntryKind;
  readonly row: EntryRow;
}

export type FoundEntries = ReadonlyMap<string, FoundEntry>;

export const keyOf = ({ entity_id, id }: EntryKey): string => `${entity_id} ${id}`;

/** All columns of these entries; what is gone is not in the map. */
export const readEntries = async (db: Reader, keys: readonly EntryKey[]): Promise<FoundEntries> => {
  const found = new Map<string, FoundEntry>();
  if (keys.length === 0) return found;
  const owners = [...new Set(keys.map(({ entity_id }) => entity_id))];
  const isState = ({ id }: EntryKey): boolean => id.startsWith(STATES);
  for (const [kind, table] of TABLES) {
    const ids = keys.filter((key) => isState(key) === (kind === 'state')).map(({ id }) => id);
    if (ids.length === 0) continue;
    const rows = await acrossTenants(db, owners, table)
      .selectAll()
      .where(`${table}.id`, 'in', ids as never[])
      .execute();
    for (const row of rows) found.set(keyOf(row), { kind, row: entryRow(row) });
  }
  return found;
};
