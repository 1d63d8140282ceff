// Expands a query word to words of the index: completions, then corrected misspellings, then words that contain it.
import type { Reader } from '../../../db/database.ts';
import { forgivenSlips, slipsBetween, trigramsOf } from '../../../base/closest.ts';
import { wordsBeginning, wordsContaining, wordsWithTrigrams } from './store/vocabulary.ts';
import { ID_PREFIXES, ID_SUFFIX } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { isFiller, withoutLegalForms } from '../../../base/names/vocabulary.ts';
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';

/** A query word and the index words it may stand for. */
export interface Expansion {
  readonly word: string;
  readonly tokens: readonly string[];
}

/** With more completions the word is too short to be useful. */
const MAX_COMPLETIONS = 60;
/** With fewer completions, the word may be misspelt. */
const ENOUGH_TOKENS = 3;
/** The number of words with shared trigrams, best first, whose edit distance is measured. */
const MAX_MEASURED = 200;
/** A typo breaks three trigrams, a transposition four; more than one transposition per word is rare. */
const TRIGRAMS_PER_SLIP = 3;
const TRIGRAMS_PER_SWAP = 1;
const MIN_INFIX_LENGTH = 3;

/** What each word may stand for. */
export const expandWords = async (
  db: Reader,
  tenants: readonly string[],
  queryWords: readonly string[],
): Promise<readonly Expansion[]> => {
  const words = queryWords.map(cutToken);
  const completions = await wordsBeginning(db, tenants, [...new Set(words)], MAX_COMPLETIONS);
  const expansions: Expansion[] = [];
  // Sequential, since a transaction has one connection.
  for (const word of words) {
    const known = completions.get(word) ?? [];
    // A word in the index is not misspelt.
    const isEnough = known.includes(word) || known.length >= ENOUGH_TOKENS;
    expansions.push({ word, tokens: isEnough ? known : await correct(db, tenants, word, known) });
  }
  return expansions;
};

const correct = async (
  db: Reader,
  tenants: readonly string[],
  word: string,
  known: readonly string[],
): Promise<readonly string[]> => {
  const tokens = new Set([...known, ...(await misspellings(db, tenants, word))]);
  if (tokens.size < ENOUGH_TOKENS) for (const token of await containing(db, tenants, word)) tokens.add(token);
  return [...tokens];
};

/** The index words with each of these prefixes, or null if there are too many. */
export const fewCompletions = async (
  db: Reader,
  tenants: readonly string[],
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[] | null>> => {
  const found = await wordsBeginning(db, tenants, [...new Set(words)], MAX_COMPLETIONS);
  return new Map([...found].map(([word, tokens]) => [word, tokens.length < MAX_COMPLETIONS ? tokens : null]));
};

/** Index words of which this word may be a misspelling or a part, even if it is in the index itself. */
export const wordsNear = async (
  db: Reader,
  tenants: readonly string[],
  queryWord: string,
): Promise<readonly string[]> => {
  const word = cutToken(queryWord);
  const tokens = [...(await misspellings(db, tenants, word)), ...(await containing(db, tenants, word))];
  return [...new Set(tokens)];
};

const containing = async (db: Reader, tenants: readonly string[], word: string): Promise<readonly string[]> =>
  word.length < MIN_INFIX_LENGTH ? [] : wordsContaining(db, tenants, word, MAX_COMPLETIONS);

const misspellings = async (db: Reader, tenants: readonly string[], word: string): Promise<string[]> => {
  const slips = forgivenSlips(word);
  if (slips === 0) return [];
  const trigrams = trigramsOf(word);
  const least = Math.max(1, trigrams.length - TRIGRAMS_PER_SLIP * slips - TRIGRAMS_PER_SWAP);
  const tokens = await wordsWithTrigrams(db, tenants, trigrams, { least, limit: MAX_MEASURED });
  return tokens.filter((token) => slipsBetween(word, token, slips) !== undefined);
};

/** Width of the token columns; longer words are distinguished by scoring the label of each hit. */
export const MAX_TOKEN_LENGTH = 24;
/** Width of the identifier column. */
export const MAX_IDENTIFIER_LENGTH = 64;
/** Search results show this much of a label; its columns are this wide. */
export const MAX_LABEL_LENGTH = LIMITS.SearchHit.label;
/** Of longer names only the first words are indexed. */
const MAX_WORDS = 16;

export const cutToken = (word: string): string => [...word].slice(0, MAX_TOKEN_LENGTH).join('');

export const labelNorm = (label: string): string =>
  [...normaliseName(label)].slice(0, MAX_LABEL_LENGTH).join('').trimEnd();

/** The significant words: no legal forms and stop words, unless there are no others. */
export const searchWords = (text: string): string[] => significantWords(normaliseName(text));

/** Those of a text in its normal spelling. */
export const significantWords = (normalised: string): string[] => {
  const core = withoutLegalForms(wordsOf(normalised));
  const telling = core.filter((word) => !isFiller(word));
  return [...new Set(telling.length > 0 ? telling : core)].slice(0, MAX_WORDS);
};

/** The indexed words of a label, sorted, so that concurrent writers lock them in the same order. */
export const indexWords = (label: string): string[] =>
  [...new Set(searchWords(label).map(cutToken))].toSorted();

/** Keeps capital letters and digits only: `A-0012`, `a 0012` and `A0012` are one folio. */
export const compactIdentifier = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}&]+/gu, '')
    .slice(0, MAX_IDENTIFIER_LENGTH);

const PUBLIC_ID = new RegExp(`^(${Object.values(ID_PREFIXES).join('|')})_${ID_SUFFIX}$`);

/** Whether the text looks like a record id. */
export const isPublicId = (text: string): boolean => PUBLIC_ID.test(text);
