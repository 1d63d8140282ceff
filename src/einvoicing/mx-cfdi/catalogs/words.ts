// Spanish words as the search in the catalogues compares them: `spec/vocabulary/catalogue-search.yaml`.
import { CATALOGUE_SEARCH } from '../../../../generated/vocabulary/catalogue-search.ts';
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';
import { wordSet } from '../../../base/names/vocabulary.ts';

const FILLERS = wordSet(CATALOGUE_SEARCH.fillers);

const EVERYDAY: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(CATALOGUE_SEARCH.everyday).map(([word, others]) => [word, others.split(' ')]),
);

/** What a word counts for that stands for another. */
const STAND_IN = 0.7;

/** The words that tell something, in the spelling that is compared. */
export const tellingWords = (text: string): string[] =>
  wordsOf(normaliseName(text)).filter((word) => !FILLERS.has(word));

/** Without the endings of number and gender: one stem for `diseño` and `diseños`, `médico` and `médicas`. */
export const stem = (word: string): string => {
  const singular = word.length > 3 ? word.replace(/(?<=[^aeiou])es$|s$/, '') : word;
  return singular.length > 3 ? singular.replace(/[aeo]$/, '') : singular;
};

/** The word and those that stand for it, with their weight. */
export const meantBy = (word: string): readonly (readonly [string, number])[] => [
  [word, 1],
  ...(EVERYDAY.get(word) ?? EVERYDAY.get(word.replace(/s$/, '')) ?? []).map(
    (other) => [other, STAND_IN] as const,
  ),
];
