// Statements on how much connected apps call, a day.
import type { ApiKeyId } from '../../../../../generated/ids.ts';
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import type { IsoDay as Day } from '../../../../base/time/day.ts';

export interface DayCalls {
  readonly api_key_id: ApiKeyId;
  readonly day: Day;
  readonly calls: number;
}

/** A day is begun with none, since not every server adds to what is there in one statement. */
export const addCalls = async ({ kysely }: Database, rows: readonly DayCalls[]): Promise<void> => {
  const begun = rows.map((row) => ({ ...row, calls: 0 }));
  await kysely.insertInto('app_calls').values(begun).ignore().execute();
  for (const { api_key_id, day, calls } of rows)
    await kysely
      .updateTable('app_calls')
      .set(({ eb }) => ({ calls: eb('calls', '+', calls) }))
      .where('api_key_id', '=', api_key_id)
      .where('day', '=', day)
      .execute();
};

/** Of each of these apps from this day on; nothing of those that did not call. */
export const callsSince = async (
  db: Reader,
  ids: readonly ApiKeyId[],
  from: Day,
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_calls')
    .select(['api_key_id', 'calls'])
    .where('api_key_id', 'in', ids)
    .where('day', '>=', from)
    .execute();
  const sums = new Map<string, number>();
  for (const { api_key_id, calls } of rows) sums.set(api_key_id, (sums.get(api_key_id) ?? 0) + calls);
  return sums;
};

/** How many days were forgotten. */
export const sweepCalls = async (db: Writer, before: Day, most: number): Promise<number> => {
  const rows = db.deleteFrom('app_calls').where('day', '<', before).limit(most);
  return Number((await rows.executeTakeFirstOrThrow()).numDeletedRows);
};
