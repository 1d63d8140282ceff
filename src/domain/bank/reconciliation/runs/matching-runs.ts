// run_ai_matching: one run an account at a time. A call begins one, waits for the one that goes on, or answers with the
// last one; work that outlasts its call goes on without it.
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE } from '../../../../../generated/service.ts';
import type { BankAccountId, MatchingRunId } from '../../../../../generated/ids.ts';
import type { RunAiMatchingResult } from '../../../../../generated/tools/run_ai_matching.ts';
import { instantToIso } from '../../../../db/instant.ts';
import { LeaseLost, newOwner, whileHolding } from '../../../../db/lease.ts';
import { underAny } from '../../../../base/any-signal.ts';
import { createTurns, type Turns } from '../../../../base/load/turns.ts';
import { ToolError } from '../../../../base/errors.ts';
import type { Logger } from '../../../../base/log.ts';
import type { JobScope } from '../../../ground/change/change.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import type { Raises } from '../../../../base/raises.ts';
import { getAccount } from '../../../money/bank-accounts/account.ts';
import type { BankAccountRecord } from '../../../money/bank-accounts/store.ts';
import { isTaughtSince } from '../../aliases/store/aliases.ts';
import {
  beginRun,
  findRecent,
  findRun,
  findRunning,
  type HeldRun,
  readRun,
  releaseRun,
  renewRun,
  type Run,
  RUN_LEASE_MS,
  takeOver,
} from '../store/runs.ts';
import { readUndecided } from './input.ts';
import { executeRun, hashUndecided, requireActive } from './execute.ts';

type RunScope = JobScope & Raises<'bank_account_not_found' | 'bank_account_inactive'>;

type End =
  /** `overtaken`: another process works on it now. */
  | { readonly kind: 'done' | 'stopped' | 'overtaken' }
  /** What was written stays. */
  | { readonly kind: 'failed'; readonly cause: unknown };

/** The matching that a process does. */
/** A run as it is answered, without the address of the page. */
export type ShownRun = Omit<RunAiMatchingResult, 'review_url'>;

export interface MatchingRuns {
  /** `waitMs`: how long the call stays with the work before it answers that it goes on. */
  run(ctx: RunScope, accountId: string, waitMs?: number): Promise<ShownRun>;
  /** Ends the work after its current batches; another process, or the next start, may go on at once. */
  stop(): Promise<void>;
}

interface RunParts {
  readonly log: Pick<Logger, 'error'>;
}

/** One process's part in the runs. */
interface Here extends RunParts {
  readonly owner: string;
  readonly atWork: Map<string, Promise<End>>;
  /** A run takes a processor and much memory: few go on at a time, one of an organisation; the others wait for them. */
  readonly turns: Turns;
  stopping: AbortController;
}

export const createMatchingRuns = (parts: RunParts): MatchingRuns => {
  const here: Here = {
    ...parts,
    owner: newOwner(),
    atWork: new Map(),
    turns: createTurns({ places: 2, perKey: 1, waiting: 1_000 }),
    stopping: new AbortController(),
  };
  return {
    run: (ctx, accountId, waitMs = SERVICE.windows.matching_wait_ms) =>
      runMatching(here, ctx, accountId, waitMs),
    stop: async () => {
      here.stopping.abort(new Error('the service is stopping'));
      await Promise.allSettled(here.atWork.values());
      here.stopping = new AbortController();
    },
  };
};

const POLL_MS = 100;

const runMatching = async (
  here: Here,
  ctx: RunScope,
  accountId: string,
  waitMs: number,
): Promise<ShownRun> => {
  const account = await getAccount(ctx, accountId);
  await requireActive(ctx, account);
  const replay = await findReplay(ctx, accountId);
  if (replay !== undefined) return describeRun(replay, true);
  const { run, held } = await findOrBegin(here, ctx, accountId);
  if (held !== undefined) work(here, ctx, account, held);
  return describeRun(await waitForOutcome(here, ctx, account, run, waitMs), held === undefined);
};

/** The last run, when nothing has happened to the account's lines since but what the run itself did. */
const findReplay = async (ctx: ReadScope, accountId: string): Promise<Run | undefined> => {
  const recent = await findRecent(ctx, accountId, ctx.now);
  // What somebody taught meanwhile may tell what was left.
  if (recent === undefined || (await isTaughtSince(ctx, recent.started_at))) return undefined;
  return hashUndecided(await readUndecided(ctx, accountId)) === recent.rest_hash ? recent : undefined;
};

interface Current {
  readonly run: Run;
  /** When this process has to do it. */
  readonly held: HeldRun | undefined;
}

const findOrBegin = async (here: Here, ctx: RunScope, accountId: string): Promise<Current> => {
  for (;;) {
    const running = await findRunning(ctx, accountId);
    if (running !== undefined) {
      const held = here.atWork.has(running.id) ? undefined : await takeOver(ctx, here.owner, running);
      return { run: held ?? running, held };
    }
    // A call that waited for another one's run finds its result here.
    const recent = await findReplay(ctx, accountId);
    if (recent !== undefined) return { run: recent, held: undefined };
    const begun = await beginRun(ctx, here.owner, accountId, ctx.now);
    if (begun !== undefined) return { run: begun, held: begun };
    await pause(POLL_MS);
  }
};

const work = (here: Here, ctx: RunScope, account: BankAccountRecord, run: HeldRun): void => {
  const stop = here.stopping.signal;
  const holding = {
    what: `the matching run ${run.id}`,
    lease_ms: RUN_LEASE_MS,
    renew: () => renewRun(ctx, run),
  };
  const done = whileHolding(holding, (lost) =>
    underAny([stop, lost], async (signal) => {
      const outcome = await here.turns.run(ctx.entity.organisation_id, signal, () =>
        executeRun(ctx, account, run, signal),
      );
      if (outcome === 'gone') signal.throwIfAborted();
      if (outcome === 'full') throw new Error('too many matching runs of the organisation wait');
    }),
  )
    .then((): End => ({ kind: 'done' }))
    .catch((cause: unknown) => giveUp(here, ctx, run, toEnd(cause, stop)))
    .finally(() => here.atWork.delete(run.id));
  here.atWork.set(run.id, done);
};

const toEnd = (cause: unknown, stop: AbortSignal): End => {
  if (cause instanceof LeaseLost) return { kind: 'overtaken' };
  return stop.aborted ? { kind: 'stopped' } : { kind: 'failed', cause };
};

/** A run that was stopped is any process's to go on with. A failed one is over; the next begins with what is left. */
const giveUp = async (here: Here, ctx: RunScope, run: HeldRun, end: End): Promise<End> => {
  // Perhaps nobody waits for it any more.
  if (end.kind === 'failed' && !(end.cause instanceof ToolError))
    here.log.error({ run_id: run.id, err: end.cause }, 'a matching run failed');
  if (end.kind === 'overtaken') return end;
  // Without a database the lease runs out by itself.
  await releaseRun(ctx, run, end.kind === 'failed' ? 'failed' : 'running').catch(() => undefined);
  return end;
};

/** The run when it is completed, or as far as it has come when the wait is over. */
const waitForOutcome = async (
  here: Here,
  ctx: RunScope,
  account: BankAccountRecord,
  run: Run,
  waitMs: number,
): Promise<Run> => {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const left = deadline - performance.now();
    const own = here.atWork.get(run.id);
    const end =
      own === undefined
        ? undefined
        : await Promise.race([own, pause(Math.max(left, 0), undefined, { ref: false })]);
    if (end?.kind === 'failed') throw end.cause;
    const now = await readRun(ctx, run.id);
    if (now.status === 'failed') throw new Error(`the matching run ${run.id} failed in another process`);
    const over = end?.kind === 'stopped' || left <= 0 || ctx.deadline.signal.aborted;
    if (now.status === 'completed' || over) return now;
    // The process that works on it may have died.
    const held = own === undefined ? await takeOver(ctx, here.owner, now) : undefined;
    if (held === undefined) await pause(POLL_MS);
    else work(here, ctx, account, held);
  }
};

/** A run of this account as far as it has come; undefined where there is none, `failed` where it gave up. */
export const findMatchingRun = async (
  ctx: ReadScope,
  accountId: string,
  runId: string,
): Promise<ShownRun | 'failed' | undefined> => {
  const run = await findRun(ctx, runId);
  if (run === undefined || run.bank_account_id !== accountId) return undefined;
  return run.status === 'failed' ? 'failed' : describeRun(run, false);
};

const REPEAT_MS = SERVICE.windows.matching_repeat_minutes * 60_000;

const describeRun = (run: Run, replayed: boolean): ShownRun => {
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
