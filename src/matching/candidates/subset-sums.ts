// Sets of one party's open documents that sum exactly to an amount. Complete for small sets, bounded for large ones, so
// that no line costs more than a few thousand steps.
import type { BookDocument } from '../books/book.ts';
import { FOUND_SETS, KEPT_SETS, LARGEST_SET, LONGEST_RUN, NEAREST, NEAREST_FOR_LARGE } from './limits.ts';

export interface Sums {
  /** Each ordered by due date; runs without gaps first, then the smaller ones. */
  readonly sets: readonly (readonly BookDocument[])[];
  /** How many there are in all. */
  readonly solutions: number;
  /** False when larger sets were not looked for among all documents. */
  readonly complete: boolean;
}

/** Runs of neighbours by due date: `everything up to March`. */
const runsSumming = (documents: readonly BookDocument[], amount: number): BookDocument[][] => {
  const found: BookDocument[][] = [];
  for (let start = 0; start < documents.length; start += 1) {
    let sum = 0;
    for (let end = start; end < Math.min(documents.length, start + LONGEST_RUN); end += 1) {
      sum += documents[end]?.balance ?? 0;
      if (sum === amount && end > start) found.push(documents.slice(start, end + 1));
      if (sum >= amount) break;
    }
  }
  return found;
};

const HALF = 2 ** (NEAREST_FOR_LARGE / 2);

/** Room for the subsets of one half, used again by every call: position is the set, as bits. */
const room = (): { sums: Float64Array; items: Uint8Array; size: number } => ({
  sums: new Float64Array(HALF),
  items: new Uint8Array(HALF),
  size: 0,
});
const LEFT = room();
const RIGHT = room();

const fillHalf = (half: ReturnType<typeof room>, documents: readonly BookDocument[]): void => {
  half.size = 1;
  for (const entry of documents) {
    for (let mask = 0; mask < half.size; mask += 1) {
      half.sums[half.size + mask] = (half.sums[mask] ?? 0) + entry.balance;
      half.items[half.size + mask] = (half.items[mask] ?? 0) + 1;
    }
    half.size *= 2;
  }
};

/** All sets among some twenty documents: every half of the one side meets its complement in the other. */
const meetInTheMiddle = (
  documents: readonly BookDocument[],
  amount: number,
  found: BookDocument[][],
): void => {
  const middle = documents.length >> 1;
  const left = documents.slice(0, middle);
  const right = documents.slice(middle);
  fillHalf(LEFT, left);
  fillHalf(RIGHT, right);
  const bySum = new Map<number, number[]>();
  for (let mask = 0; mask < LEFT.size; mask += 1) {
    const sum = LEFT.sums[mask] ?? 0;
    if (sum > amount || (LEFT.items[mask] ?? 0) > LARGEST_SET) continue;
    const bucket = bySum.get(sum);
    if (bucket === undefined) bySum.set(sum, [mask]);
    else bucket.push(mask);
  }
  for (let mask = 0; mask < RIGHT.size; mask += 1) {
    const rest = amount - (RIGHT.sums[mask] ?? 0);
    if (rest < 0) continue;
    for (const other of bySum.get(rest) ?? []) {
      const items = (LEFT.items[other] ?? 0) + (RIGHT.items[mask] ?? 0);
      if (items < 2 || items > LARGEST_SET) continue;
      if (found.length >= FOUND_SETS) return;
      found.push([
        ...left.filter((_, at) => (other >> at) & 1),
        ...right.filter((_, at) => (mask >> at) & 1),
      ]);
    }
  }
};

/** Pairs and triples among all the nearest documents. */
const pairsAndTriples = (
  documents: readonly BookDocument[],
  amount: number,
  found: BookDocument[][],
): void => {
  const lastBy = new Map<number, number[]>();
  for (const [at, entry] of documents.entries())
    lastBy.set(entry.balance, [...(lastBy.get(entry.balance) ?? []), at]);
  const complete = (chosen: number[], rest: number): void => {
    for (const last of lastBy.get(rest) ?? []) {
      if (last <= (chosen.at(-1) ?? -1) || found.length >= FOUND_SETS) continue;
      found.push([...chosen, last].flatMap((at) => documents[at] ?? []));
    }
  };
  for (const [first, entry] of documents.entries()) {
    const rest = amount - entry.balance;
    if (rest <= 0) continue;
    complete([first], rest);
    for (let second = first + 1; second < documents.length; second += 1) {
      const left = rest - (documents[second]?.balance ?? 0);
      if (left > 0) complete([first, second], left);
    }
  }
};

/** How many documents between the set's first and last by due date are left out. */
export const countGaps = (set: readonly BookDocument[], ordered: readonly BookDocument[]): number => {
  const first = set[0];
  const last = set.at(-1);
  if (first === undefined || last === undefined) return 0;
  const from = ordered.indexOf(first);
  const to = ordered.indexOf(last);
  return from < 0 || to < 0 ? 0 : to - from + 1 - set.length;
};

/** Sets among the documents, which are ordered by due date, nearest to the day. */
export const subsetSums = (
  documents: readonly BookDocument[],
  amount: number,
  day: number,
  large = true,
): Sums => {
  const fitting = documents.filter((entry) => entry.balance < amount);
  const all = fitting.reduce((sum, entry) => sum + entry.balance, 0);
  if (fitting.length < 2 || all < amount) return { sets: [], solutions: 0, complete: true };
  const byNearness = [...fitting].sort(
    (a, b) => Math.abs(a.due - day) - Math.abs(b.due - day) || a.at - b.at,
  );
  const inOrder = (entries: readonly BookDocument[]): BookDocument[] =>
    [...entries].sort((a, b) => a.due - b.due || a.issued - b.issued || a.at - b.at);
  const nearest = inOrder(byNearness.slice(0, NEAREST));
  const found: BookDocument[][] = runsSumming(inOrder(fitting), amount);
  pairsAndTriples(nearest, amount, found);
  if (large) meetInTheMiddle(inOrder(byNearness.slice(0, NEAREST_FOR_LARGE)), amount, found);
  const unique = new Map(
    found.map((set) => [
      set
        .map((entry) => entry.at)
        .sort((a, b) => a - b)
        .join(','),
      set,
    ]),
  );
  const rated = [...unique.values()].map((set) => ({ set, gaps: countGaps(set, nearest) }));
  rated.sort(
    (a, b) => a.gaps - b.gaps || a.set.length - b.set.length || (a.set[0]?.at ?? 0) - (b.set[0]?.at ?? 0),
  );
  return {
    sets: rated.slice(0, KEPT_SETS).map((entry) => entry.set),
    solutions: unique.size,
    complete: fitting.length <= NEAREST_FOR_LARGE,
  };
};
