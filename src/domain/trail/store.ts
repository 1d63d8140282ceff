// Reads of the trail; only changes write it.
import type { Selectable } from 'kysely';
import type { AuditId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import type { DB } from '../../db/schema.ts';
import { acrossTenants } from '../../db/scoped.ts';
import type { OrganisationScope } from '../change/scope.ts';
import type { TrailFilters } from './trail.ts';

export type TrailRow = Selectable<DB['audit']>;

/** At most `take` rows below this id; ids follow time. */
export const selectTrail = (
  db: Reader,
  filters: TrailFilters,
  before: AuditId | undefined,
  take: number,
): Promise<TrailRow[]> => {
  const { owners, actor_id, record_id, action, date_from, date_to } = filters;
  let query = acrossTenants(db, owners, 'audit').selectAll('audit');
  if (before !== undefined) query = query.where('audit.id', '<', before);
  if (actor_id !== undefined) query = query.where('audit.actor_id', '=', actor_id);
  if (record_id !== undefined) query = query.where('audit.record_id', '=', record_id);
  if (action !== undefined) query = query.where('audit.action', '=', action);
  if (date_from !== undefined) query = query.where('audit.occurred_at', '>=', `${date_from} 00:00:00.000`);
  if (date_to !== undefined) query = query.where('audit.occurred_at', '<=', `${date_to} 23:59:59.999`);
  return query.orderBy('audit.id', 'desc').limit(take).execute();
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
