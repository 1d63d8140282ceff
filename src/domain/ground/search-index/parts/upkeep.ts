// Indexes the words of listed texts, in small transactions. What this version stores is noted as pending with it, and
// leaves that list in the transaction that indexes it. What the version before stores beside it is found by the moment of
// its last change, with a margin for transactions that are long in coming. All steps may be repeated.
import type { Database, Writer } from '../../../../db/database.ts';
import { parseInstant, toInstant } from '../../../../db/instant.ts';
import { whileHolding } from '../../../../db/lease.ts';
import type { Tenant } from '../../../../db/scoped.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { deletePending, insertGrams, insertParts, pendingIds } from '../store/parts.ts';
import {
  advanceParts,
  type HeldParts,
  releaseParts,
  renewParts,
  takeParts,
  type Waiting,
} from '../store/part-state.ts';
import { gramsOf, type PartKind, piecesOf, sortOf } from './parts.ts';

/** A record of a list: what it is ordered by, and its words. */
export interface PartEntry {
  readonly record_id: string;
  readonly sort: string;
  readonly words: readonly string[];
}

/** A unit that changed: a bank statement with all its lines, or a counterparty. */
export interface Changed {
  readonly id: string;
  readonly at: string;
}

export interface PartSource {
  readonly kind: PartKind;
  /** Records of the company, counted up to `most`. */
  count(ctx: Tenant<Writer>, most: number): Promise<number>;
  /** So many units have few enough records for one transaction. */
  readonly units: number;
  /** Units in the order of their ids. */
  next(ctx: Tenant<Writer>, after: string, limit: number): Promise<readonly string[]>;
  /** Units that were stored or changed since. */
  since(ctx: Tenant<Writer>, after: Changed, limit: number): Promise<readonly Changed[]>;
  /** Records of these units in the order of their ids. */
  entries(
    ctx: Tenant<Writer>,
    units: readonly string[],
    after: string,
    limit: number,
  ): Promise<readonly PartEntry[]>;
}

/** A change is in the database by so long after its moment. */
export const MARGIN_MS = 10 * 60_000;
/** A walk over fewer records costs no more than the index. */
export const FEWEST_INDEXED = 2_000;
/** Records of one transaction. */
const RECORDS = 500;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** In one order, so that two companies' worth of writers never wait for each other in a circle. */
const indexEntries = async (
  ctx: Tenant<Writer>,
  kind: PartKind,
  entries: readonly PartEntry[],
): Promise<void> => {
  const grams = new Set<string>();
  const rows = entries.flatMap(({ record_id, sort, words }) => {
    const parts = new Set(words.flatMap(piecesOf));
    return [...parts].map((part) => ({ kind, part, sort: sortOf(sort), record_id }));
  });
  for (const word of new Set(rows.map(({ part }) => part)))
    for (const gram of gramsOf(word)) grams.add(`${gram}\n${word}`);
  await insertParts(
    ctx,
    rows.toSorted((a, b) => compare(a.part, b.part) || compare(a.record_id, b.record_id)),
  );
  await insertGrams(
    ctx,
    [...grams].toSorted(compare).map((each) => {
      const end = each.indexOf('\n');
      return { kind, gram: each.slice(0, end), part: each.slice(end + 1) };
    }),
  );
};

interface Work {
  readonly database: Database;
  readonly source: PartSource;
  readonly held: HeldParts;
  readonly stopped: () => boolean;
}

/** Thrown at a safe place; what is done is kept. */
class Stopped extends Error {}

/** Indexes all records of the units; `finish` is stored with the last of them. */
const indexUnits = async (
  { database, source, held, stopped }: Work,
  units: readonly string[],
  finish: (ctx: Tenant<Writer>) => Promise<void>,
): Promise<void> => {
  const { entity_id } = held;
  /** Where it goes on; null at the end. */
  const step = (after: string): Promise<string | null> =>
    inTransaction(database, async (db) => {
      const ctx = { db, entity: { id: entity_id } };
      const some = await source.entries(ctx, units, after, RECORDS);
      const last = some.at(-1);
      if (some.length === RECORDS && last !== undefined) {
        await indexEntries(ctx, source.kind, some);
        return last.record_id;
      }
      // Under the locks of what `finish` writes the rest is read again, so that no change comes between.
      await finish(ctx);
      await indexEntries(ctx, source.kind, await source.entries(ctx, units, after, RECORDS));
      return null;
    });
  for (let after: string | null = ''; after !== null; after = await step(after))
    if (stopped()) throw new Stopped();
};

const takePending = async (work: Work): Promise<void> => {
  const { database, source, held } = work;
  const ctx = { db: database.reader, entity: { id: held.entity_id } };
  for (;;) {
    const units = await pendingIds(ctx, source.kind, source.units);
    if (units.length === 0) return;
    await indexUnits(work, units, (writing) => deletePending(writing, source.kind, units));
  }
};

/** Whether the company has too few records for an index; what is pending is then of no use, since all is read once there is one. */
const isSmall = ({ database, source, held }: Work, fewest: number): Promise<boolean> =>
  inTransaction(database, async (db) => {
    const ctx = { db, entity: { id: held.entity_id } };
    // Noted before the count, so that none of them is of a record that comes later.
    const pending = await pendingIds(ctx, source.kind, fewest);
    await advanceParts(ctx, held, { begun_at: held.begun_at });
    if ((await source.count(ctx, fewest)) >= fewest) return false;
    if (pending.length > 0) await deletePending(ctx, source.kind, pending);
    return true;
  });

/** Everything that was there before anything was noted. */
const takeAll = async (work: Work): Promise<void> => {
  const { database, source, held } = work;
  let cursor = held.cursor_id;
  for (;;) {
    const from = cursor;
    const units = await inTransaction(database, (db) =>
      source.next({ db, entity: { id: held.entity_id } }, from, source.units),
    );
    const last = units.at(-1);
    if (last === undefined) break;
    await indexUnits(work, units, (ctx) => advanceParts(ctx, held, { cursor_id: last }));
    cursor = last;
  }
  await inTransaction(database, (db) => advanceParts({ db }, held, { until_at: held.begun_at }));
};

const takeSince = async (work: Work, until_at: string, now: Date): Promise<void> => {
  const { database, source, held } = work;
  const next = new Date(now.getTime() - MARGIN_MS);
  if (next <= parseInstant(until_at)) return;
  let after: Changed = { id: '', at: until_at };
  for (let some: readonly Changed[] = [after]; ;) {
    const from = after;
    some = await inTransaction(database, (db) =>
      source.since({ db, entity: { id: held.entity_id } }, from, source.units),
    );
    const last = some.at(-1);
    if (last === undefined) break;
    await indexUnits(
      work,
      some.map(({ id }) => id),
      async () => undefined,
    );
    after = last;
  }
  await inTransaction(database, (db) => advanceParts({ db }, held, { until_at: toInstant(next) }));
};

export interface Upkeep {
  readonly database: Database;
  readonly now: () => Date;
  readonly owner: string;
  readonly lease_ms: number;
  readonly stopped: () => boolean;
  /** Companies with fewer records are not indexed; see `FEWEST_INDEXED`. */
  readonly fewest: number;
}

/** What came of it: another process works on the index, or the company needs none as yet. */
export type Kept = 'done' | 'busy' | 'small';

/** Brings the index of one company up to date. */
export const keepParts = async (
  { database, now, owner, lease_ms, stopped, fewest }: Upkeep,
  source: PartSource,
  { entity_id }: Pick<Waiting, 'entity_id'>,
): Promise<Kept> => {
  const begun = new Date(now().getTime() - MARGIN_MS);
  const taken = await takeParts(database, { entity_id, kind: source.kind }, begun, owner, lease_ms);
  if (taken === undefined) return 'busy';
  const isBegun = taken.until_at !== null || taken.cursor_id !== '';
  const held = isBegun ? taken : { ...taken, begun_at: toInstant(begun) };
  let kept: Kept = 'done';
  const holding = {
    what: `the words of ${entity_id}`,
    lease_ms,
    renew: () => renewParts(database, held, lease_ms),
  };
  try {
    await whileHolding(holding, async (lost) => {
      const work = { database, source, held, stopped: () => stopped() || lost.aborted };
      if (!isBegun && (await isSmall(work, fewest))) kept = 'small';
      if (kept === 'small') return;
      if (held.until_at === null) await takeAll(work);
      await takePending(work);
      if (held.until_at !== null) await takeSince(work, held.until_at, now());
    });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await releaseParts(database, held);
  }
  return kept;
};
