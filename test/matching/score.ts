// Compares what a matcher said with the truth of a world. A match counts as right only if its documents and amounts equal
// the truth exactly; a line that settles nothing counts as wrong when it is confirmed.
import type { MatchAllocation, MatchLine, MatchOutput, MatchResult } from '../../src/matching/types.ts';
import { lowerBound } from './binomial.ts';
import { english } from '../../src/base/said.ts';

/** What really happened with one line; without allocations it settles nothing. */
export interface Truth {
  readonly lineId: string;
  readonly category: string;
  readonly allocations: readonly MatchAllocation[];
  /** What is missing may be spread otherwise over the same documents. */
  readonly spread?: true;
  /** It comes back later: to settle its document and to leave it are both right. */
  readonly either?: true;
}

/** A world of any generator, as far as judging needs it. */
export interface Labelled {
  readonly input: { readonly lines: readonly MatchLine[] };
  readonly truth: readonly Truth[];
}

/** One line, judged. */
export interface Judged {
  readonly category: string;
  readonly outcome: 'auto' | 'suggest' | 'none';
  readonly right: boolean;
  /** The truth is a match. */
  readonly settles: boolean;
  readonly confidence: number;
  readonly probability: number;
  readonly amountMinor: number;
  /** Why it is at most a suggestion, in the matcher's words. */
  readonly gate: string | null;
  /** What the match rests on, which has its own way from probability to confidence. */
  readonly basis: MatchResult['basis'];
}

export interface Share {
  readonly right: number;
  readonly of: number;
  /** 1 when there is nothing to be wrong about. */
  readonly share: number;
  /** One-sided 95 %, exact. */
  readonly bound: number;
}

export interface CategoryScore {
  readonly category: string;
  readonly lines: number;
  readonly autoRight: number;
  readonly autoWrong: number;
  readonly suggestRight: number;
  readonly suggestWrong: number;
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly right: number;
  readonly mean: number;
}

export interface Score {
  readonly lines: number;
  readonly autoPrecision: Share;
  readonly suggestPrecision: Share;
  readonly autoRecall: Share;
  /** At `suggest` and above. */
  readonly recall: Share;
  /** The same by money instead of by lines. */
  readonly valuePrecision: number;
  readonly valueAutoRecall: number;
  readonly brier: number;
  readonly categories: readonly CategoryScore[];
  readonly byConfidence: readonly Bin[];
  readonly byProbability: readonly Bin[];
}

const keyOf = (allocations: readonly MatchAllocation[]): string =>
  allocations
    .map(({ documentId, amountMinor }) => `${documentId}=${amountMinor}`)
    .toSorted()
    .join(' ');

/** Most that a match may leave over or short as a difference that is booked apart, in minor units. */
const DIFFERENCE = 99;

const documentsOf = (allocations: readonly MatchAllocation[]): string =>
  allocations
    .map(({ documentId }) => documentId)
    .toSorted()
    .join(' ');

const isRight = (truth: Truth, line: MatchLine, { kind, allocations }: MatchResult): boolean => {
  if (keyOf(allocations) === keyOf(truth.allocations)) return true;
  if (truth.spread === true && documentsOf(allocations) === documentsOf(truth.allocations)) return true;
  const [said] = allocations;
  return (
    kind === 'difference' &&
    allocations.length === 1 &&
    truth.allocations.length === 1 &&
    said?.documentId === truth.allocations[0]?.documentId &&
    Math.abs((said?.amountMinor ?? 0) - line.amountMinor) <= DIFFERENCE
  );
};

const gateOf = ({ reasons }: MatchResult): string | null => {
  const found = reasons.find(({ say }) => say === 'left_to_person');
  return found === undefined ? null : english(found).replace(/^Not confirmed by machine: /u, '');
};

export const judgeLine = (truth: Truth, line: MatchLine, result: MatchResult): Judged => {
  const settles = truth.allocations.length > 0 && !(truth.either === true && result.outcome === 'none');
  return {
    category: truth.category,
    outcome: result.outcome,
    right: result.outcome === 'none' ? !settles : settles && isRight(truth, line, result),
    settles,
    confidence: result.confidence,
    probability: result.probability,
    amountMinor: line.amountMinor,
    gate: gateOf(result),
    basis: result.basis,
  };
};

export const judge = (world: Labelled, output: MatchOutput): Judged[] =>
  world.truth.map((truth, index) => {
    const result = output.results[index];
    const line = world.input.lines[index];
    if (result === undefined || line === undefined || result.lineId !== truth.lineId) {
      throw new Error(`the results are not in the order of the lines at ${truth.lineId}`);
    }
    return judgeLine(truth, line, result);
  });

const share = (right: number, of: number): Share => ({
  right,
  of,
  share: of === 0 ? 1 : right / of,
  bound: lowerBound(right, of),
});

const count = <T>(items: readonly T[], test: (item: T) => boolean): number => items.filter(test).length;
const money = (items: readonly Judged[]): number =>
  items.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

const EDGES = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.000_001];

const bins = (proposed: readonly Judged[], valueOf: (judged: Judged) => number): Bin[] =>
  EDGES.slice(1).flatMap((to, index) => {
    const from = EDGES[index] ?? 0;
    const inside = proposed.filter((judged) => valueOf(judged) >= from && valueOf(judged) < to);
    if (inside.length === 0) return [];
    const mean = inside.reduce((sum, judged) => sum + valueOf(judged), 0) / inside.length;
    return [
      { from, to: Math.min(1, to), count: inside.length, right: count(inside, ({ right }) => right), mean },
    ];
  });

const byCategory = (judged: readonly Judged[]): CategoryScore[] => {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    const group = groups.get(one.category);
    if (group === undefined) groups.set(one.category, [one]);
    else group.push(one);
  }
  return [...groups].map(([category, group]) => ({
    category,
    lines: group.length,
    autoRight: count(group, ({ outcome, right }) => outcome === 'auto' && right),
    autoWrong: count(group, ({ outcome, right }) => outcome === 'auto' && !right),
    suggestRight: count(group, ({ outcome, right }) => outcome === 'suggest' && right),
    suggestWrong: count(group, ({ outcome, right }) => outcome === 'suggest' && !right),
  }));
};

/** Pools any number of judged worlds. */
export const summarise = (judged: readonly Judged[]): Score => {
  const settling = judged.filter(({ settles }) => settles);
  const auto = judged.filter(({ outcome }) => outcome === 'auto');
  const suggested = judged.filter(({ outcome }) => outcome === 'suggest');
  const autoRight = auto.filter(({ right }) => right);
  const proposed = [...auto, ...suggested];
  const squares = proposed.reduce(
    (sum, { probability, right }) => sum + (probability - (right ? 1 : 0)) ** 2,
    0,
  );
  return {
    lines: judged.length,
    autoPrecision: share(autoRight.length, auto.length),
    suggestPrecision: share(
      count(suggested, ({ right }) => right),
      suggested.length,
    ),
    autoRecall: share(autoRight.length, settling.length),
    recall: share(
      count(proposed, ({ right }) => right),
      settling.length,
    ),
    valuePrecision: auto.length === 0 ? 1 : money(autoRight) / money(auto),
    valueAutoRecall: settling.length === 0 ? 1 : money(autoRight) / money(settling),
    brier: proposed.length === 0 ? 0 : squares / proposed.length,
    categories: byCategory(judged),
    byConfidence: bins(proposed, ({ confidence }) => confidence),
    byProbability: bins(proposed, ({ probability }) => probability),
  };
};
