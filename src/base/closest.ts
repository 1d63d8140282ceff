// "Did you mean": the known word that was probably meant.
import { isOpposite, isOtherMeasure, isWord, wordsOf } from './words.ts';

/** A third of the letters may be wrong, at least one and at most three. */
const forgiven = (word: string): number => Math.min(3, Math.max(1, Math.floor(word.length / 3)));

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

const isNear = (a: string, b: string): boolean => slipsBetween(a, b, forgiven(a)) !== undefined;

/** Two neighbours in each other's place, as in `form` for `from`: the most common slip of all. */
const isSwapped = (a: string, b: string): boolean =>
  [...a].toSorted().join('') === [...b].toSorted().join('') && slipsBetween(a, b, 1) === 1;

/** Another form of the same word: `reverse` for `reversed`. */
const isFormOf = (word: string, other: string): boolean =>
  ['d', 'ed'].some((end) => word + end === other || other + end === word);

/** Whether a word that is written as it should be would become another one: `update` is no slip for `create`. */
const changesWord = (
  wanted: readonly string[],
  candidate: readonly string[],
  known: ReadonlySet<string>,
): boolean =>
  wanted.some((word) => {
    // A letter alone is what a slip has left: `bill_d`.
    const isRight = word.length > 1 && !candidate.includes(word) && (known.has(word) || isWord(word));
    return isRight && !candidate.some((other) => isSwapped(word, other) || isFormOf(word, other));
  });

/** A word more or less is no slip; a sign between words is. A long name forgives its short words no more. */
const isAlike = (wanted: readonly string[], candidate: readonly string[]): boolean =>
  wanted.length === candidate.length
    ? wanted.every((word, index) => isNear(word, candidate[index] ?? ''))
    : slipsBetween(wanted.join(''), candidate.join(''), 1) !== undefined;

/**
 * Slips of the fingers only: never another word, its opposite or negation, another measure or other digits. `others`
 * are further words that are written as they should be.
 */
export const closest = (
  word: string,
  known: readonly string[],
  others: readonly string[] = [],
): string | undefined => {
  const wanted = word.slice(0, 64).toLowerCase();
  const words = wordsOf(word.slice(0, 64));
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  let lexicon: ReadonlySet<string> | undefined;
  for (const candidate of known) {
    const slips = slipsBetween(wanted, candidate.toLowerCase(), forgiven(wanted));
    if (slips === undefined || slips >= fewest || digitsOf(wanted) !== digitsOf(candidate)) continue;
    const meant = wordsOf(candidate);
    lexicon ??= new Set([...known, ...others].flatMap(wordsOf));
    // The same letters with a sign in another place: `n_omatch`.
    if (words.join('') === meant.join('')) return candidate;
    if (!isAlike(words, meant)) continue;
    if (isOpposite(words, meant, isNear) || isOtherMeasure(words, meant)) continue;
    if (!changesWord(words, meant, lexicon)) [best, fewest] = [candidate, slips];
  }
  return best;
};

/** ` Did you mean "x"?`, or nothing. */
export const suggestion = (word: string, known: readonly string[]): string => {
  const meant = closest(word, known);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
};

// Likeness of single words, for finding what was mistyped.

/** How many slips are forgiven in a word of this length: 1 up to five letters, 2 above, none below three. */
export const forgivenSlips = (word: string): number => (word.length < 3 ? 0 : word.length <= 5 ? 1 : 2);

/**
 * The number of letters inserted, left out, replaced, or swapped with their neighbour between two words, or
 * undefined when it is above `max` (Damerau–Levenshtein, restricted to one swap a place).
 */
export const slipsBetween = (a: string, b: string, max: number): number | undefined => {
  if (Math.abs(a.length - b.length) > max) return undefined;
  const ways = b.length + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: ways }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = Array<number>(ways).fill(Number.POSITIVE_INFINITY);
    if (row <= max) current[0] = row;
    let least = current[0] ?? row;
    // Further from the diagonal there are more slips.
    for (let column = Math.max(1, row - max); column <= Math.min(b.length, row + max); column += 1) {
      const slips = cheapest(a, b, row, column, { beforeLast, last, current });
      current[column] = slips;
      least = Math.min(least, slips);
    }
    if (least > max) return undefined;
    beforeLast = last;
    last = current;
  }
  const slips = last[b.length] ?? Number.POSITIVE_INFINITY;
  return slips <= max ? slips : undefined;
};

interface Rows {
  readonly beforeLast: readonly number[];
  readonly last: readonly number[];
  readonly current: readonly number[];
}

const at = (line: readonly number[], index: number): number => line[index] ?? Number.POSITIVE_INFINITY;

const cheapest = (a: string, b: string, row: number, column: number, rows: Rows): number => {
  const replaced = at(rows.last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
  const best = Math.min(replaced, at(rows.last, column) + 1, at(rows.current, column - 1) + 1);
  const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
  return swapped ? Math.min(best, at(rows.beforeLast, column - 2) + 1) : best;
};

/** The three-letter pieces of a word with its edges marked: `ana` gives `_an`, `ana`, `na_`. */
export const trigramsOf = (word: string): string[] => {
  const letters = ['_', ...word, '_'];
  const pieces = letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`);
  return [...new Set(pieces)].toSorted();
};
