// The rows of matching runs. One account has at most one run at a time; the process that works on it holds a lease,
// and when that has run out another process may go on where it stopped.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { MatchingResult } from '../../../../generated/types.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { Writer } from '../../../db/database.ts';
import type { Books } from '../../change/change.ts';
import { isDuplicate } from '../../../db/errno.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { MatchingRunTable } from '../../../db/schema.ts';
import { scoped } from '../../../db/scoped.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Entity } from '../../../base/entity.ts';
import type { ReadScope } from '../../change/scope.ts';

export type Run = Omit<Selectable<MatchingRunTable>, 'entity_id' | 'results'> & {
  readonly results: readonly MatchingResult[];
};

/** This process, in leases. */
export const OWNER = randomUUID();
const LEASE_MS = 15_000;

interface Where {
  readonly books: Books;
  readonly entity: Entity;
}

export const leaseEnd = (): string => toInstant(new Date(Date.now() + LEASE_MS));

const runs = (ctx: Pick<ReadScope, 'db' | 'entity'>) =>
  scoped(ctx, 'matching_run').select().selectAll('matching_run');

const toRun = (row: Omit<Selectable<MatchingRunTable>, 'entity_id'>): Run =>
  // Written by this service only.
  ({ ...row, results: row.results as MatchingResult[] });

export const readRun = async (ctx: Pick<ReadScope, 'db' | 'entity'>, id: string): Promise<Run> =>
  toRun(await runs(ctx).where('matching_run.id', '=', id).executeTakeFirstOrThrow());

export const runningRun = async (
  ctx: Pick<ReadScope, 'db' | 'entity'>,
  accountId: string,
): Promise<Run | undefined> => {
  const row = await runs(ctx).where('matching_run.running_account_id', '=', accountId).executeTakeFirst();
  return row === undefined ? undefined : toRun(row);
};

/** The last one that completed within the window in which the same lines are answered the same. */
export const recentRun = async (
  ctx: Pick<ReadScope, 'db' | 'entity' | 'now'>,
  accountId: string,
): Promise<Run | undefined> => {
  const since = new Date(ctx.now.getTime() - SERVICE.windows.matching_repeat_minutes * 60_000);
  const row = await runs(ctx)
    .where('matching_run.bank_account_id', '=', accountId)
    .where('matching_run.status', '=', 'completed')
    .where('matching_run.completed_at', '>', toInstant(since))
    .orderBy('matching_run.completed_at', 'desc')
    .orderBy('matching_run.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : toRun(row);
};

/** Begins a run; undefined when the account has one already. */
export const beginRun = async (
  { books: { database }, entity }: Where,
  accountId: string,
  now: Date,
): Promise<Run | undefined> => {
  const id = newId('MatchingRunId');
  try {
    await inTransaction(database, (db) =>
      scoped({ db, entity }, 'matching_run')
        .insert({
          id,
          bank_account_id: accountId,
          running_account_id: accountId,
          status: 'running',
          model_version: '',
          lease_owner: OWNER,
          lease_until: leaseEnd(),
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
  return readRun({ db: database.reader, entity }, id);
};

/** Takes over a run whose process has gone; false when it is still at work, or another one was quicker. */
export const takeOver = async ({ books: { database }, entity }: Where, run: Run): Promise<boolean> => {
  if (run.lease_until !== null && run.lease_until > toInstant(new Date())) return false;
  const { numUpdatedRows } = await inTransaction(database, (db) =>
    scoped({ db, entity }, 'matching_run')
      .update()
      .set({ lease_owner: OWNER, lease_until: leaseEnd() })
      .where('id', '=', run.id)
      .where('status', '=', 'running')
      .where((eb) =>
        run.lease_owner === null ? eb('lease_owner', 'is', null) : eb('lease_owner', '=', run.lease_owner),
      )
      .where((eb) =>
        run.lease_until === null ? eb('lease_until', 'is', null) : eb('lease_until', '=', run.lease_until),
      )
      .executeTakeFirstOrThrow(),
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

/** Writes to a run that this process holds; it throws when the lease was lost, so that the step is rolled back. */
export const updateRun = async (
  ctx: { readonly db: Writer; readonly entity: Entity },
  id: string,
  { results, ...changes }: Changes,
): Promise<void> => {
  const { numUpdatedRows } = await scoped(ctx, 'matching_run')
    .update()
    .set({ ...changes, ...(results === undefined ? {} : { results: JSON.stringify(results) }) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('lease_owner', '=', OWNER)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`the matching run ${id} is another process's now`);
};
