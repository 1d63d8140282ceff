// Which way money goes, as a column says it in words or signs. A word alone may be ambiguous (C is credit or cargo, D debit or
// depósito): the other words of the column, else its heading, tell which pair of words is meant.
import { foldUmlauts, normaliseName, wordsOf } from '../../../../base/names/normalise.ts';
import {
  DIRECTION_HEADINGS,
  plain,
  SIDE_ENDINGS,
  SIDE_EXCEPTIONS,
  SIDES,
  withoutBeside,
} from '../vocabulary.ts';

export type Side = 'in' | 'out';
const BOTH: readonly Side[] = ['in', 'out'];

export interface SideColumn {
  /** Undefined for what does not say it. */
  readonly sideOf: (cell: string) => Side | undefined;
  /** Whether a word stands in it that means a side under any heading. */
  readonly isSure: (cell: string) => boolean;
}

interface Said {
  readonly money_in?: readonly string[];
  readonly money_out?: readonly string[];
}

/** No word for a side is longer, and no column of sides has more of them. */
const MAX_LENGTH = 40;
const MAX_VALUES = 40;
/** Words up to this length mean many other things. */
const SHORT = 3;

const bare = (cell: string): string => cell.replace(/^'|'$/gu, '').trim();

/** `+` or `-`, also in parentheses. */
const signIn = (cell: string): Side | undefined => {
  const sign = bare(cell).replace(/^\((.*)\)$/u, '$1');
  return sign === '+' ? 'in' : /^[-\u2212\u2013]$/u.test(sign) ? 'out' : undefined;
};

const wordsIn = (cell: string): readonly string[] =>
  cell.length > MAX_LENGTH ? [] : wordsOf(withoutBeside(bare(cell)));

/** What a word means whatever stands beside it. */
const sureSide = (word: string): Side | undefined => {
  if (SIDE_EXCEPTIONS.has(word)) return undefined;
  const ending = BOTH.find((side) => SIDE_ENDINGS[side].some((end) => word.endsWith(end)));
  if (ending !== undefined) return /^(?:ruck|storno|retour)/u.test(word) ? undefined : ending;
  const sides = BOTH.filter((side) => SIDES.some((pair) => pair[side].has(word)));
  return sides.length === 1 ? sides[0] : undefined;
};

type Pair = (typeof SIDES)[number];
const hasWord = (pair: Pair, word: string): boolean => pair.in.has(word) || pair.out.has(word);

/** The pairs that most words of the heading name. */
const pairsOfHeading = (heading: string): readonly Pair[] => {
  const words = wordsOf(heading).map(foldUmlauts);
  const counts = SIDES.map((pair) => words.filter((word) => hasWord(pair, word)).length);
  const most = Math.max(...counts);
  return most === 0 ? [] : SIDES.filter((_, at) => counts[at] === most);
};

/** A sign, or a word of some pair. */
export const mayBeSide = (cell: string): boolean => {
  const words = wordsIn(cell);
  return (
    signIn(cell) !== undefined ||
    (words.length > 0 && words.every((word) => SIDES.some((pair) => hasWord(pair, word))))
  );
};

const agreed = (pairs: readonly Pair[], word: string): Side | undefined => {
  const sides = BOTH.filter((side) => pairs.some((pair) => pair[side].has(word)));
  return sides.length === 1 ? sides[0] : undefined;
};

/**
 * A short word means a side only within a pair that has all short words of the column: C and D are credit and debit, C and A
 * cargo and abono, and A, B and C nothing. Of several such pairs, the longer words or the heading choose.
 */
const sideAmong = (word: string, all: readonly string[], heading: readonly Pair[]): Side | undefined => {
  const short = all.filter((each) => each.length <= SHORT);
  const long = all.filter((each) => each.length > SHORT);
  const pairs = SIDES.filter((pair) => short.every((each) => hasWord(pair, each)));
  const meant = pairs.filter((pair) => long.some((each) => hasWord(pair, each)));
  return (
    agreed(meant, word) ??
    agreed(pairs, word) ??
    agreed(
      pairs.filter((pair) => heading.includes(pair)),
      word,
    )
  );
};

/** A heading that has nothing, both signs, or words for a column of sides. */
export const isDirectionHeading = (title: string): boolean => {
  if (/\+.*[-\u2212\u2013]|[-\u2212\u2013].*\+/u.test(title) || title.trim() === '') return true;
  // `isCredit` is two words.
  const heading = plain(title.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  return DIRECTION_HEADINGS.has(heading) || wordsOf(heading).some((word) => sureSide(word) !== undefined);
};

const NONE: SideColumn = { sideOf: () => undefined, isSure: () => false };

/** `cells` are those of all movements; `said` is given for a column that is known to be one of sides. */
export const readSides = (cells: readonly string[], title: string, said?: Said): SideColumn => {
  const values = new Set(cells);
  const few = [...values].slice(0, MAX_VALUES);
  if (values.size > MAX_VALUES && said === undefined) return NONE;
  const words = [...new Set(few.flatMap(wordsIn))];
  const heading = pairsOfHeading(normaliseName(title.slice(0, 200)));
  const told = new Map<string, Side>([
    ...(said?.money_in ?? []).map((word) => [bare(word).toLowerCase(), 'in'] as const),
    ...(said?.money_out ?? []).map((word) => [bare(word).toLowerCase(), 'out'] as const),
  ]);
  // A minus alone, in a column without a plus, stands for nothing in many files.
  const signs = few.some((cell) => signIn(cell) === 'in') || isDirectionHeading(title);
  const sides = new Map<string, Side | undefined>();
  const find = (cell: string): Side | undefined => {
    const known = told.get(bare(cell).toLowerCase());
    if (known !== undefined) return known;
    const sign = signIn(cell);
    if (sign !== undefined) return signs ? sign : undefined;
    const found = wordsIn(cell).map((word) =>
      word.length > SHORT ? sureSide(word) : sideAmong(word, words, heading),
    );
    return found.length > 0 && found.every((side) => side === found[0]) ? found[0] : undefined;
  };
  const sideOf = (cell: string): Side | undefined => {
    if (!sides.has(cell)) sides.set(cell, find(cell));
    return sides.get(cell);
  };
  const isSure = (cell: string): boolean =>
    sideOf(cell) !== undefined && wordsIn(cell).some((word) => word.length > SHORT);
  return { sideOf, isSure };
};
