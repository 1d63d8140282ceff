// Whether what an instance uses stays level: the last third of a run beside the one before it.
import type { Sample } from './samples.ts';

/** How far a figure may rise from the middle third to the last one: by a share and by an amount. */
const ALLOWED = {
  heap_mb: { share: 0.1, more: 8 },
  resident_mb: { share: 0.15, more: 40 },
  files: { share: 0, more: 8 },
  connections: { share: 0, more: 2 },
  late_ms: { share: 0.4, more: 50 },
} as const;

type Measured = keyof typeof ALLOWED;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const FEWEST = 5;

export interface Level {
  readonly measured: Measured;
  readonly middle: number;
  readonly last: number;
  readonly steady: boolean;
}

/** Nothing for a run with too few samples to tell. */
export const levelsOf = (samples: readonly Sample[]): readonly Level[] =>
  (Object.keys(ALLOWED) as Measured[]).flatMap((measured) => {
    const values = samples.map((sample) => sample[measured]).filter((value) => value !== null);
    const third = Math.floor(values.length / 3);
    if (third < FEWEST) return [];
    const middle = median(values.slice(-2 * third, -third));
    const last = median(values.slice(-third));
    const { share, more } = ALLOWED[measured];
    return [{ measured, middle, last, steady: last <= middle * (1 + share) + more }];
  });
