// What somebody teaches of a bank's texts: which words say who it is, and what is left of a text that names nobody.
import { MATCHING } from '../../../generated/vocabulary/matching.ts';
import { normaliseName, wordsOf } from '../../base/names/normalise.ts';
import { isFiller, isTradeWord, phrasesIn, withoutLegalForms } from '../../base/names/vocabulary.ts';
import { fold, foldWord, splitRuns } from './fold.ts';
import { INVOICE_WORDS, JARGON, MONTHS, type Topic } from './words.ts';

/** Who is paid has names such as those of card companies and insurances; these topics have none. */
const NAMELESS: readonly Topic[] = [
  'fee',
  'interest',
  'card',
  'cash',
  'transfer',
  'returned',
  'refund',
  'advance',
  'order',
  'quote',
  'part',
  'final',
  'retention',
  'discount',
  'list',
];

const TOPIC_WORDS: ReadonlySet<string> = new Set(
  NAMELESS.flatMap((topic) => phrasesIn(MATCHING.topics[topic]).map((phrase) => phrase.replace(/\.$/, ''))),
);

/** Words of banks, of months and of many names. */
const isCommon = (word: string): boolean =>
  JARGON.has(word) ||
  INVOICE_WORDS.has(word) ||
  MONTHS.has(word) ||
  TOPIC_WORDS.has(word) ||
  isFiller(word) ||
  isTradeWord(word);

const BESIDE = 'x';

/** A name that is nothing but a legal form keeps it, so that it is asked for behind another word. */
const withoutForms = (words: readonly string[]): readonly string[] =>
  withoutLegalForms([BESIDE, ...words]).filter((word) => word !== BESIDE);

/** As texts are compared: the words of a normal spelling, umlauts folded. */
export const aliasKey = (text: string): string =>
  wordsOf(normaliseName(fold(text)))
    .map(foldWord)
    .join(' ');

/** The same as a line has it: letters and numbers apart. */
export const aliasRuns = (key: string): readonly string[] => splitRuns(key).map(({ text }) => text);

const LEAST_LETTERS = 3;
const LEAST_DIGITS = 5;

/** Why a text names nobody; null when it may name somebody. */
export const namelessness = (text: string): 'short' | 'common' | null => {
  const words = wordsOf(aliasKey(text));
  if (words.join('').length < LEAST_LETTERS) return 'short';
  const own = withoutForms(words).filter((word) => !isCommon(word));
  if (own.length === 0) return 'common';
  const letters = own.join('').replace(/\d+/g, '').length;
  return letters >= LEAST_LETTERS || own.some((word) => /^\d+$/.test(word) && word.length >= LEAST_DIGITS)
    ? null
    : 'short';
};

const MAX_KEY = 120;

/** What stays the same from month to month in a text that names nobody: no numbers, months and words of banks. */
export const textKeyOf = (description: string): string | null => {
  const words = fold(description)
    .split(/[\s|/]+/)
    .filter((token) => !/\d/.test(token))
    .flatMap((token) => wordsOf(normaliseName(token)).map(foldWord));
  const key = withoutForms(words)
    .filter((word) => !isCommon(word))
    .join(' ');
  return key.length > MAX_KEY || namelessness(key) !== null ? null : key;
};
