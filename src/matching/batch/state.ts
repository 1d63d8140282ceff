// The hypotheses of each line with their scores: the working memory of a run.
import type { Hypothesis } from '../candidates/hypothesis.ts';
import type { LineView } from '../candidates/view.ts';
import type { MatchDecided } from '../types.ts';

export interface LineState {
  /** Position among the lines, which are ordered by day and id. */
  readonly at: number;
  readonly view: LineView;
  /** Decided earlier: no result is asked for. */
  readonly decided: MatchDecided | null;
  /** Position of the hypothesis that it was decided for; -1 when it is free or nothing like it was found. */
  readonly fixed: number;
  /** "None" is the first. */
  readonly hypotheses: readonly Hypothesis[];
  /** Log-odds of what the line itself tells, under the weights of each pass. */
  readonly scores: readonly (readonly number[])[];
  /** Those of the first pass, where lines do not know of each other. */
  readonly first: readonly number[];
  /**
   * The party for which the line's payer name stood in confirmed lines and in sure ones of this batch, how often, and
   * whether the line's account always stood for it too.
   */
  learned: { readonly party: number; readonly count: number; readonly account: boolean } | null;
  /** The party to which all other lines of its account or name lead. */
  tied: { readonly party: number; readonly count: number } | null;
  /** Probabilities after the latest pass. */
  probabilities: readonly number[];
}

/** Shares of one whole by their log-odds. */
export const softmax = (scores: readonly number[]): number[] => {
  const result: number[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < scores.length; at += 1) most = Math.max(most, scores[at] ?? 0);
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const weight = Math.exp((scores[at] ?? 0) - most);
    result[at] = weight;
    sum += weight;
  }
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] ?? 0) / sum;
  return result;
};

/** The positions of the two most probable hypotheses; equal ones in the order of generation, which is fixed. */
export const topTwo = (probabilities: readonly number[]): readonly [number, number] => {
  let best = 0;
  let next = -1;
  for (let at = 1; at < probabilities.length; at += 1) {
    const value = probabilities[at] ?? 0;
    if (value > (probabilities[best] ?? 0)) {
      next = best;
      best = at;
    } else if (next < 0 || value > (probabilities[next] ?? 0)) {
      next = at;
    }
  }
  return [best, next];
};
