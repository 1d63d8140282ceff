// What a number format paints beside a number: a minus, brackets or a word for the side may stand in the format alone, beside
// numbers that are all positive. What the reader of the sheet sees counts.
import { mayBeSide } from '../csv/sides.ts';

/** Of one section of a format. */
interface Painted {
  readonly sign: '-' | '+' | '';
  /** A word for a side, such as `S` or `CR`. */
  readonly word: string;
}

/** What positive and negative numbers show; undefined where a format shows a number as it is. */
export interface NumberFormat {
  readonly positive: Painted;
  /** Undefined where negative numbers have no section of their own: then they show a minus. */
  readonly negative: Painted | undefined;
}

const NOTHING: Painted = { sign: '', word: '' };
/** Widths, fillings and escapes, colours and conditions, then texts in quotes. */
const SPACING = /_.|\*./gu;
const BRACKETS = /\[[^\]]*\]/gu;

/** Alone: in `Ref-` it is a hyphen. */
const MINUS = /^[-\u2212]$/u;
const withoutCurrency = (text: string): string => text.replace(/\p{Sc}|\b\p{Lu}{2,3}\b/gu, '').trim();

const readSection = (section: string): Painted => {
  const plain = section.replace(SPACING, '').replace(BRACKETS, '').replace(/\\(.)/gu, '$1');
  const texts = plain.replaceAll('"', '');
  const before = /^[^#0?]*/u.exec(texts)?.[0] ?? '';
  const after = /[^#0?]*$/u.exec(texts)?.[0] ?? '';
  const around = `${before} ${after}`;
  const [left, right] = [withoutCurrency(before), withoutCurrency(after)];
  const isMinus = MINUS.test(left) || MINUS.test(right) || (left === '(' && right === ')');
  const word = around
    .split(/[\s()]+/u)
    .find((each) => /^\p{L}{1,12}\.?$/u.test(each) && mayBeSide(each.replace('.', '')));
  return { sign: isMinus ? '-' : left === '+' || right === '+' ? '+' : '', word: word ?? '' };
};

export const readNumberFormat = (code: string): NumberFormat | undefined => {
  const [first = '', second] = code.replace(/"[^"]*"/gu, (text) => text.replaceAll(';', ' ')).split(';');
  const positive = readSection(first);
  const negative = second === undefined ? undefined : readSection(second);
  const isPlain = positive.sign !== '-' && positive.word === '';
  const isUsual = negative === undefined || (negative.sign !== '+' && negative.word === '');
  return isPlain && isUsual ? undefined : { positive, negative };
};

/** The number as its format shows it. */
export const asShown = (text: string, format: NumberFormat | undefined): string => {
  if (format === undefined || !/[1-9]/u.test(text)) return text;
  const isNegative = text.startsWith('-');
  const digits = isNegative ? text.slice(1) : text;
  const { sign, word } = isNegative ? (format.negative ?? NOTHING) : format.positive;
  if (word !== '' && (!isNegative || format.negative !== undefined))
    return sign === '-' ? `-${digits}` : `${digits} ${word}`;
  if (isNegative) return sign === '+' ? digits : text;
  return sign === '-' ? `-${digits}` : text;
};
