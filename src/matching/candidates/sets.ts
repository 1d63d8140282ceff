// Several documents of one party that one line pays: those that it lists, or a set that sums exactly to it.
import { say } from '../../base/said.ts';
import type { BookDocument } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import { several, type Hypothesis } from './hypothesis.ts';
import { countGaps, subsetSums } from './subset-sums.ts';
import { discountOff, isInDiscountTime } from './shortfall.ts';
import type { LineView, World } from './view.ts';
import { KEPT_DOCUMENTS, LISTED_DOCUMENTS, NEAREST } from './limits.ts';

/** Sets of one party. `own` is ordered by due date. */
export const setsFor = (
  world: World,
  view: LineView,
  own: readonly BookDocument[],
  exact: readonly BookDocument[],
): Hypothesis[] => {
  const { line, day } = view.read;
  const payable = own.filter((entry) => entry.balance < line.amountMinor && entry.currency === line.currency);
  if (payable.length < 2) return [];
  const level = (entry: BookDocument): number => view.mentions.levels.get(entry.at) ?? 0;
  const listed = payable.filter((entry) => level(entry) >= LEVEL.short).slice(0, LISTED_DOCUMENTS);
  const sum = listed.reduce((total, entry) => total + entry.balance, 0);
  if (listed.length >= 2 && sum === line.amountMinor) {
    return [several(listed, readFacts(listed, payable, listed.length, { solutions: 1, complete: true }))];
  }
  const nearly = listed.length >= 2 ? listedShort(world, view, { listed, sum, payable }) : null;
  if (nearly !== null) return [nearly];
  const isNamed = exact.some((entry) => level(entry) >= LEVEL.number);
  if (isNamed) return [];
  const party = payable[0]?.party;
  const hasExact = exact.some((entry) => entry.party === party);
  const fromListed = listed.length >= 3 ? subsetSums(listed, line.amountMinor, day) : null;
  const sums =
    fromListed !== null && fromListed.solutions > 0
      ? fromListed
      : subsetSums(withListed(payable, listed, day), line.amountMinor, day, !hasExact);
  return sums.sets.map((set) =>
    several(set, readFacts(set, payable, set.filter((entry) => level(entry) >= LEVEL.short).length, sums)),
  );
};

interface Listed {
  readonly listed: readonly BookDocument[];
  readonly sum: number;
  readonly payable: readonly BookDocument[];
}

/** What is listed, off by cents, less a discount on each, or less a credit note that the text speaks of. */
const listedShort = (world: World, view: LineView, { listed, sum, payable }: Listed): Hypothesis | null => {
  const { line, day } = view.read;
  const missing = sum - line.amountMinor;
  const facts = readFacts(listed, payable, listed.length, { solutions: 1, complete: true });
  if (Math.abs(missing) <= (world.input.differenceLimitMinor ?? 0)) return several(listed, facts);
  if (missing <= 0) return null;
  const discount = discountOff(listed, missing, world.input.country);
  if (discount !== null) {
    const cause = listed.every((entry) => isInDiscountTime(entry, day)) ? 'discount' : 'late_discount';
    return several(listed, { ...facts, short: { cause, label: discount.label } }, discount.amounts);
  }
  const largest = listed.reduce((best, entry) => (entry.balance > best.balance ? entry : best));
  if (!view.read.topics.has('credited') || missing >= largest.balance) return null;
  return several(
    listed,
    { ...facts, short: { cause: 'credit_note', label: say('cause_credit_said', {}) } },
    listed.map((entry) => (entry === largest ? entry.balance - missing : entry.balance)),
  );
};

/** Those listed are never crowded out by others that are nearer in time. */
const withListed = (
  payable: readonly BookDocument[],
  listed: readonly BookDocument[],
  day: number,
): readonly BookDocument[] => {
  if (payable.length <= KEPT_DOCUMENTS || listed.length > 0) return payable;
  return [...payable]
    .sort((a, b) => Math.abs(a.due - day) - Math.abs(b.due - day) || a.at - b.at)
    .slice(0, KEPT_DOCUMENTS)
    .sort((a, b) => a.due - b.due || a.issued - b.issued || a.at - b.at);
};

const readGrain = (payable: readonly BookDocument[]): number =>
  [10_000, 1_000, 100, 10].find((grain) => payable.every(({ balance }) => balance % grain === 0)) ?? 1;

/** The number of sets of this size, against the amounts that their sums may have. */
const countByChance = (size: number, payable: readonly BookDocument[]): number => {
  const pool = Math.min(NEAREST, payable.length);
  let sets = 1;
  for (let index = 0; index < size; index += 1) sets *= Math.max(1, pool - index) / (index + 1);
  const mean = payable.reduce((sum, { balance }) => sum + balance, 0) / payable.length;
  const variance = payable.reduce((sum, { balance }) => sum + (balance - mean) ** 2, 0) / payable.length;
  const spread = Math.max(1, (3 * Math.sqrt(variance * size)) / readGrain(payable));
  return sets / spread;
};

const readFacts = (
  set: readonly BookDocument[],
  payable: readonly BookDocument[],
  listed: number,
  sums: { readonly solutions: number; readonly complete: boolean },
): NonNullable<Hypothesis['set']> => {
  const first = set.reduce((least, entry) => Math.min(least, entry.due), Number.POSITIVE_INFINITY);
  return {
    solutions: sums.solutions,
    byChance: countByChance(set.length, payable),
    complete: sums.complete,
    gaps: countGaps(set, payable),
    olderLeft: payable.filter((entry) => entry.due < first).length,
    listed,
    everything: set.length === payable.length,
    short: null,
  };
};
