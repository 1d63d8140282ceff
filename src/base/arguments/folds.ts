// Things by the folds of their names, strictly and without a technical end.
import { foldWords, wordsOf } from '../words.ts';

/** Things by the fold of their names, and by that without a technical end. */
export interface Folded<T> {
  readonly strict: ReadonlyMap<string, readonly T[]>;
  readonly loose: ReadonlyMap<string, readonly T[]>;
}

/** Ends of names that say how a thing is told, not what it is. */
const TECHNICAL = new Set(['id', 'ref', 'code', 'key', 'uuid']);

export const withoutEnd = (words: readonly string[]): readonly string[] =>
  words.length > 1 && TECHNICAL.has(words.at(-1) ?? '') ? words.slice(0, -1) : words;

export const foldAll = <T>(pairs: readonly (readonly [string, T])[]): Folded<T> => {
  const [strict, loose] = [new Map<string, T[]>(), new Map<string, T[]>()];
  const add = (map: Map<string, T[]>, key: string, value: T): void => {
    const there = map.get(key);
    if (there === undefined) map.set(key, [value]);
    else if (!there.includes(value)) there.push(value);
  };
  for (const [name, value] of pairs) {
    const words = wordsOf(name);
    add(strict, foldWords(words), value);
    // A reference is more than what it refers to: `vendor_ref` is a number, `vendor_id` the vendor.
    if (!/^(?:ref|key)$/.test(words.at(-1) ?? '')) add(loose, foldWords(withoutEnd(words)), value);
  }
  return { strict, loose };
};

export const inFold = <T>({ strict, loose }: Folded<T>, form: Form): readonly T[] =>
  (form.isLoose ? loose : strict).get(form.fold) ?? [];

/** A way to read the name that came. */
export interface Form {
  readonly fold: string;
  readonly isLoose: boolean;
}
