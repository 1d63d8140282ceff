// The log of an organisation: who appends to it, and what is appended.
import { sql } from 'kysely';
import { packFrontier, rootOf, type Tree, unpackTree } from '../merkle.ts';
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import {
  type Lease,
  LeaseLost,
  holds,
  isFree,
  nextLease,
  renewLease,
  releaseLease,
  requireHeld,
  taken,
} from '../../../../db/lease.ts';
import { parseInstant, serverNow, serverNowPlus, toInstant } from '../../../../db/instant.ts';
import { deletePending } from '../../../../db/trail/entries.ts';

/** The log that this process appends to. */
export interface HeldLog {
  readonly organisation_id: string;
  readonly lease: Lease;
}

export interface LogHead {
  readonly tree: Tree;
  /** The size of the newest checkpoint that was made. */
  readonly signed_size: number;
  /** That of the newest that was brought to where the operator keeps them. */
  readonly kept_size: number;
  readonly adopted: boolean;
  /** When it took what it covers after the fact and is older; null: not yet. */
  readonly covered_at: Date | null;
}

const EMPTY = {
  size: 0,
  frontier: '[]',
  root: rootOf({ size: 0, frontier: [] }).toString('hex'),
  signed_size: 0,
  kept_size: 0,
  adopted_at: null,
  lease_owner: null,
  lease_until: null,
  lease_fence: 0,
};

const LONGEST_LEASE_MS = 3_600_000;

/** Free, or held for longer than anybody here takes it: whoever wrote that means to keep the log from what waits. */
const isIdle = () =>
  sql<boolean>`(${isFree()} or ${sql.ref('lease_until')} > ${serverNowPlus(LONGEST_LEASE_MS)})`;

/** Undefined while another process appends to it. */
export const takeLog = async (
  { kysely }: Database,
  organisation_id: string,
  owner: string,
  lease_ms: number,
): Promise<HeldLog | undefined> => {
  const find = () =>
    kysely
      .selectFrom('trail_log')
      .select(['lease_fence', isIdle().as('free')])
      .where('organisation_id', '=', organisation_id)
      .executeTakeFirst();
  let row = await find();
  if (row === undefined) {
    await kysely
      .insertInto('trail_log')
      .ignore()
      .values({ organisation_id, ...EMPTY })
      .execute();
    row = await find();
  }
  if (row === undefined || !row.free) return undefined;
  const lease = nextLease(owner, row);
  const { numUpdatedRows } = await kysely
    .updateTable('trail_log')
    .set(taken(lease, lease_ms))
    .where('organisation_id', '=', organisation_id)
    .where('lease_fence', '=', lease.fence - 1)
    .where(isIdle())
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? { organisation_id, lease } : undefined;
};

const held = ({ kysely }: Pick<Database, 'kysely'>, { organisation_id, lease }: HeldLog) =>
  kysely.updateTable('trail_log').where('organisation_id', '=', organisation_id).where(holds(lease));

export const renewLog = (database: Database, log: HeldLog, lease_ms: number): Promise<boolean> =>
  renewLease(held(database, log), lease_ms);

export const releaseLog = (database: Database, log: HeldLog): Promise<void> =>
  releaseLease(held(database, log));

export const readHead = async (db: Reader, organisation_id: string): Promise<LogHead | undefined> => {
  const row = await db
    .selectFrom('trail_log')
    .select(['size', 'frontier', 'signed_size', 'kept_size', 'adopted_at', 'covered_at'])
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst();
  return (
    row && {
      tree: unpackTree(row.size, row.frontier),
      signed_size: row.signed_size,
      kept_size: row.kept_size,
      adopted: row.adopted_at !== null,
      covered_at: row.covered_at === null ? null : parseInstant(row.covered_at),
    }
  );
};

/** Where an entry of the trail is found. */
export interface EntryKey {
  readonly entity_id: string;
  readonly id: string;
}

export interface NewLeaf extends EntryKey {
  readonly position: number;
  readonly hash: string;
}

export interface Grown {
  readonly leaves: readonly NewLeaf[];
  readonly tree: Tree;
  /** The checkpoint of the tree, where one is made. */
  readonly checkpoint: { readonly note: string } | undefined;
}

/** Those of the entries, at least one, that the log has already. */
export const readTaken = (
  db: Reader,
  organisation_id: string,
  entries: readonly EntryKey[],
): Promise<EntryKey[]> =>
  db
    .selectFrom('trail_leaf')
    .select(['entity_id', 'id'])
    .where('organisation_id', '=', organisation_id)
    .where('entity_id', 'in', [...new Set(entries.map(({ entity_id }) => entity_id))])
    .where(
      'id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute();

/** Of entries that do not wait any more. */
export const deleteMarks = async (db: Writer, entries: readonly EntryKey[]): Promise<void> => {
  for (const owner of new Set(entries.map(({ entity_id }) => entity_id)))
    await deletePending(
      db,
      owner,
      entries.filter(({ entity_id }) => entity_id === owner).map(({ id }) => id),
    );
};

/** Throws if another process has taken the log over; otherwise none does before this transaction ends. */
export const requireLog = async (db: Writer, { organisation_id, lease }: HeldLog): Promise<void> => {
  const row = await db
    .selectFrom('trail_log')
    .select('lease_fence')
    .where('organisation_id', '=', organisation_id)
    .where(holds(lease))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new LeaseLost(`the log of ${organisation_id}`);
};

/** In one transaction: the leaves, what waits no more, the head of the log, and the checkpoint. */
export const appendLeaves = async (
  db: Writer,
  { organisation_id, lease }: HeldLog,
  from: LogHead,
  { leaves, tree, checkpoint }: Grown,
): Promise<void> => {
  requireHeld(
    await db
      .updateTable('trail_log')
      .set({
        size: tree.size,
        frontier: JSON.stringify(packFrontier(tree)),
        root: rootOf(tree).toString('hex'),
        ...(checkpoint === undefined ? {} : { signed_size: tree.size }),
      })
      .where('organisation_id', '=', organisation_id)
      .where('size', '=', from.tree.size)
      .where(holds(lease))
      .executeTakeFirstOrThrow(),
    `the log of ${organisation_id}`,
  );
  if (checkpoint !== undefined)
    await db
      .insertInto('trail_checkpoint')
      .values({ organisation_id, size: tree.size, note: checkpoint.note, created_at: serverNow() })
      .execute();
  if (leaves.length === 0) return;
  await db
    .insertInto('trail_leaf')
    .values(leaves.map((leaf) => ({ organisation_id, ...leaf })))
    .execute();
  await deleteMarks(db, leaves);
};

export const setAdopted = async (database: Database, log: HeldLog): Promise<void> => {
  await held(database, log).set({ adopted_at: serverNow() }).execute();
};

/** By the clock of the process, which also says how long an older instance may write. */
export const setCovered = async (database: Database, log: HeldLog, now: Date): Promise<void> => {
  await held(database, log)
    .set({ covered_at: toInstant(now) })
    .execute();
};

/** How long ago the newest checkpoint was made, by the server's clock; undefined if there is none. */
export const sinceSigned = async (db: Reader, organisation_id: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('trail_checkpoint')
    .select(sql<number>`abs(timestampdiff(microsecond, created_at, ${serverNow()}))`.as('ago'))
    .where('organisation_id', '=', organisation_id)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && row.ago / 1_000;
};
