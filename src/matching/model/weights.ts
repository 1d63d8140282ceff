// The fitted weights, by feature name, and how a probability becomes the confidence that the service promises.
import type { Basis } from '../decide/basis.ts';
import { featureNames } from './features.ts';
import { FITTED } from './fitted.ts';

/** Probability and the confidence that stands for it, rising. */
export type Anchors = readonly (readonly [probability: number, confidence: number])[];

/** For each basis of a match. */
export type Policy = Readonly<Record<Basis, Anchors>>;

export interface Fitted {
  /** Changes with every fit. */
  readonly version: string;
  readonly trained: string;
  readonly seeds: string;
  readonly policy: Policy;
  /** `name first second`, parted by semicolons and line breaks: a feature's weight in each pass. */
  readonly weights: string;
}

export const PASSES = 2;

export interface Weights {
  /** One vector for each pass: the line alone, then within its batch. */
  readonly passes: readonly [Float64Array, Float64Array];
  readonly fitted: Fitted;
}

const readTable = (table: string): Map<string, readonly number[]> =>
  new Map(
    table
      .split(/[;\n]/)
      .map((entry) => entry.trim().split(' '))
      .filter(([name]) => name !== undefined && name !== '')
      .map(([name, ...weights]) => [name ?? '', weights.map(Number)]),
  );

export const readWeights = (fitted: Fitted = FITTED): Weights => {
  const names = featureNames();
  const table = readTable(fitted.weights);
  const vector = (pass: number): Float64Array =>
    Float64Array.from(names, (name) => table.get(name)?.[pass] ?? 0);
  return {
    passes: [vector(0), vector(1)],
    fitted,
  };
};
