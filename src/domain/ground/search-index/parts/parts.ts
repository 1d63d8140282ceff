// How any part of a text is found without reading all texts. Each word of a text is kept in the order of its list; three
// letters at every second place of a word lead to it, so that whatever is asked for meets at least one such place, from
// one of two beginnings.
import { wordsOf } from '../../../../base/names/normalise.ts';

/** The lists whose texts are kept in parts: bank lines, counterparties, and received documents. */
export const PART_KINDS = ['lines', 'names', 'inbox'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Width of the column; longer words are kept in pieces that overlap. */
const MAX_PART = 40;
/** Of a longer word only so much is looked up: any such stretch lies within one piece. */
export const MAX_ASKED = 20;
const GRAM = 3;
const STEP = 2;
/** Width of the column. */
const MAX_SORT = 24;

/** What a list is ordered by, as the index keeps it. */
export const sortOf = (text: string): string => [...text].slice(0, MAX_SORT).join('');
/** Whether the index has no more of it than this, so that it does not order the records at this place. */
export const isCutSort = (sort: string): boolean => [...sort].length >= MAX_SORT;

export const piecesOf = (word: string): string[] => {
  const letters = [...word];
  const count = Math.max(1, Math.ceil((letters.length - MAX_PART) / MAX_ASKED) + 1);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * MAX_ASKED, index * MAX_ASKED + MAX_PART).join(''),
  );
};

/** Leads to the words with other letters than these, which two letters are looked up among. */
export const OTHER = '';
export const PLAIN = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const IS_PLAIN = /^[0-9a-zA-Z]*$/;
export const isPlain = (text: string): boolean => IS_PLAIN.test(text);

/** The last letter alone leads to no word: too many end in it. */
export const gramsOf = (part: string): string[] => {
  const letters = [...part];
  const count = Math.max(1, Math.floor(letters.length / STEP));
  const grams = Array.from({ length: count }, (_, index) =>
    letters.slice(index * STEP, index * STEP + GRAM).join(''),
  );
  return [...new Set(isPlain(part) ? grams : [...grams, OTHER])];
};

/** What a word of the index has to be for its records to be candidates. */
export interface Pattern {
  readonly text: string;
  readonly place: 'whole' | 'beginning' | 'end' | 'inside';
  /** Cut, so that candidates may lack the rest. */
  readonly cut: boolean;
}

const inside = (word: string): Pattern => {
  const letters = [...word];
  return { text: letters.slice(0, MAX_ASKED).join(''), place: 'inside', cut: letters.length > MAX_ASKED };
};

/** The words of a text, in any order and each as any part of a word. */
export const patternsOf = (normalised: string): readonly Pattern[] =>
  [...new Set(wordsOf(normalised))].map(inside);

/** The words of a stretch of a text: the first ends a word of the text, the last begins one, and those between are whole. */
export const patternsOfStretch = (words: readonly string[]): readonly Pattern[] =>
  words.map((word, at) => {
    const letters = [...word];
    const [isFirst, isLast, cut] = [at === 0, at === words.length - 1, letters.length > MAX_ASKED];
    if (isFirst && isLast) return inside(word);
    if (isFirst) return { text: letters.slice(-MAX_ASKED).join(''), place: 'end', cut };
    if (isLast) return { text: letters.slice(0, MAX_ASKED).join(''), place: 'beginning', cut };
    return letters.length > MAX_PART ? inside(word) : { text: word, place: 'whole', cut: false };
  });

/** Part of a text that is one word, whatever it has in it. */
export const patternOfWord = (text: string): readonly Pattern[] => [inside(text)];

/** The places of a word to look up, any of which leads to all words that have it: for each of the two beginnings, those that it has. */
export const gramsAsked = (
  text: string,
): readonly (readonly { readonly gram: string; readonly open: boolean }[])[] => {
  const letters = [...text];
  return [0, 1].map((first) => {
    const starts = Array.from({ length: letters.length }, (_, index) => index).filter(
      (index) => index % STEP === first && letters.length - index >= STEP,
    );
    return starts.map((index) => ({
      gram: letters.slice(index, index + GRAM).join(''),
      open: letters.length - index < GRAM,
    }));
  });
};
