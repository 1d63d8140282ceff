// Which words of the books a word of a query may mean: its completions, then its misspellings, then words around it.
import type { Reader } from '../../db/database.ts';
import { forgivenSlips, slipsBetween, trigramsOf } from '../../base/names/distance.ts';
import { wordsLike, wordsWithTrigrams } from './store/vocabulary.ts';
import { cutToken } from './words.ts';

/** A word of the query and the words of the index that it may stand for. */
export interface Expansion {
  readonly word: string;
  readonly tokens: readonly string[];
}

/** Completions beyond this many say that the word is too short to tell. */
const MAX_COMPLETIONS = 60;
/** With fewer completions than this, the word may be misspelt. */
const ENOUGH_TOKENS = 3;
/** Words that share trigrams, best first, that are measured letter by letter. */
const MAX_MEASURED = 200;
/** A slip breaks three trigrams, a swap of two letters four; more than one swap in a word is rare. */
const TRIGRAMS_PER_SLIP = 3;
const TRIGRAMS_PER_SWAP = 1;
const MIN_INFIX_LENGTH = 3;

export const expandWord = async (
  db: Reader,
  tenants: readonly string[],
  queryWord: string,
): Promise<Expansion> => {
  const word = cutToken(queryWord);
  const tokens = new Set(await completions(db, tenants, word));
  // A word that the books know is not misspelt.
  if (tokens.has(word) || tokens.size >= ENOUGH_TOKENS) return { word, tokens: [...tokens] };
  for (const token of await misspellings(db, tenants, word)) tokens.add(token);
  if (tokens.size < ENOUGH_TOKENS && word.length >= MIN_INFIX_LENGTH) {
    for (const token of await containing(db, tenants, word)) tokens.add(token);
  }
  return { word, tokens: [...tokens] };
};

/** All words of the books that begin with this one, or null when they are too many to name. */
export const fewCompletions = async (
  db: Reader,
  tenants: readonly string[],
  word: string,
): Promise<readonly string[] | null> => {
  const tokens = await completions(db, tenants, word);
  return tokens.length < MAX_COMPLETIONS ? tokens : null;
};

/** Words of the books that a word may be a misspelling or a part of, whether or not the books know it. */
export const wordsNear = async (
  db: Reader,
  tenants: readonly string[],
  queryWord: string,
): Promise<readonly string[]> => {
  const word = cutToken(queryWord);
  const tokens = new Set(await misspellings(db, tenants, word));
  if (word.length >= MIN_INFIX_LENGTH) {
    for (const token of await containing(db, tenants, word)) tokens.add(token);
  }
  return [...tokens];
};

const completions = (db: Reader, tenants: readonly string[], word: string): Promise<string[]> =>
  wordsLike(db, tenants, `${word}%`, MAX_COMPLETIONS);

const containing = (db: Reader, tenants: readonly string[], word: string): Promise<string[]> =>
  wordsLike(db, tenants, `%${word}%`, MAX_COMPLETIONS);

const misspellings = async (db: Reader, tenants: readonly string[], word: string): Promise<string[]> => {
  const slips = forgivenSlips(word);
  if (slips === 0) return [];
  const trigrams = trigramsOf(word);
  const least = Math.max(1, trigrams.length - TRIGRAMS_PER_SLIP * slips - TRIGRAMS_PER_SWAP);
  const tokens = await wordsWithTrigrams(db, tenants, trigrams, { least, limit: MAX_MEASURED });
  return tokens.filter((token) => slipsBetween(word, token, slips) !== undefined);
};
