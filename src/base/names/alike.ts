// Names of two companies that a reader takes for one: letters of other alphabets, one letter more, less or swapped.
// The letters that look alike come from Unicode's list of confusables (UTS 39), through `unhomoglyph`.
import unhomoglyph from 'unhomoglyph';
import { slipsBetween } from './distance.ts';
import { parseName } from './same-name.ts';

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
