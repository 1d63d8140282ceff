// Bank text in one spelling: no accents, lower case; encoding faults are repaired where that is certain. Lengths are
// bounded, since a statement is untrusted input.

import { MOJIBAKE } from '../../../generated/vocabulary/mojibake.ts';

/** Longer texts than any bank's are cut, so that no line costs more than another. */
const MAX_FIELD = 1200;

/** UTF-8 that was read as windows-1252 somewhere on its way. */
const BROKEN = Object.entries(MOJIBAKE);

const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
]);

const ASCII_ONLY = /^[\u0020-\u007E]*$/;

/** The text without accents and case. What cannot be read stays as `?`. */
export const fold = (text: string): string => {
  const cut = text.length > MAX_FIELD ? text.slice(0, MAX_FIELD) : text;
  if (ASCII_ONLY.test(cut)) return cut.toLowerCase();
  return mend(cut)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđı]/gu, (letter) => PLAIN.get(letter) ?? letter)
    .replaceAll('\uFFFD', '?');
};

const mend = (text: string): string =>
  text.includes('Ã')
    ? BROKEN.reduce((mended, [whole, broken]) => mended.replaceAll(broken, whole), text)
    : text;

/** `Mueller`, `Müller` and `Muller` are one word when compared. */
export const foldWord = (word: string): string =>
  word.includes('e') ? word.replace(/([aou])e/g, '$1') : word;

/** An unbroken run of letters or of digits. */
export interface Run {
  readonly text: string;
  readonly digit: boolean;
  readonly start: number;
  readonly end: number;
}

const MAX_RUNS = 160;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const QUESTION = 63;

/** `?` stands for a letter that an old encoding lost: within a word, or one at its end. */
const isLetterAt = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index);
  if (code >= 97 && code <= 122) return true;
  if (code === QUESTION) return isLostLetter(text, index);
  return code > 127 && /\p{L}/u.test(text.charAt(index));
};

const isPlainLetter = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index);
  return code >= 97 && code <= 122;
};

const isLostLetter = (text: string, index: number): boolean => {
  const before =
    isPlainLetter(text, index - 1) ||
    (text.charCodeAt(index - 1) === QUESTION && isPlainLetter(text, index - 2));
  if (!before) return false;
  const next = text.charCodeAt(index + 1);
  if (next === QUESTION) return isPlainLetter(text, index + 2);
  return isPlainLetter(text, index + 1) || Number.isNaN(next) || next === 32;
};

/** The runs of a folded text, in order. */
export const splitRuns = (text: string): Run[] => {
  const runs: Run[] = [];
  let index = 0;
  while (index < text.length && runs.length < MAX_RUNS) {
    const digit = isDigit(text.charCodeAt(index));
    if (!digit && !isLetterAt(text, index)) {
      index += 1;
      continue;
    }
    const start = index;
    while (index < text.length && (digit ? isDigit(text.charCodeAt(index)) : isLetterAt(text, index)))
      index += 1;
    runs.push({ text: text.slice(start, index), digit, start, end: index });
  }
  return runs;
};

/** A number without leading zeros. */
export const stripZeros = (digits: string): string => {
  let index = 0;
  while (index < digits.length - 1 && digits.charCodeAt(index) === 48) index += 1;
  return index === 0 ? digits : digits.slice(index);
};
