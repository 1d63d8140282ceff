// The work of a matching run: it reads the books once, runs the matcher in a thread, and writes what that found in batches,
// each a transaction with its audit trail.
import { createHash } from 'node:crypto';
import { SERVICE } from '../../../../../generated/service.ts';
import type { BankAccountId } from '../../../../../generated/ids.ts';
import type { MatchingResult } from '../../../../../generated/types.ts';
import { toInstant } from '../../../../db/instant.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { matchInThread } from '../../../../matching/thread.ts';
import type { MatchOutput, MatchResult } from '../../../../matching/types.ts';
import type { JobScope } from '../../../ground/change/change.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import type { Raises } from '../../../../base/raises.ts';
import { type BankAccountRecord, findAccount } from '../../../money/bank-accounts/store.ts';
import { RELEASED } from '../../../../db/lease.ts';
import { foundMore, type HeldRun, updateRun } from '../store/runs.ts';
import { applyBatch } from './apply.ts';
import { loadInput, type Undecided } from './input.ts';
import { addUnmatched, describeBatch } from './results.ts';

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

/** Nothing here keeps the books that the thread has a copy of: they are let go while it computes. */
const find = async (ctx: ExecuteScope, account: BankAccountRecord, stop: AbortSignal): Promise<Found> => {
  const { matching, ...found } = await begin(ctx, account, stop);
  return { ...found, output: await matching };
};

const NOTHING: MatchOutput = { results: [], modelVersion: '' };

const begin = async (ctx: ExecuteScope, account: BankAccountRecord, stop: AbortSignal) => {
  const { input, legs, undecided } = await loadInput({ ...ctx, db: ctx.books.database.reader }, account);
  const { lines } = input;
  return {
    legs,
    undecided,
    dates: new Map(lines.map(({ id, date }) => [id, date])),
    // In an object, since a promise that is returned would be waited for here.
    matching: lines.length === 0 ? Promise.resolve(NOTHING) : matchInThread(input, stop),
  };
};

interface Found {
  readonly output: MatchOutput;
  /** By line. */
  readonly dates: ReadonlyMap<string, string>;
  /** Unmatched too, but not looked at; see `input.ts`. */
  readonly legs: readonly string[];
  readonly undecided: Undecided;
}

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
  { output, legs }: Found,
  stop: AbortSignal,
): Promise<Written> => {
  const waiting = output.results.length + legs.length;
  const processed = Math.max(run.processed, waiting + run.auto_confirmed + run.suggested);
  const unmatched = processed - run.auto_confirmed - run.suggested;
  const { modelVersion: model_version } = output;
  await inTransaction(ctx.books.database, (db) =>
    updateRun({ db, entity: ctx.entity }, run, { model_version, processed, unmatched }),
  );
  const progress: Progress = { shown: run.results.slice(), confirmed: new Set(), taken: new Set() };
  // What is suggested must fit into what the confirmed lines leave.
  for (const wanted of ['auto', 'suggest'] as const) {
    const found = output.results.filter(({ outcome }) => outcome === wanted);
    // The surest first: they are shown, and when two lines want what one document can give, the better claim is booked.
    const ordered = found.toSorted((a, b) => b.confidence - a.confidence || (a.lineId < b.lineId ? -1 : 1));
    await writeBatches(
      ordered,
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
    const unmatched = found.output.results.filter(({ lineId }) => !written.taken.has(lineId));
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
      results: addUnmatched(written.shown, unmatched, found.legs, found.dates),
      completed_at: toInstant(completed),
    });
  });

/** The same set is the same text, whatever is suggested for its lines. */
export const hashUndecided = ({ ids, rejected }: Undecided): string =>
  createHash('sha256')
    .update([...ids.toSorted(), ...rejected.map((pair) => pair.join(' ')).toSorted()].join('\n'))
    .digest('hex');
