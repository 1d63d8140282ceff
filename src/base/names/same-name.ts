// When two spellings are certainly the name of one counterparty. A wrong "yes" invoices a stranger, a wrong "no" only
// asks back; so this compares words, not likeness.
import { createHash } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';

import { SERVICE } from '../../../generated/service.ts';
import { slipsBetween } from '../closest.ts';
import { foldUmlauts, normaliseName, wordsOf } from './normalise.ts';
import { beginsTradeWord, isFiller, withoutLegalForms } from './vocabulary.ts';

/** A name taken apart once, for any number of comparisons. */
export interface ParsedName {
  /** The whole normal spelling, legal form included. */
  readonly normalised: string;
  /** Its words without the legal form, in order, fillers included. */
  readonly core: readonly string[];
  /** The words that tell the company from others, folded and sorted. */
  readonly significant: readonly string[];
}

/** Fillers do not count, except in last place, where `Grupo E` and `Grupo Y` differ by nothing else. */
export const significantWords = (core: readonly string[]): readonly string[] => {
  const kept = core.filter((word, index) => !isFiller(word) || index === core.length - 1);
  return kept.length > 0 ? kept : core;
};

export const parseName = (text: string): ParsedName => {
  const normalised = normaliseName(text);
  const core = withoutLegalForms(wordsOf(normalised));
  return { normalised, core, significant: significantWords(core).map(foldUmlauts).toSorted() };
};

/** Equal for two names exactly if all their significant words match both ways, in any order and spacing. */
const sameWords = (a: ParsedName, b: ParsedName): boolean =>
  a.significant.join(' ') === b.significant.join(' ') || a.core.join('') === b.core.join('');

/**
 * True when `part` is `whole` cut off at 12 characters or more. A single word decides only if it is cut in its middle
 * and no word of trade: `Comercializa…` could be anyone.
 */
const isTruncated = (part: ParsedName, whole: ParsedName): boolean => {
  const text = part.core.join(' ');
  if (part.normalised.length < SERVICE.limits.truncated_name_min_length) return false;
  if (isCutInLegalForm(part, whole)) return true;
  if (text.length < SERVICE.limits.truncated_name_min_length) return false;
  if (!whole.core.join(' ').startsWith(text) || part.core.length > whole.core.length) return false;
  if (significantWords(part.core).length > 1 || whole.core.length === 1) return true;
  return whole.core[0] !== text && !beginsTradeWord(text);
};

/** `Papeleria Robles SA d…`: the words are all there, only the legal form is cut. */
const isCutInLegalForm = (part: ParsedName, whole: ParsedName): boolean =>
  whole.normalised.startsWith(part.normalised) && part.normalised.startsWith(whole.core.join(' '));

/** Older systems cut names at 20 characters or more; a shorter one is just another name, as `Roble` is for `Robles`. */
const STORED_CUT_MIN_LENGTH = 20;

/**
 * True when the stored name is a cut one: in the middle of a word, its legal form lost. Whole words that the caller has
 * beyond it mean another company.
 */
const isStoredCut = (known: ParsedName, asked: ParsedName): boolean => {
  const text = known.core.join(' ');
  const last = known.core.at(-1);
  if (text.length < STORED_CUT_MIN_LENGTH || known.normalised !== text) return false;
  return isTruncated(known, asked) && asked.core[known.core.length - 1] !== last;
};

/** How a name that was asked for fits one that is on record. */
export type NameFit = 'same' | 'truncated' | 'different';

export const nameFit = (asked: ParsedName, known: ParsedName): NameFit => {
  if (asked.core.length === 0 || known.core.length === 0) return 'different';
  if (sameWords(asked, known)) return 'same';
  return isTruncated(asked, known) || isStoredCut(known, asked) ? 'truncated' : 'different';
};

/** True when both are certainly the same name: accents, case, legal form, fillers and word order aside, or one cut off. */
export const sameName = (asked: string, known: string): boolean =>
  nameFit(parseName(asked), parseName(known)) !== 'different';

/**
 * Equal for two names with the same significant words; finds them in one step among any number. The form is stored
 * with the search index: a change here needs a rebuild of it.
 */
export const nameKeys = (name: ParsedName): readonly string[] => {
  const words = name.significant.join(' ');
  const joined = foldUmlauts(name.core.join(''));
  return [...new Set([words, joined])].map((text) => `=${digest(text)}`);
};

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20);

// Names of two companies that a reader takes for one: letters of other alphabets, one letter more, less or swapped.
// The letters that look alike come from Unicode's list of confusables (UTS 39), through `unhomoglyph`.

const NOT_PLAIN = /[^\p{ASCII}\p{M}]/gu;

/** With plain letters where others look like them: the Cyrillic `Сliente` becomes `Cliente`. */
export const plainLetters = (name: string): string =>
  name.normalize('NFKC').replace(NOT_PLAIN, (letter) => {
    const plain = unhomoglyph(letter);
    return /^\p{ASCII}+$/u.test(plain) ? plain : letter;
  });

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/** Whether one word has letters of two alphabets, which no honest spelling has. */
export const mixesAlphabets = (name: string): boolean =>
  (name.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).some(
    (word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1,
  );

/** Two letters that stand for one in small print. */
const PAIRS = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
] as const;

/** Of a name in small letters, of which a capital `I` is a small `l`. */
const SIGNS = [
  ['0', 'o'],
  ['1', 'l'],
  ['1', 'i'],
  ['i', 'l'],
  ['5', 's'],
  ['8', 'b'],
] as const;

/** The word with one of these taken for the other, at one place. */
export const misread = (word: string): readonly string[] =>
  [...PAIRS, ...SIGNS].flatMap(([pair, letter]) => [
    ...replaced(word, pair, letter),
    ...replaced(word, letter, pair),
  ]);

const replaced = (word: string, from: string, to: string): string[] =>
  [...word.matchAll(new RegExp(from, 'gu'))].map(
    ({ index }) => `${word.slice(0, index)}${to}${word.slice(index + from.length)}`,
  );

const withPairs = (text: string): string =>
  PAIRS.reduce((told, [pair, letter]) => told.replaceAll(letter, pair), text);

/** Among letters, a digit that looks like one stands for it; `5` and `12` alone are numbers. */
const withLetters = (text: string): string =>
  text.replace(/[\p{L}\d]*\p{L}[\p{L}\d]*/gu, (word) => word.replaceAll('5', 's').replaceAll('8', 'b'));

/** The name without its legal form, in small letters. */
const core = (name: string): string => parseName(plainLetters(name)).core.join(' ');

/** So that `rn` and `m`, `0` and `o`, `1`, `I` and `l` are one. */
const outline = (text: string): string =>
  withPairs(unhomoglyph(unhomoglyph(withLetters(text)).toLowerCase())).replaceAll('i', 'l');

/** Shorter names differ by a letter without looking alike: `ABC`, `ABD`. */
const SHORTEST_WITH_SLIP = 6;

const isSlip = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= SHORTEST_WITH_SLIP && slipsBetween(a, b, 1) !== undefined;

/** Whether one may be taken for the other; also true of equal names. Numbers tell two branches apart. */
export const lookAlike = (one: string, other: string): boolean => {
  const [a, b] = [core(one), core(other)];
  const [plain, plainOther] = [outline(a), outline(b)];
  if (plain === plainOther) return plain !== '';
  const [digits, others] = [one, other].map((name) => name.replace(/\D/gu, ''));
  return digits === others && (isSlip(plain, plainOther) || isSlip(a, b));
};
