// The next records of a list that have a text, by their words.
import type { Reader } from '../../../../db/database.ts';
import type { Tenant } from '../../../../db/scoped.ts';
import { chunks } from '../../../../base/chunks.ts';
import { indexedUntil, pendingIds, type Placed, placedInOrder } from '../store/parts.ts';
import type { Candidates } from './candidates.ts';
import { isCutSort, type PartKind } from './parts.ts';

/** A record that has the text and all else that is asked. */
export interface Fitting {
  readonly id: string;
  /** As the index keeps it. */
  readonly sort: string;
}

export interface PartList<F extends Fitting> {
  readonly kind: PartKind;
  readonly descending: boolean;
  /** The first and the last place that is asked for; null: any. */
  readonly from: string | null;
  readonly to: string | null;
  /** Those of the records that have the text, fit the filters and come after the cursor. */
  among(ids: readonly string[]): Promise<readonly F[]>;
  compare(a: F, b: F): number;
}

/** So many candidates are looked at for a page; where fewer fit than it takes, the list itself is walked. */
const MAX_LOOKED_AT = 5_000;
const LEAST_AT_ONCE = 20;
const MOST_AT_ONCE = 500;

/** The first `take` of those that fit; null where that would take too many looks. */
export const fittingInOrder = async <F extends Fitting>(
  ctx: Tenant<Reader>,
  { found, ids, parts }: Candidates,
  list: PartList<F>,
  take: number,
): Promise<readonly F[] | null> => {
  if (found === 'wide') return null;
  if (found === 'many') return follow(ctx, parts, list, take);
  const fitting: F[] = [];
  for (const some of chunks(ids)) fitting.push(...(await list.among(some)));
  return fitting.toSorted((a, b) => list.compare(a, b)).slice(0, take);
};

const follow = async <F extends Fitting>(
  ctx: Tenant<Reader>,
  parts: readonly string[],
  { kind, among, compare, ...span }: PartList<F>,
  take: number,
): Promise<readonly F[] | null> => {
  const sorted: F[] = [];
  const known = new Set<string>();
  let waiting: F[] = [];
  let after: Placed | null = null;
  let size = 0;
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += size) {
    size = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, (take - sorted.length) * 4));
    const placed: readonly Placed[] = await placedInOrder(ctx, kind, parts, { ...span, after }, size);
    const fresh = new Map(
      placed.filter(({ record_id }) => !known.has(record_id)).map((each) => [each.record_id, each.sort]),
    );
    const isLast = placed.length < size;
    after = placed.at(-1) ?? after;
    const end = after?.sort;
    // A record that was renamed has its words at its former place too, where it is passed over.
    const fitting = (fresh.size === 0 ? [] : await among([...fresh.keys()])).filter(
      ({ id, sort }) => fresh.get(id) === sort,
    );
    for (const { id } of fitting) known.add(id);
    waiting = [...waiting, ...fitting];
    // Where the index does not order the records at one place, they are sorted when all of them are there.
    const isWhole = ({ sort }: F): boolean => isLast || sort !== end || !isCutSort(sort);
    sorted.push(...waiting.filter(isWhole).toSorted(compare));
    waiting = waiting.filter((each) => !isWhole(each));
    if (isLast || sorted.length >= take) return sorted.slice(0, take);
  }
  return null;
};

/** What was stored or changed lately and may be missing in the index. */
export interface Unindexed {
  readonly ids: readonly string[];
  readonly since: string;
}

/** More than these are not looked through beside the index. */
export const MAX_PENDING = 200;

/**
 * Books without an index are asked for it again after so long. What is remembered is only that all records are to be walked,
 * which finds the same whether there is an index by then or not.
 */
const WITHOUT_MS = 30_000;
const MOST_WITHOUT = 10_000;
const without = new WeakMap<Reader, Map<string, number>>();

const isWithout = (books: Map<string, number>, key: string): boolean =>
  (books.get(key) ?? Number.NEGATIVE_INFINITY) > performance.now();

/** Null where the index is not of use: the company has few records, not all is in it, or too much is pending. */
export const unindexed = async (ctx: Tenant<Reader>, kind: PartKind): Promise<Unindexed | null> => {
  const books = without.get(ctx.db) ?? new Map<string, number>();
  const key = `${kind} ${ctx.entity.id}`;
  if (isWithout(books, key)) return null;
  const since = await indexedUntil(ctx, kind);
  if (since === null) {
    if (books.size >= MOST_WITHOUT) books.clear();
    without.set(ctx.db, books.set(key, performance.now() + WITHOUT_MS));
    return null;
  }
  const ids = await pendingIds(ctx, kind, MAX_PENDING + 1);
  return ids.length > MAX_PENDING ? null : { ids, since };
};

/** Both in the order of the list, each once. */
export const merged = <F extends Fitting>(
  a: readonly F[],
  b: readonly F[],
  compare: (a: F, b: F) => number,
  take: number,
): readonly F[] => {
  if (b.length === 0) return a;
  const byId = new Map([...a, ...b].map((each) => [each.id, each]));
  return [...byId.values()].toSorted(compare).slice(0, take);
};
