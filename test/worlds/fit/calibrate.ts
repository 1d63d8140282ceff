// The policy's anchors for each basis of a match, on lines that the weights were not fitted on: 0.90 where matches at
// the edge are still right and those above it nearly always, 0.70 where suggestions are worth reading.
import { matchLines } from '../../../src/matching/index.ts';
import { BASES, type Basis } from '../../../src/matching/decide/basis.ts';
import type { Anchors, Fitted, Policy } from '../../../src/matching/model/weights.ts';
import type { Profile, World } from '../types.ts';

interface Graded {
  readonly basis: Basis;
  readonly profile: Profile;
  readonly probability: number;
  readonly right: boolean;
  /** Gates would let it through. */
  readonly open: boolean;
}

/** With this policy every match is reported; the gates show as confidence below the probability. */
const TRANSPARENT: Anchors = [
  [0, 0.7],
  [1e-5, 0.71],
  [1 - 1e-5, 0.999],
  [1, 1],
];

const forAll = (make: (basis: Basis) => Anchors): Policy =>
  Object.fromEntries(BASES.map((basis) => [basis, make(basis)])) as Policy;

const gradeWorld = (world: World, fitted: Fitted): Graded[] => {
  const { results } = matchLines(world.input, { fitted: { ...fitted, policy: forAll(() => TRANSPARENT) } });
  const key = (
    allocations: readonly { documentId: string; amountMinor: number }[],
    spread: boolean,
  ): string =>
    allocations
      .map((entry) => `${entry.documentId}:${spread ? '' : entry.amountMinor}`)
      .sort()
      .join();
  return results.flatMap((result, at) => {
    const truth = world.truth[at];
    if (truth === undefined || result.allocations.length === 0) return [];
    const spread = truth.spread === true;
    const right = key(result.allocations, spread) === key(truth.allocations, spread);
    return [
      {
        basis: result.basis,
        profile: world.options.profile,
        probability: result.probability,
        right,
        open: !result.reasons.some(({ say }) => say === 'left_to_person'),
      },
    ];
  });
};

const precision = (graded: readonly Graded[]): number =>
  graded.length === 0 ? 1 : graded.filter((entry) => entry.right).length / graded.length;

interface Block {
  /** The probability at which it begins. */
  readonly from: number;
  readonly right: number;
  readonly count: number;
}

const shareOf = ({ right, count }: Block): number => right / count;

/**
 * Isotonic regression: the share of right matches as a function of the probability that never falls, without slices
 * whose width would hide what is wrong at their lower end.
 */
const riseOf = (graded: readonly Graded[]): Block[] => {
  const blocks: Block[] = [];
  for (const { probability, right } of [...graded].sort((a, b) => a.probability - b.probability)) {
    let block: Block = { from: probability, right: right ? 1 : 0, count: 1 };
    for (let before = blocks.at(-1); before !== undefined && shareOf(before) >= shareOf(block);) {
      blocks.pop();
      block = { from: before.from, right: before.right + block.right, count: before.count + block.count };
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks;
};

/** The lowest probability at whose edge, and above which all together, matches are right as often as promised. */
const lowestByRise = (graded: readonly Graded[], edge: number, all: number): number => {
  const found = riseOf(graded).find(
    (block) =>
      block.from >= LEAST &&
      shareOf(block) >= edge &&
      precision(graded.filter(({ probability }) => probability >= block.from)) >= all,
  );
  return Math.min(found?.from ?? HIGHEST, HIGHEST);
};

/** The same for promises that hold on average only: by slices, so that a handful at the edge decides nothing. */
const lowestBySlice = (
  graded: readonly Graded[],
  slice: number,
  all: number,
  least: number = LEAST,
): number => {
  const sorted = [...graded].sort((a, b) => a.probability - b.probability);
  const width = Math.max(LEAST_SLICE, Math.min(SLICE, sorted.length >> 2));
  for (let at = 0; at < sorted.length; at += 10) {
    const from = sorted[at];
    if (from === undefined || from.probability < least) continue;
    if (precision(sorted.slice(at, at + width)) >= slice && precision(sorted.slice(at)) >= all)
      return from.probability;
  }
  return HIGHEST;
};

const LEAST = 0.5;
const HIGHEST = 0.995;
const SLICE = 1000;
/** Of a basis that is rare. */
const LEAST_SLICE = 300;

/** Of the standard worlds: every confidence keeps the promise, that at the edge too. */
const AUTO_EDGE = 0.994;
const AUTO_ALL = 0.9975;
const HARD_SLICE = 0.98;
const HARD_ALL = 0.995;
/** At the edge every second suggestion is right, all together far more than that. */
const SUGGEST_SLICE = 0.5;
const SUGGEST_ALL = 0.8;
const LEAST_SUGGESTED = 0.4;
const MIN_AUTO = 0.75;
/** Of what is left to certainty: the edge itself is where chance chose it, and other books are unlike these. */
const MARGIN = 0.12;
const NUMBER_SLICE = 0.995;

const withMargin = (edge: number): number => edge + (1 - edge) * MARGIN;

const anchorsFor = (basis: Basis, graded: readonly Graded[]): Anchors => {
  const open = (profile: Profile): Graded[] =>
    graded.filter((entry) => entry.open && entry.profile === profile);
  // Matches by a number are nearly all certain; at their edge stand the first of equal payments, too few to bend for.
  const standard =
    basis === 'number'
      ? lowestBySlice(open('standard'), NUMBER_SLICE, AUTO_ALL)
      : withMargin(lowestByRise(open('standard'), AUTO_EDGE, AUTO_ALL));
  const hard = lowestBySlice(open('hard'), HARD_SLICE, HARD_ALL);
  const auto = Math.max(MIN_AUTO, standard, basis === 'number' ? hard : withMargin(hard));
  const suggest = Math.min(auto - 0.05, lowestBySlice(graded, SUGGEST_SLICE, SUGGEST_ALL, LEAST_SUGGESTED));
  const high = auto + (1 - auto) * 0.7;
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  return [
    [0, 0],
    [round(suggest), 0.7],
    [round(auto), 0.9],
    [round(high), 0.97],
    [1, 1],
  ];
};

export const calibrate = (worlds: Iterable<World>, fitted: Fitted): Policy => {
  const graded: Graded[] = [];
  for (const world of worlds) graded.push(...gradeWorld(world, fitted));
  return forAll((basis) =>
    anchorsFor(
      basis,
      graded.filter((entry) => entry.basis === basis),
    ),
  );
};
