// A seeded source of chance: the same seed gives the same world on every machine.
import { randomOf } from '../property/random.ts';

export interface Random {
  /** In [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  /** Both ends included. */
  int(low: number, high: number): number;
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** A key of the record, by its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  shuffled<T>(items: readonly T[]): T[];
  normal(): number;
  /** Its median is `median`. */
  lognormal(median: number, sigma: number): number;
  digits(count: number): string;
  letters(count: number): string;
  /** A source of its own, so that one part of a world does not move the others. */
  fork(name: string): Random;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

const hash = (text: string, start: number): number => {
  let value = start ^ 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
};

export const makeRandom = (seed: number, name = ''): Random => {
  const start = hash(name, Math.imul(seed, 0x9e3779b1) >>> 0);
  const { next } = randomOf(start);
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const repeat = (count: number, one: () => string): string => Array.from({ length: count }, one).join('');
  return {
    next,
    int,
    pick,
    normal,
    chance: (probability) => next() < probability,
    between: (low, high) => low + next() * (high - low),
    weighted: <K extends string>(weights: Readonly<Record<K, number>>): K => {
      const keys = Object.keys(weights) as K[];
      let left = next() * keys.reduce((sum, key) => sum + weights[key], 0);
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      return pick(keys);
    },
    shuffled: <T>(items: readonly T[]): T[] => {
      const list = [...items];
      for (let index = list.length - 1; index > 0; index -= 1) {
        const other = int(0, index);
        const [a, b] = [list[index] as T, list[other] as T];
        list[index] = b;
        list[other] = a;
      }
      return list;
    },
    lognormal: (median, sigma) => median * Math.exp(sigma * normal()),
    digits: (count) => repeat(count, () => String(int(0, 9))),
    letters: (count) => repeat(count, () => pick([...LETTERS])),
    fork: (part) => makeRandom(start, part),
  };
};

/** Picks low indexes far more often than high ones, as customers and suppliers are used. */
export const zipfPicker = (random: Random, count: number, exponent: number): (() => number) => {
  const sums: number[] = [];
  let total = 0;
  for (let rank = 1; rank <= count; rank += 1) {
    total += 1 / (rank + 2) ** exponent;
    sums.push(total);
  }
  return () => {
    const target = random.next() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
};
