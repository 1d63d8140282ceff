// The work of a matching run: a thread reads the books once and runs the matcher, and what that found is written in batches,
// each a transaction with its audit trail.
import { createHash } from 'node:crypto';
import { SERVICE } from '../../../../../generated/service.ts';
import type { BankAccountId } from '../../../../../generated/ids.ts';
import type { MatchingResult } from '../../../../../generated/types.ts';
import { toInstant } from '../../../../db/instant.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { askThread } from '../../../../base/load/thread.ts';
import type { MatchResult } from '../../../../matching/types.ts';
import type { JobScope } from '../../../ground/change/change.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import type { Raises } from '../../../../base/raises.ts';
import { type BankAccountRecord, findAccount } from '../../../money/bank-accounts/store.ts';
import { RELEASED } from '../../../../db/lease.ts';
import { foundMore, type HeldRun, updateRun } from '../store/runs.ts';
import { applyBatch } from './apply.ts';
import type { Undecided } from './input.ts';
import type { MatchOrder, MatchPiece } from './match-thread.ts';
import { addUnmatched, type Dated, describeBatch } from './results.ts';

export type ExecuteScope = Pick<
  JobScope,
  'books' | 'entity' | 'today' | 'now' | 'actor' | 'action' | 'arguments_hash' | 'request_id'
> &
  Raises<'bank_account_inactive'>;

/** `stop`: the service ends, or another process has taken the run over. */
export const executeRun = async (
  ctx: ExecuteScope,
  account: BankAccountRecord,
  run: HeldRun,
  stop: AbortSignal,
): Promise<void> => {
  const begun = performance.now();
  const found = await find(ctx, account, stop);
  const written = await writeAll(ctx, account, run, found, stop);
  await finish(ctx, run, found, written, begun);
};

const SCRIPT = new URL('./match-thread.js', import.meta.url);
const BOUNDS = {
  /** Much longer than the largest accounts take: a run that does not end would keep its place. */
  ms: 3_600_000,
  /** More than the largest accounts need; a thread that exceeds it fails without the service. */
  heap_mb: 768,
  /** Most objects live for one line only: a larger young generation is collected less often. */
  young_mb: 96,
};

interface Found {
  readonly modelVersion: string;
  /** That the matcher looked at. */
  readonly lines: number;
  /** Unmatched too, but not looked at; see `input.ts`. */
  readonly legs: readonly string[];
  readonly undecided: Undecided;
  /** In the order in which they are booked; of `none`, those that may be shown. */
  readonly results: Readonly<Record<Dated['outcome'], readonly Dated[]>>;
}

const find = async (ctx: ExecuteScope, account: BankAccountRecord, stop: AbortSignal): Promise<Found> => {
  const { entity, today, now } = ctx;
  const order: MatchOrder = { address: ctx.books.database.address, entity, today, now, account };
  let head: Omit<Found, 'results'> | undefined;
  const results: Record<Dated['outcome'], Dated[]> = { auto: [], suggest: [], none: [] };
  for await (const piece of askThread<MatchPiece>(SCRIPT, order, BOUNDS, stop)) {
    if ('outcome' in piece) results[piece.outcome].push(...piece.results);
    else head = piece;
  }
  if (head === undefined) throw new Error('the matching thread told nothing');
  return { ...head, results };
};

interface Written {
  readonly shown: readonly MatchingResult[];
  readonly confirmed: ReadonlySet<string>;
  /** The lines that were confirmed or suggested. */
  readonly taken: ReadonlySet<string>;
}

const BATCH = SERVICE.limits.matching_batch_lines;
/** Batches at a time: while the server stores one, the next is put together. */
const AT_ONCE = 2;

interface Progress {
  readonly shown: MatchingResult[];
  readonly confirmed: Set<string>;
  readonly taken: Set<string>;
}

const writeAll = async (
  ctx: ExecuteScope,
  account: BankAccountRecord,
  run: HeldRun,
  { results, lines, legs, modelVersion: model_version }: Found,
  stop: AbortSignal,
): Promise<Written> => {
  const waiting = lines + legs.length;
  const processed = Math.max(run.processed, waiting + run.auto_confirmed + run.suggested);
  const unmatched = processed - run.auto_confirmed - run.suggested;
  await inTransaction(ctx.books.database, (db) =>
    updateRun({ db, entity: ctx.entity }, run, { model_version, processed, unmatched }),
  );
  const progress: Progress = { shown: run.results.slice(), confirmed: new Set(), taken: new Set() };
  // What is suggested must fit into what the confirmed lines leave.
  for (const wanted of ['auto', 'suggest'] as const) {
    await writeBatches(
      results[wanted],
      (batch) => writeBatch(ctx, account, run, batch, progress),
      () => progress.shown.length >= SERVICE.limits.matching_results,
      stop,
    );
  }
  return progress;
};

/** In their order until `anyOrder`, then some at once. One that fails ends the others after their batch. */
const writeBatches = async (
  ordered: readonly MatchResult[],
  write: (batch: readonly MatchResult[]) => Promise<readonly MatchResult[]>,
  anyOrder: () => boolean,
  stop: AbortSignal,
): Promise<void> => {
  const count = Math.ceil(ordered.length / BATCH);
  const batches = Array.from({ length: count }, (_, index) =>
    ordered.slice(index * BATCH, (index + 1) * BATCH),
  );
  const next = batches.values();
  const broken = new AbortController();
  const writer = async (until: () => boolean): Promise<void> => {
    while (!until()) {
      if (stop.aborted) throw stop.reason;
      const { value, done } = next.next();
      if (done === true) return;
      let rest: readonly MatchResult[] = value;
      while (rest.length > 0) rest = await write(rest);
    }
  };
  await writer(anyOrder);
  const ends = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      writer(() => broken.signal.aborted).catch((error: unknown) => {
        broken.abort();
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

/** Answers what it has left for a transaction of its own. */
const writeBatch = async (
  ctx: ExecuteScope,
  account: BankAccountRecord,
  run: HeldRun,
  batch: readonly MatchResult[],
  { shown, confirmed, taken }: Progress,
): Promise<readonly MatchResult[]> => {
  const { applied, more } = await ctx.books.transaction(async ({ db, change }) => {
    await requireActive({ ...ctx, db }, account);
    const { result } = await change(ctx.entity, ctx, (books) => applyBatch(books, run.id, batch));
    const room = SERVICE.limits.matching_results - shown.length;
    const fresh = room <= 0 ? [] : describeBatch(result.results, result).slice(0, room);
    await updateRun({ db, entity: ctx.entity }, run, {
      ...foundMore(result.confirmed.size, result.suggested.size),
      ...(fresh.length === 0 ? {} : { results: [...shown, ...fresh] }),
    });
    return { applied: result, more: fresh };
  });
  shown.push(...more);
  for (const id of applied.confirmed) confirmed.add(id);
  for (const id of [...applied.confirmed, ...applied.suggested]) taken.add(id);
  return applied.postponed;
};

/** The account as it is now: whoever takes it out of use in the middle of a run wants no more matches on it. */
export const requireActive = async (
  ctx: Pick<ReadScope, 'db' | 'entity'> & Raises<'bank_account_inactive'>,
  { id, name }: Pick<BankAccountRecord, 'id' | 'name'>,
): Promise<void> => {
  const row = await findAccount(ctx, id);
  if (row?.active === true) return;
  throw ctx.error('bank_account_inactive', {
    path: 'bank_account_id',
    bank_account_id: id as BankAccountId,
    name,
  });
};

const finish = (
  ctx: ExecuteScope,
  run: HeldRun,
  found: Found,
  written: Written,
  begun: number,
): Promise<void> =>
  inTransaction(ctx.books.database, async (db) => {
    // The clock of the call, and the time that the work has taken since.
    const completed = new Date(ctx.now.getTime() + Math.round(performance.now() - begun));
    const { auto, suggest, none } = found.results;
    const unmatched = [...auto, ...suggest, ...none].filter(({ lineId }) => !written.taken.has(lineId));
    const { ids, rejected } = found.undecided;
    const rest = {
      ids: ids.filter((id) => !written.confirmed.has(id)),
      rejected: rejected.filter(([id]) => !written.confirmed.has(id)),
    };
    await updateRun({ db, entity: ctx.entity }, run, {
      status: 'completed',
      running_account_id: null,
      ...RELEASED,
      // Of what the run has seen, not of what is there by now: lines that were imported meanwhile make a new run.
      rest_hash: hashUndecided(rest),
      results: addUnmatched(written.shown, unmatched, found.legs),
      completed_at: toInstant(completed),
    });
  });

/** The same set is the same text, whatever is suggested for its lines. */
export const hashUndecided = ({ ids, rejected }: Undecided): string =>
  createHash('sha256')
    .update([...ids.toSorted(), ...rejected.map((pair) => pair.join(' ')).toSorted()].join('\n'))
    .digest('hex');
