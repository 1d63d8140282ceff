// The words of a name, and which of them must not stand for each other. Names come from callers, so only so much of one
// is read.
import { SYNONYMS } from '../../generated/vocabulary/synonyms.ts';
import { once } from './once.ts';

const MAX_LENGTH = 100;

const singular = (word: string): string =>
  word.length > 5 && word.endsWith('ies') && word !== 'series'
    ? `${word.slice(0, -3)}y`
    : word === 'statuses'
      ? 'status'
      : word === 'ids' || (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word))
        ? word.slice(0, -1)
        : word;

/** As one writes them without the keys for them. */
const GERMAN: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' }),
);

/** Names repeat: those of the spec, and what callers take them for. At most so many are kept, then none. */
const MOST_KEPT = 5_000;
const kept = new Map<string, readonly string[]>();

/** In their order, in small letters, without the s of several: `DueDates` is due and date. */
export const wordsOf = (name: string): readonly string[] => {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const words = split(name);
  if (name.length > MAX_LENGTH) return words;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(name, words);
  return words;
};

const split = (name: string): readonly string[] =>
  name
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .replaceAll(/[äöüßÄÖÜ]/g, (letter) => GERMAN.get(letter) ?? letter)
    .replaceAll(/IDs(?![a-z])/g, 'Ids')
    .replaceAll(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$&_')
    .normalize('NFKD')
    // German without umlauts: `Fälligkeit` is faelligkeit.
    .replaceAll(/([aou])\u0308/gi, '$1e')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular);

/** With an end that is written short spelt out: `item_no`. */
export const spelt = (words: readonly string[]): readonly string[] => {
  const last = ENDS.get(words.at(-1) ?? '');
  return last === undefined || words.length === 1 ? words : [...words.slice(0, -1), last];
};

const ENDS: ReadonlyMap<string, string> = new Map(Object.entries(SYNONYMS.ends));

/** Names with the same fold differ in how they are written only. */
export const foldWords = (words: readonly string[]): string => words.toSorted().join('_');

/** The words that exclude each word: its opposites, or other measures. */
const excluding = (groups: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const group of groups.map((each) => each.flatMap(wordsOf)))
    for (const word of group) {
      const others = found.get(word) ?? new Set<string>();
      for (const other of group) if (other !== word) others.add(other);
      found.set(word, others);
    }
  return found;
};

// The threads that read files ask for none of these, which take a third of the time in which they begin.
const opposites = once(() => excluding(SYNONYMS.opposites));
const units = once(() => excluding(SYNONYMS.units));

const clash = (
  table: ReadonlyMap<string, ReadonlySet<string>>,
  left: readonly string[],
  right: readonly string[],
): boolean =>
  left.some(
    (word) =>
      !right.includes(word) &&
      right.some((each) => table.get(word)?.has(each) === true && !left.includes(each)),
  );

/** Whether one is the other with a negation in front, give or take what `isLike` forgives. */
const denies = (word: string, other: string, isLike: (a: string, b: string) => boolean): boolean =>
  SYNONYMS.negations.some((prefix) => {
    // An invoice denies nothing, nor does its misspelling.
    if (!word.startsWith(prefix) || word === 'invoice') return false;
    const rest = word.slice(prefix.length);
    if (rest === other) return true;
    // `normal` is a word that is none without its first letters, so that it denies nothing.
    if (isWord(word) && !isWord(rest)) return false;
    return rest.length > 2 && !other.startsWith(prefix) && isLike(rest, other);
  });

const isSame = (a: string, b: string): boolean => a === b;

/** By the very word, or by a slip where a single word differs. */
const deniesAny = (
  words: readonly string[],
  others: readonly string[],
  different: readonly string[],
  isLike: (a: string, b: string) => boolean,
): boolean =>
  words.some((word) => others.some((other) => denies(word, other, isSame))) ||
  (words.length === 1 && different.length === 1 && denies(words[0] ?? '', different[0] ?? '', isLike));

/** Whether one name says the opposite of the other, or denies it. */
export const isOpposite = (
  left: readonly string[],
  right: readonly string[],
  isLike: (a: string, b: string) => boolean = isSame,
): boolean => {
  const [alone, others] = [
    left.filter((word) => !right.includes(word)),
    right.filter((word) => !left.includes(word)),
  ];
  const negations: readonly string[] = SYNONYMS.negations;
  return (
    clash(opposites(), left, right) ||
    [...alone, ...others].some((word) => negations.includes(word)) ||
    deniesAny(alone, right, others, isLike) ||
    deniesAny(others, left, alone, isLike)
  );
};

/** Whether they measure in different things: days and a date, a rate and an amount. */
export const isOtherMeasure = (left: readonly string[], right: readonly string[]): boolean =>
  clash(units(), left, right);

/** Words that are written as they should be, so that none of them is a slip for another. */
export const isWord = (word: string): boolean => lexicon().has(word);

const lexicon = once(
  (): ReadonlySet<string> =>
    new Set(
      [
        ...SYNONYMS.names.flatMap(({ of, also }) => [...of, ...also]),
        ...SYNONYMS.values.flatMap(({ of, also }) => [of, ...also]),
        ...SYNONYMS.nothing.flatMap(({ words }) => words),
        ...[SYNONYMS.verbs, SYNONYMS.nouns].flatMap((table) => [
          ...Object.keys(table),
          ...Object.values<readonly string[]>(table).flat(),
        ]),
        ...[...SYNONYMS.opposites, ...SYNONYMS.units].flat(),
        ...SYNONYMS.generic,
      ].flatMap(wordsOf),
    ),
);
