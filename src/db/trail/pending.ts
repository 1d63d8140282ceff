// What waits for the logs, of all companies at once: the worker and the metrics look for whoever has something.
import { sql } from 'kysely';
import type { Reader } from '../database.ts';

/** Organisations with entries that wait for their log; one statement over the index of what waits. */
export const findWaiting = async (db: Reader): Promise<string[]> => {
  const owners = db.selectFrom('trail_pending').select('trail_pending.entity_id').distinct().as('waiting');
  const rows = await db
    .selectFrom(owners)
    .leftJoin('entity', 'entity.id', 'waiting.entity_id')
    .select(sql<string>`coalesce(entity.organisation_id, waiting.entity_id)`.as('id'))
    .distinct()
    .execute();
  return rows.map(({ id }) => id);
};

/** Of each owner, how many entries wait and the id of the first. */
export const countPending = (db: Reader): Promise<{ entries: number; id: string }[]> =>
  db
    .selectFrom('trail_pending')
    .select(({ fn }) => [fn.countAll<number>().as('entries'), sql<string>`min(id)`.as('id')])
    .groupBy('entity_id')
    .execute();

/** Those of these owners for whom something waits. */
const waitingOf = (db: Reader, owners: readonly string[]): Promise<{ entity_id: string }[]> =>
  db.selectFrom('trail_pending').select('entity_id').distinct().where('entity_id', 'in', owners).execute();

/** The oldest entries that wait, over all these owners in the order of their ids. */
export const readPending = async (
  db: Reader,
  owners: readonly string[],
  take: number,
): Promise<{ entity_id: string; id: string }[]> => {
  const waiting = await waitingOf(db, owners);
  if (waiting.length === 0) return [];
  // Of each owner the first are found on its key: over several at once the server would sort all that waits.
  const first = waiting.map(
    ({ entity_id }) =>
      sql`(${db
        .selectFrom('trail_pending')
        .select(['entity_id', 'id'])
        .where('entity_id', '=', entity_id)
        .orderBy('id')
        .limit(take)})`,
  );
  return db
    .selectFrom(sql<{ entity_id: string; id: string }>`(${sql.join(first, sql` union all `)})`.as('waiting'))
    .select(['waiting.entity_id', 'waiting.id'])
    .orderBy('waiting.id')
    .limit(take)
    .execute();
};
