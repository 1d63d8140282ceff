// What is left to do for the logs, for the worker, the metrics and the doctor.
import type { Database, Reader } from '../../../../db/database.ts';
import { timeOfId } from '../../../../db/ids.ts';
import { parseInstant } from '../../../../db/instant.ts';
import { countPending, readPending } from '../../../../db/trail/pending.ts';
import { listOwners } from './earlier.ts';
import { readHead } from './log.ts';
/** Organisations whose earlier books the log has not taken, and logs whose end is not signed or not kept. */
export const findUnfinished = async (db: Reader): Promise<string[]> => {
  const rows = await db
    .selectFrom('organisation')
    .leftJoin('trail_log', 'trail_log.organisation_id', 'organisation.id')
    .select('organisation.id')
    .where((eb) =>
      eb.or([
        eb('trail_log.adopted_at', 'is', null),
        eb('trail_log.covered_at', 'is', null),
        eb('trail_log.signed_size', '<', eb.ref('trail_log.size')),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
};

/** The newest checkpoints that were not brought to where the operator keeps them. */
export const findUnkept = (
  db: Reader,
): Promise<{ organisation_id: string; size: number; note: string; created_at: string }[]> =>
  db
    .selectFrom('trail_log')
    .innerJoin('trail_checkpoint', (join) =>
      join
        .onRef('trail_checkpoint.organisation_id', '=', 'trail_log.organisation_id')
        .onRef('trail_checkpoint.size', '=', 'trail_log.signed_size'),
    )
    .selectAll('trail_checkpoint')
    .whereRef('trail_log.kept_size', '<', 'trail_log.signed_size')
    .execute();

export const setKept = async (
  { kysely }: Database,
  { organisation_id, size }: { readonly organisation_id: string; readonly size: number },
): Promise<void> => {
  await kysely
    .updateTable('trail_log')
    .set({ kept_size: size })
    .where('organisation_id', '=', organisation_id as never)
    .where('kept_size', '<', size)
    .execute();
};

/** Everything is adopted, taken and signed. */
export const isUpToDate = async (db: Reader, organisation_id: string): Promise<boolean> => {
  const head = await readHead(db, organisation_id);
  if (head?.adopted !== true || head.covered_at === null || head.signed_size < head.tree.size) return false;
  return (await readPending(db, await listOwners(db, organisation_id), 1)).length === 0;
};

export interface TrailBacklog {
  readonly entries: number;
  readonly oldest_s: number;
}

const secondsSince = (then: Date | undefined, now: Date): number =>
  then === undefined ? 0 : Math.max(0, Math.round((now.getTime() - then.getTime()) / 1_000));

/** Entries that the logs have not taken, and logs whose newest checkpoint is not where the operator keeps them. */
export const readTrailBacklog = async (
  db: Reader,
  now: Date,
  keeps: boolean,
): Promise<Readonly<Record<'waiting' | 'unkept', TrailBacklog>>> => {
  const waiting = await countPending(db);
  const oldest = waiting.map(({ id }) => timeOfId(id)).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const unkept = keeps ? await findUnkept(db) : [];
  const first = unkept.map(({ created_at }) => created_at).toSorted()[0];
  return {
    waiting: {
      entries: waiting.reduce((sum, { entries }) => sum + entries, 0),
      oldest_s: secondsSince(oldest, now),
    },
    unkept: {
      entries: unkept.length,
      oldest_s: secondsSince(first === undefined ? undefined : parseInstant(first), now),
    },
  };
};
