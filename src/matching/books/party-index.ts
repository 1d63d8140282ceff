// Names of the parties as words with weights: a word that many parties share says little, a rare one much.
import { COUNTRIES, type CountryData } from '../../../generated/countries.ts';
import { isFiller, isTradeWord, withoutLegalForms } from '../../base/names/vocabulary.ts';
import { normaliseName, wordsOf } from '../../base/names/normalise.ts';
import { foldTaxId } from '../text/read-line.ts';
import { foldWord } from '../text/fold.ts';
import type { MatchParty } from '../types.ts';

export interface PartyName {
  readonly at: number;
  readonly words: readonly string[];
  readonly weights: readonly number[];
  readonly total: number;
  /** No legal form and no word of a trade: given names and surnames. */
  readonly person: boolean;
  /** All words without spaces: some banks glue them. */
  readonly joined: string;
}

export interface PartyIndex {
  readonly names: readonly PartyName[];
  /** Parties by the first letters of each of their words. */
  readonly byStem: ReadonlyMap<string, readonly number[]>;
  readonly byTaxId: ReadonlyMap<string, readonly number[]>;
  readonly weightOf: (word: string) => number;
  /** Words with their length and end, for words in which letters were lost. */
  readonly vocabulary: ReadonlyMap<number, readonly string[]>;
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  /** Parties by words of lines, as they were looked for: lines repeat each other's words. */
  readonly postings: Map<string, readonly (readonly number[])[]>;
}

const STEM = 5;
export const takeStem = (word: string): string => word.slice(0, STEM);

const MAX_WORDS = 12;

const partyWords = (name: string): string[] => {
  const core = withoutLegalForms(wordsOf(normaliseName(name.slice(0, 300))));
  const kept = core.filter((word, index) => !isFiller(word) || index === core.length - 1).slice(0, MAX_WORDS);
  return (kept.length > 0 ? kept : core).map(foldWord);
};

const push = <K>(map: Map<K, number[]>, key: K, value: number): void => {
  const bucket = map.get(key);
  if (bucket === undefined) map.set(key, [value]);
  else if (bucket.at(-1) !== value) bucket.push(value);
};

const SINGLE_LETTER = 0.25;
const TRADE = 0.55;

export const indexParties = (parties: readonly MatchParty[]): PartyIndex => {
  const worded = parties.map((party) => partyWords(party.name));
  const byWord = new Map<string, number[]>();
  const byStem = new Map<string, number[]>();
  const byTaxId = new Map<string, number[]>();
  for (const [at, words] of worded.entries()) {
    for (const word of words) {
      push(byWord, word, at);
      push(byStem, takeStem(word), at);
    }
    const taxId = parties[at]?.taxId ?? null;
    if (taxId !== null && !isGenericTaxId(taxId)) push(byTaxId, foldTaxId(taxId), at);
  }
  const known = new Map<string, number>();
  const weigh = (word: string): number => {
    const shared = byWord.get(word)?.length ?? 0;
    const rarity = Math.log((parties.length + 20) / (shared + 1));
    return (
      Math.max(0.3, rarity) *
      (word.length === 1 ? SINGLE_LETTER : 1) *
      (isTradeWord(word) || isFiller(word) ? TRADE : 1)
    );
  };
  const weightOf = (word: string): number => {
    let weight = known.get(word);
    if (weight === undefined) known.set(word, (weight = weigh(word)));
    return weight;
  };
  const names = worded.map((words, at): PartyName => {
    const weights = words.map(weightOf);
    return {
      at,
      words,
      weights,
      total: weights.reduce((sum, weight) => sum + weight, 0),
      joined: words.join(''),
      person: isPerson(parties[at]?.name ?? '', words),
    };
  });
  return {
    names,
    byStem,
    byTaxId,
    weightOf,
    vocabulary: groupByLength([...byWord.keys()]),
    byWord,
    postings: new Map(),
  };
};

const isPerson = (name: string, words: readonly string[]): boolean =>
  words.length >= 3 &&
  words.length <= 5 &&
  wordsOf(normaliseName(name.slice(0, 300))).length === words.length &&
  !words.some((word) => isTradeWord(word));

const groupByLength = (words: readonly string[]): Map<number, string[]> => {
  const map = new Map<number, string[]>();
  for (const word of words) {
    const bucket = map.get(word.length);
    if (bucket === undefined) map.set(word.length, [word]);
    else bucket.push(word);
  }
  return map;
};

/** Of the general public and of foreigners, who have no number of their own. */
const GENERIC_TAX_IDS: ReadonlySet<string | undefined> = new Set(
  Object.values<CountryData>(COUNTRIES).flatMap(({ tax_id }) => [
    tax_id.generic_domestic,
    tax_id.generic_foreign,
  ]),
);

export const isGenericTaxId = (taxId: string): boolean => GENERIC_TAX_IDS.has(taxId.trim().toUpperCase());
