// Chance that repeats itself: the same seed gives the same books.
export interface Random {
  /** From 0 up to, and not including, 1. */
  next(): number;
  /** A whole number between the two, both included. */
  int(low: number, high: number): number;
  pick<T>(values: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32. */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    pick: (values) => {
      const value = values[int(0, values.length - 1)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    chance: (share) => next() < share,
  };
};
