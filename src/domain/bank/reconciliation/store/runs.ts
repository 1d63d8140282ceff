// Statements on matching runs. An account has at most one active run, and the process that works on it holds the lease
// of its row; if the process loses it, another one continues.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { MatchingResult } from '../../../../../generated/types.ts';
import { SERVICE } from '../../../../../generated/service.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { isDuplicate } from '../../../../db/errno.ts';
import { newId } from '../../../../db/ids.ts';
import { toInstant } from '../../../../db/instant.ts';
import {
  holds,
  isFree,
  type Lease,
  mayTake,
  nextLease,
  RELEASED,
  renewed,
  requireHeld,
  taken,
} from '../../../../db/lease.ts';
import type { MatchingRunTable } from '../../../../db/schema.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import type { Books } from '../../../ground/change/change.ts';

export interface Run extends Omit<
  Selectable<MatchingRunTable>,
  'entity_id' | 'results' | 'lease_owner' | 'lease_until'
> {
  readonly results: readonly MatchingResult[];
  /** No process works on it. */
  readonly free: boolean;
}

/** A run that this process works on. */
export interface HeldRun extends Run {
  readonly lease: Lease;
}

export const RUN_LEASE_MS = 15_000;

/** Each statement that takes or gives back a lease is a transaction of its own. */
interface RunBooks extends Pick<Tenant<Reader>, 'entity'> {
  readonly books: Pick<Books, 'database'>;
}

const runs = (ctx: Tenant<Reader>) =>
  scoped(ctx, 'matching_run').select().selectAll('matching_run').select(isFree().as('free'));

type Row = Awaited<ReturnType<ReturnType<typeof runs>['execute']>>[number];

const toRun = ({ results, free, ...row }: Row): Run => ({
  ...row,
  free: Boolean(free),
  // Written by this service only.
  results: results as MatchingResult[],
});

const toRunIfThere = (row: Row | undefined): Run | undefined => (row === undefined ? undefined : toRun(row));

export const readRun = async (ctx: Tenant<Reader>, id: string): Promise<Run> =>
  toRun(await runs(ctx).where('matching_run.id', '=', id).executeTakeFirstOrThrow());

export const findRun = async (ctx: Tenant<Reader>, id: string): Promise<Run | undefined> =>
  toRunIfThere(await runs(ctx).where('matching_run.id', '=', id).executeTakeFirst());

export const findRunning = async (ctx: Tenant<Reader>, accountId: string): Promise<Run | undefined> =>
  toRunIfThere(await runs(ctx).where('matching_run.running_account_id', '=', accountId).executeTakeFirst());

/** The last one that completed within the window in which the same lines are answered the same. */
export const findRecent = async (
  ctx: Tenant<Reader>,
  accountId: string,
  now: Date,
): Promise<Run | undefined> => {
  const since = new Date(now.getTime() - SERVICE.windows.matching_repeat_minutes * 60_000);
  return toRunIfThere(
    await runs(ctx)
      .where('matching_run.bank_account_id', '=', accountId)
      .where('matching_run.status', '=', 'completed')
      .where('matching_run.completed_at', '>', toInstant(since))
      .orderBy('matching_run.completed_at', 'desc')
      .orderBy('matching_run.id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
};

/** When the account's last run began, or null: what was there then it has looked at. */
export const lastBegun = async (ctx: Tenant<Reader>, accountId: string): Promise<string | null> => {
  const row = await scoped(ctx, 'matching_run')
    .select()
    .select('started_at')
    .where('bank_account_id', '=', accountId)
    .where('status', '=', 'completed')
    .orderBy('completed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.started_at ?? null;
};

/** Starts a run; undefined if the account has an active one. */
export const beginRun = async (
  { books: { database }, entity }: RunBooks,
  owner: string,
  accountId: string,
  now: Date,
): Promise<HeldRun | undefined> => {
  const id = newId('MatchingRunId');
  const lease = nextLease(owner, { lease_fence: 0 });
  try {
    await inTransaction(database, (db) =>
      scoped({ db, entity }, 'matching_run')
        .insert({
          id,
          bank_account_id: accountId,
          running_account_id: accountId,
          status: 'running',
          model_version: '',
          ...taken(lease, RUN_LEASE_MS),
          rest_hash: null,
          processed: 0,
          auto_confirmed: 0,
          suggested: 0,
          unmatched: 0,
          results: JSON.stringify([]),
          started_at: toInstant(now),
          completed_at: null,
        })
        .execute(),
    );
  } catch (error) {
    if (isDuplicate(error, 'uq_matching_run_running')) return undefined;
    throw error;
  }
  return { ...(await readRun({ db: database.reader, entity }, id)), lease };
};

/** Takes over a run whose process has died; undefined if it is alive or another process was faster. */
export const takeOver = async (
  { books: { database }, entity }: RunBooks,
  owner: string,
  run: Run,
): Promise<HeldRun | undefined> => {
  if (!run.free) return undefined;
  const lease = nextLease(owner, run);
  const { numUpdatedRows } = await inTransaction(database, (db) =>
    scoped({ db, entity }, 'matching_run')
      .update()
      .set(taken(lease, RUN_LEASE_MS))
      .where('id', '=', run.id)
      .where('status', '=', 'running')
      .where(mayTake(lease))
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows !== 1n) return undefined;
  // What its last holder has written since the row was read counts too.
  return { ...(await readRun({ db: database.reader, entity }, run.id)), lease };
};

type Held = Pick<HeldRun, 'id' | 'lease'>;

const updateHeld = (ctx: Tenant<Writer>, { id, lease }: Held) =>
  scoped(ctx, 'matching_run')
    .update()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where(holds(lease));

/** False if another process has taken over. */
export const renewRun = async ({ books: { database }, entity }: RunBooks, run: Held): Promise<boolean> => {
  const { numUpdatedRows } = await inTransaction(database, (db) =>
    updateHeld({ db, entity }, run).set(renewed(RUN_LEASE_MS)).executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n;
};

type Changes = Partial<
  Pick<
    MatchingRunTable,
    | 'status'
    | 'running_account_id'
    | 'lease_owner'
    | 'lease_until'
    | 'rest_hash'
    | 'completed_at'
    | 'model_version'
  >
> &
  Partial<Pick<Run, 'processed' | 'results'>> & {
    readonly auto_confirmed?: RawBuilder<number>;
    readonly suggested?: RawBuilder<number>;
    readonly unmatched?: number | RawBuilder<number>;
  };

/** What a batch has found is added to what stands there: two of them may be written at once. */
export const foundMore = (confirmed: number, suggested: number) => ({
  auto_confirmed: sql<number>`auto_confirmed + ${confirmed}`,
  suggested: sql<number>`suggested + ${suggested}`,
  unmatched: sql<number>`unmatched - ${confirmed + suggested}`,
});

/** Throws if another process has taken over, to roll back the transaction. */
export const updateRun = async (
  ctx: Tenant<Writer>,
  run: Held,
  { results, ...changes }: Changes,
): Promise<void> => {
  const updated = await updateHeld(ctx, run)
    .set({ ...changes, ...(results === undefined ? {} : { results: JSON.stringify(results) }) })
    .executeTakeFirstOrThrow();
  requireHeld(updated, `the matching run ${run.id}`);
};

/** Gives the run back: for another process to go on with, or as failed, which frees its account for another run. */
export const releaseRun = (
  { books: { database }, entity }: RunBooks,
  run: Held,
  end: 'running' | 'failed',
): Promise<void> =>
  inTransaction(database, (db) =>
    updateRun(
      { db, entity },
      run,
      end === 'running' ? RELEASED : { ...RELEASED, status: end, running_account_id: null },
    ),
  );
