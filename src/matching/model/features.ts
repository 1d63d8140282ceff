// The features by name. A weight belongs to a name, so features may be added or removed without refitting at once.

const names: string[] = [];
const positions = new Map<string, number>();

/** The feature's position; registered at import, so that the hot path only adds numbers. */
export const feature = (name: string): number => {
  const known = positions.get(name);
  if (known !== undefined) return known;
  names.push(name);
  positions.set(name, names.length - 1);
  return names.length - 1;
};

/** One feature for each of the labels. */
export const features = (prefix: string, labels: readonly (string | number)[]): readonly number[] =>
  labels.map((label) => feature(`${prefix}.${label}`));

export const featureNames = (): readonly string[] => names;

/** Which of the bounds a value is below; the last bin has no bound. */
export const findBin = (value: number, bounds: readonly number[]): number => {
  for (let at = 0; at < bounds.length; at += 1) if (value < (bounds[at] ?? 0)) return at;
  return bounds.length;
};

/** Where evidence goes: summed at once, and kept when it is asked for. */
export interface Sink {
  add(feature: number, value?: number): void;
}

/**
 * Sums under the weights of two passes at once. Fields and not a list, and one object for many hypotheses: this runs
 * tens of millions of times.
 */
export class Scorer implements Sink {
  first = 0;
  second = 0;
  readonly #ofFirst: Float64Array;
  readonly #ofSecond: Float64Array;

  constructor(ofFirst: Float64Array, ofSecond: Float64Array = ofFirst) {
    this.#ofFirst = ofFirst;
    this.#ofSecond = ofSecond;
  }

  reset(): void {
    this.first = 0;
    this.second = 0;
  }

  add(at: number, value = 1): void {
    this.first += (this.#ofFirst[at] ?? 0) * value;
    this.second += (this.#ofSecond[at] ?? 0) * value;
  }
}

export class Recorder implements Sink {
  readonly entries: [feature: number, value: number][] = [];

  add(at: number, value = 1): void {
    this.entries.push([at, value]);
  }
}
