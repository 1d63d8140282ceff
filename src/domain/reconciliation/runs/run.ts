// run_ai_matching: one run an account at a time. A call begins one, waits for the one that goes on, or answers the one
// that has just been; work that outlasts the call goes on without it.
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE } from '../../../../generated/service.ts';
import type { BankAccountId, MatchingRunId } from '../../../../generated/ids.ts';
import type { RunAiMatchingResult } from '../../../../generated/tools/run_ai_matching.ts';
import { instantToIso } from '../../../db/instant.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ToolError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { JobScope } from '../../change/change.ts';
import type { ReadScope } from '../../change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { type BankAccountRecord, getAccount } from '../../bank-accounts/account.ts';
import { executeRun, hashOf, requireActive, unmatchedIds } from './execute.ts';
import { beginRun, readRun, recentRun, type Run, runningRun, takeOver, updateRun } from './store.ts';

type RunScope = JobScope &
  Raises<'bank_account_not_found' | 'bank_account_inactive'> & { readonly log: Pick<Logger, 'error'> };

type End =
  | { readonly kind: 'done' | 'stopped' }
  /** What was written stays. */
  | { readonly kind: 'failed'; readonly cause: unknown };

/** Work of this process that goes on, by run. */
const atWork = new Map<string, Promise<End>>();
let stopping = new AbortController();

/** Ends the work of this process after its current batch; another process, or the next start, may go on at once. */
export const stopRuns = async (): Promise<void> => {
  stopping.abort(new Error('the service is stopping'));
  await Promise.allSettled(atWork.values());
  stopping = new AbortController();
};

const POLL_MS = 100;

/** `waitMs`: how long a call stays with the work before it answers that it goes on. */
export const runMatching = async (
  ctx: RunScope,
  accountId: string,
  waitMs: number = SERVICE.windows.matching_wait_ms,
): Promise<RunAiMatchingResult> => {
  const account = await getAccount(ctx, accountId);
  await requireActive(ctx, account);
  const replay = await sameAsBefore(ctx, accountId);
  if (replay !== undefined) return describeRun(replay, true);
  const { run, mine } = await currentRun(ctx, accountId);
  if (mine) work(ctx, account, run);
  return describeRun(await outcomeOf(ctx, account, run, waitMs), !mine);
};

/** The last run, when nothing has happened to the account's lines since but what the run itself did. */
const sameAsBefore = async (ctx: ReadScope, accountId: string): Promise<Run | undefined> => {
  const recent = await recentRun(ctx, accountId);
  if (recent === undefined) return undefined;
  return hashOf(await unmatchedIds(ctx, accountId)) === recent.rest_hash ? recent : undefined;
};

interface Current {
  readonly run: Run;
  /** Whether this call has to see to it. */
  readonly mine: boolean;
}

const currentRun = async (ctx: RunScope, accountId: string): Promise<Current> => {
  for (;;) {
    const running = await runningRun(ctx, accountId);
    if (running !== undefined) {
      const mine = !atWork.has(running.id) && (await takeOver(ctx, running));
      return { run: running, mine };
    }
    // A call that waited for another one's run finds its result here.
    const recent = await sameAsBefore(ctx, accountId);
    if (recent !== undefined) return { run: recent, mine: false };
    const begun = await beginRun(ctx, accountId, ctx.now);
    if (begun !== undefined) return { run: begun, mine: true };
    await pause(POLL_MS);
  }
};

const work = (ctx: RunScope, account: BankAccountRecord, run: Run): void => {
  const { signal } = stopping;
  const done = executeRun(ctx, account, run, signal)
    .then((): End => ({ kind: 'done' }))
    .catch((cause: unknown) =>
      ended(ctx, run, signal.aborted ? { kind: 'stopped' } : { kind: 'failed', cause }),
    )
    .finally(() => atWork.delete(run.id));
  atWork.set(run.id, done);
};

/**
 * A run that was stopped is anybody's to go on with. One that failed is over, and the account free for another, which
 * begins with what is left.
 */
const ended = async (ctx: RunScope, run: Run, end: End): Promise<End> => {
  // Perhaps nobody waits for it any more.
  if (end.kind === 'failed' && !(end.cause instanceof ToolError))
    ctx.log.error({ run_id: run.id, err: end.cause }, 'a matching run failed');
  const changes =
    end.kind === 'stopped'
      ? { lease_until: null }
      : { lease_until: null, status: 'failed' as const, running_account_id: null };
  // Without a database the lease runs out by itself.
  await inTransaction(ctx.books.database, (db) =>
    updateRun({ db, entity: ctx.entity }, run.id, changes),
  ).catch(() => undefined);
  return end;
};

/** The run when it is completed, or as far as it has come when the wait is over. */
const outcomeOf = async (
  ctx: RunScope,
  account: BankAccountRecord,
  run: Run,
  waitMs: number,
): Promise<Run> => {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const left = deadline - performance.now();
    const own = atWork.get(run.id);
    const end =
      own === undefined
        ? undefined
        : await Promise.race([own, pause(Math.max(left, 0), undefined, { ref: false })]);
    if (end?.kind === 'failed') throw end.cause;
    const now = await readRun(ctx, run.id);
    if (now.status === 'failed') throw new Error(`the matching run ${run.id} failed in another process`);
    const over = end?.kind === 'stopped' || left <= 0 || ctx.signal.aborted;
    if (now.status === 'completed' || over) return now;
    // Its process may have gone without a word.
    if (own === undefined && (await takeOver(ctx, now))) work(ctx, account, now);
    else await pause(POLL_MS);
  }
};

const REPEAT_MS = SERVICE.windows.matching_repeat_minutes * 60_000;

const describeRun = (run: Run, replayed: boolean): RunAiMatchingResult => {
  const completed = run.completed_at === null ? null : Date.parse(instantToIso(run.completed_at));
  return {
    object: 'matching_run',
    run_id: run.id as MatchingRunId,
    bank_account_id: run.bank_account_id as BankAccountId,
    status: run.status === 'running' ? 'running' : 'completed',
    replayed,
    expires_at: completed === null ? null : new Date(completed + REPEAT_MS).toISOString(),
    processed: run.processed,
    auto_confirmed: run.auto_confirmed,
    suggested: run.suggested,
    unmatched: run.unmatched,
    results: [...run.results],
    truncated: run.processed > run.results.length,
  };
};
