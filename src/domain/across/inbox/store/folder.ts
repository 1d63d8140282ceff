// Statements on the folders that are watched: whose turn it is.
import type { Database } from '../../../../db/database.ts';
import { isDuplicate } from '../../../../db/errno.ts';
import { toInstant } from '../../../../db/instant.ts';
import {
  holds,
  isFree,
  type Lease,
  mayTake,
  nextLease,
  releaseLease,
  renewLease,
  taken,
} from '../../../../db/lease.ts';

type Writes = Pick<Database, 'kysely'>;

/** Undefined while another instance watches the folder. */
export const takeFolder = async (
  { kysely }: Writes,
  id: string,
  owner: string,
  { ms, now }: { readonly ms: number; readonly now: Date },
): Promise<Lease | undefined> => {
  const seen = await kysely
    .selectFrom('inbox_folder')
    .select(['lease_fence', isFree().as('free')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (seen === undefined) {
    const first = nextLease(owner, { lease_fence: 0 });
    try {
      await kysely
        .insertInto('inbox_folder')
        .values({ id, created_at: toInstant(now), ...taken(first, ms) })
        .execute();
      return first;
    } catch (error) {
      if (isDuplicate(error, 'PRIMARY')) return undefined;
      throw error;
    }
  }
  if (!seen.free) return undefined;
  const lease = nextLease(owner, seen);
  const { numUpdatedRows } = await kysely
    .updateTable('inbox_folder')
    .set(taken(lease, ms))
    .where('id', '=', id)
    .where(mayTake(lease))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? lease : undefined;
};

const held = ({ kysely }: Writes, id: string, lease: Lease) =>
  kysely.updateTable('inbox_folder').where('id', '=', id).where(holds(lease));

/** False where another instance watches it by now. */
export const keepFolder = (database: Writes, id: string, lease: Lease, ms: number): Promise<boolean> =>
  renewLease(held(database, id, lease), ms);

export const releaseFolder = (database: Writes, id: string, lease: Lease): Promise<void> =>
  releaseLease(held(database, id, lease));
