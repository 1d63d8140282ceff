// How well the names on a bank line fit each party: how much of the party's name stands in the text, and how much of
// the name in the text the party explains. Words count by rarity; a name may be cut, glued, mistyped, or have lost letters.
import { foldWord } from '../text/fold.ts';
import type { ReadLine } from '../text/read-line.ts';
import { JARGON } from '../text/words.ts';
import type { PartyIndex, PartyName } from './party-index.ts';
import { findParties, fitsWildcard } from './party-search.ts';

export interface PartyFit {
  readonly party: number;
  /** Share of the party's name that stands in the text, 0 to 1. */
  readonly cover: number;
  /** Share of the name in the bank's column that this party explains; null when there is no column. */
  readonly explained: number | null;
  /** The weight of what was found: a single common word weighs little. */
  readonly weight: number;
  /** The words that fit, for the reasons. */
  readonly found: readonly string[];
}

const KEPT = 6;

/** At most one letter other, left out or too many, in words long enough for that to be a slip. */
export const isNearWord = (a: string, b: string): boolean => {
  if (a.length < 6 || b.length < 6 || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (at < 1) return false;
  return (
    a.slice(at + 1) === b.slice(at + 1) ||
    a.slice(at) === b.slice(at + 1) ||
    a.slice(at + 1) === b.slice(at) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2))
  );
};

/** Where a word fits and how well. One object for all calls: this runs millions of times. */
const FIT = { share: 0, at: -1 };

const setFit = (share: number, at: number): void => {
  FIT.share = share;
  FIT.at = at;
};

/** First letters and lengths of one line's words, so that most are passed over without a look at their letters. */
const SCAN: { words: readonly string[]; first: Uint16Array; length: Uint16Array; longest: number } = {
  words: [],
  first: new Uint16Array(512),
  length: new Uint16Array(512),
  longest: 0,
};
const ALWAYS = 0xffff;

const scan = (words: readonly string[]): typeof SCAN => {
  if (SCAN.words === words) return SCAN;
  if (words.length > SCAN.first.length) {
    SCAN.first = new Uint16Array(words.length);
    SCAN.length = new Uint16Array(words.length);
  }
  SCAN.words = words;
  SCAN.longest = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    SCAN.first[at] = word === '' ? 0 : word.charCodeAt(0);
    SCAN.length[at] = word.includes('?') ? ALWAYS : word.length;
    if (word.length > SCAN.longest) SCAN.longest = word.length;
  }
  return SCAN;
};

/** Leaves its answer in FIT. */
const fitWord = (line: ReadLine, word: string, previous: number): void => {
  const exact = line.wordAt.get(word);
  if (exact !== undefined) return setFit(1, exact);
  const next = line.words[previous + 1];
  if (
    previous >= 0 &&
    next !== undefined &&
    next.length >= 2 &&
    word.length > next.length &&
    word.startsWith(next)
  ) {
    return setFit(0.95, previous + 1);
  }
  setFit(0, -1);
  if (word.length < 4) return;
  const { first, length } = scan(line.words);
  const initial = word.charCodeAt(0);
  const behind = word.charCodeAt(1);
  const reach = word.length + 1;
  for (let at = 0; at < line.words.length; at += 1) {
    // Nothing else is like it: see `likeness` and `isSplitWord`.
    if (first[at] !== initial && first[at] !== behind && (length[at] ?? 0) <= reach) continue;
    const found = line.words[at] ?? '';
    const share = found.length < 3 ? 0 : likeness(word, found);
    if (share > FIT.share) setFit(share, at);
    const second = line.words[at + 1] ?? '';
    if (
      found.length + second.length + 1 === word.length &&
      FIT.share < 0.85 &&
      isSplitWord(word, found, second)
    )
      setFit(0.85, at + 1);
  }
};

/** `V ZQUEZ`: a blank where a letter was lost. */
const isSplitWord = (word: string, first: string, second: string): boolean =>
  second.length >= 1 &&
  first.length >= 1 &&
  word.length >= 4 &&
  word.length === first.length + second.length + 1 &&
  word.startsWith(first) &&
  word.endsWith(second);

const likeness = (word: string, found: string): number => {
  if (found.length === 3 && found.includes('?')) return fitsWildcard(found, word) ? 0.8 : 0;
  if (found.length < 4 || word.length < 4) return 0;
  if (found.length >= 5 && word.length === found.length + 1 && word.endsWith(found)) return 0.7;
  if (found.charCodeAt(0) !== word.charCodeAt(0) && found.length <= word.length + 1 && !found.startsWith('?'))
    return 0;
  if (found.includes('?')) return fitsWildcard(found, word) ? 0.9 : 0;
  if (word.startsWith(found) && !JARGON.has(found)) return found.length >= 5 ? 0.75 : 0.5;
  if (isNearWord(found, word)) return 0.7;
  if (word.length >= 6 && found.length > word.length && found.endsWith(word)) return 0.85;
  return word.length >= 6 && found.length > word.length + 2 && found.startsWith(word) ? 0.6 : 0;
};

const MIN_CUT_LENGTH = 14;

/** The name stands at the start of where it is cut: the words behind the cut cannot be missed. */
const isCutAt = (line: ReadLine, name: PartyName, count: number, lastAt: number): boolean => {
  const length = name.words.slice(0, count).reduce((sum, word) => sum + word.length + 1, 0);
  const next = line.words[lastAt + 1];
  return length >= MIN_CUT_LENGTH && (next === undefined || next === '' || JARGON.has(next));
};

const isGluedName = (line: ReadLine, name: PartyName): boolean =>
  name.joined.length >= 8 &&
  name.words.length > 1 &&
  name.joined.length <= scan(line.words).longest &&
  line.words.some((word) => word.length >= name.joined.length && word.includes(name.joined));

/** `Wagner & Wagner` asks for two of them. */
const isCounted = (line: ReadLine, name: PartyName, at: number): boolean => {
  const word = name.words[at] ?? '';
  if (name.words.indexOf(word) === at) return true;
  return line.words.indexOf(word) !== line.words.lastIndexOf(word);
};

const fitName = (line: ReadLine, name: PartyName): Omit<PartyFit, 'explained'> => {
  if (isGluedName(line, name)) return { party: name.at, cover: 1, weight: name.total, found: name.words };
  let weight = 0;
  let excused = 0;
  let inOrder = 0;
  let previous = -1;
  const found: string[] = [];
  for (let at = 0; at < name.words.length; at += 1) {
    const word = name.words[at] ?? '';
    fitWord(line, word, previous);
    if (FIT.share > 0 && isCounted(line, name, at)) {
      weight += (name.weights[at] ?? 0) * FIT.share;
      found.push(word);
      if (inOrder === at && (previous < 0 || (FIT.at > previous && FIT.at - previous <= 3))) inOrder = at + 1;
      previous = FIT.at;
    } else if (inOrder === at && at > 0 && isCutAt(line, name, at, previous)) {
      for (let rest = at; rest < name.words.length; rest += 1) excused += name.weights[rest] ?? 0;
      break;
    }
  }
  const cover = measureCover(name, weight, excused);
  const short = name.person && isShortForm(line, name, found);
  return { party: name.at, cover: short ? Math.max(cover, SHORT_FORM) : cover, weight, found };
};

const SHORT_FORM = 0.72;

/** `MARIA MENDEZ` for María Fernanda Méndez Galván: the first given name and the first surname side by side. */
const isShortForm = (line: ReadLine, name: PartyName, found: readonly string[]): boolean => {
  const [given, surname] = found;
  if (found.length !== 2 || given === undefined || surname === undefined || given !== name.words[0])
    return false;
  const at = line.wordAt.get(given) ?? -2;
  return surname === name.words[name.words.length - 2] && line.wordAt.get(surname) === at + 1;
};

/** A word that was cut off counts a fifth of its weight: another party's name may begin the same. */
const measureCover = (name: PartyName, weight: number, excused: number): number =>
  name.total === 0 ? 0 : Math.min(1, weight / Math.max(0.01, name.total - excused * 0.8));

const explainedBy = (line: ReadLine, index: PartyIndex, name: PartyName): number | null => {
  if (line.partyWords.length === 0) return null;
  let total = 0;
  let explained = 0;
  for (const word of line.partyWords) {
    const weight = index.weightOf(word);
    total += weight;
    const share = name.words.reduce(
      (best, known) => Math.max(best, known === word ? 1 : likeness(known, word)),
      0,
    );
    const cut =
      share === 0 &&
      name.words.some((known) => known.length > word.length && word.length >= 2 && known.startsWith(word));
    const joined = share === 0 && !cut && name.joined.includes(word) && word.length >= 6;
    explained += weight * (cut || joined ? 0.8 : share);
  }
  return total === 0 ? null : explained / total;
};

const rank = (fit: PartyFit): number =>
  fit.cover * 0.6 + (fit.explained ?? fit.cover) * 0.4 + Math.min(1, fit.weight / 8) * 0.3;

const MIN_COVER = 0.25;

/** The parties that the line may name, best first. */
export const fitParties = (line: ReadLine, index: PartyIndex): PartyFit[] => {
  const fits: PartyFit[] = [];
  for (const party of findParties(line, index)) {
    const name = index.names[party];
    if (name === undefined) continue;
    const fit = fitTo(line, index, name);
    if (fit.cover >= MIN_COVER) fits.push(fit);
  }
  return fits.sort((a, b) => rank(b) - rank(a) || a.party - b.party).slice(0, KEPT);
};

/** For a party that other evidence brought in. */
export const fitParty = (line: ReadLine, index: PartyIndex, party: number): PartyFit => {
  const name = index.names[party];
  if (name === undefined) return { party, cover: 0, explained: null, weight: 0, found: [] };
  return fitTo(line, index, name);
};

const fitTo = (line: ReadLine, index: PartyIndex, name: PartyName): PartyFit => {
  const { cover, weight, found } = fitName(line, name);
  return { party: name.at, cover, explained: explainedBy(line, index, name), weight, found };
};

/** Whether a name of our own stands in the bank's column or in the text. */
export const namesOwn = (line: ReadLine, own: readonly (readonly string[])[]): boolean =>
  own.some((words) => words.length > 0 && words.every((word) => line.wordAt.has(foldWord(word))));
