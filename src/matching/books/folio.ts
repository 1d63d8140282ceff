// Which strings identify a document. One place knows, so that "14" in "1814" never does: numbers count between
// boundaries only, the longer the surer, with series and year as the document bears them.
import { fold, splitRuns, stripZeros, type Run } from '../text/fold.ts';
import type { MatchDocument } from '../types.ts';

/** A document's number as runs of letters and digits. The last run of digits is its core, unless that is too short. */
export interface Folio {
  readonly parts: readonly { readonly text: string; readonly digit: boolean }[];
  /** Index in parts. */
  readonly coreAt: number;
  readonly core: string;
  /** The core with its leading zeros, as the document bears it. */
  readonly written: string;
  /** All digits one after the other, when there is more than one run; else ''. */
  readonly joined: string;
  readonly digitRuns: number;
}

export const MIN_CORE = 3;
const MAX_PARTS = 8;

/** `202516857` is a year and a number, `A26-13046` bears its year apart. */
const splitYear = (run: Run): { text: string; digit: boolean }[] => {
  if (!run.digit || run.text.length < 7 || run.text.length > 10 || !/^20[12]\d/.test(run.text)) {
    return [{ text: run.digit ? stripZeros(run.text) : run.text, digit: run.digit }];
  }
  return [
    { text: run.text.slice(0, 4), digit: true },
    { text: stripZeros(run.text.slice(4)), digit: true },
  ];
};

export const readFolio = (document: Pick<MatchDocument, 'series' | 'number'>): Folio | null => {
  const series = fold(document.series ?? '').trim();
  const number = fold(document.number ?? '').trim();
  if (number === '') return null;
  const whole = series !== '' && !number.startsWith(series) ? `${series}-${number}` : number;
  const runs = splitRuns(whole.slice(0, 60)).slice(-MAX_PARTS);
  const parts = runs.flatMap(splitYear);
  const coreAt = corePosition(parts);
  if (coreAt < 0) return null;
  const digits = parts.filter((part) => part.digit).map((part) => part.text);
  const raw = runs.filter((run) => run.digit).map((run) => run.text);
  return {
    parts,
    coreAt,
    core: parts[coreAt]?.text ?? '',
    written: runs.find((run) => run.digit && stripZeros(run.text) === parts[coreAt]?.text)?.text ?? '',
    joined: digits.length > 1 ? stripZeros(raw.join('')) : '',
    digitRuns: digits.length,
  };
};

/** The last run of digits that is no year; `002845/2025` has its year behind. */
const corePosition = (parts: readonly { readonly text: string; readonly digit: boolean }[]): number => {
  const digits = parts.flatMap((part, at) => (part.digit ? [at] : []));
  const textAt = (at: number): string => parts[at]?.text ?? '';
  const last = (fits: (text: string) => boolean): number | undefined =>
    digits.findLast((at) => fits(textAt(at)));
  return (
    last((text) => !looksLikeYear(text) && text.length >= MIN_CORE) ??
    last((text) => !looksLikeYear(text)) ??
    digits.at(-1) ??
    -1
  );
};

/** How a document's number stands in a text, from strongest to weakest. */
export const FOLIO_LEVELS = ['none', 'near', 'padded', 'short', 'number', 'long', 'strong', 'full'] as const;
export type FolioLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const LEVEL = {
  none: 0,
  near: 1,
  padded: 2,
  short: 3,
  number: 4,
  long: 5,
  strong: 6,
  full: 7,
} as const;

/** Years and the like are in every text. */
const looksLikeYear = (digits: string): boolean => /^20[123]\d$/.test(digits);

const MAX_GAP = 3;

/** Between two runs of one number stand at most a few marks, no other words. */
const adjoins = (a: Run, b: Run): boolean => b.start - a.end <= MAX_GAP;

const sameDigits = (part: string, run: string): boolean =>
  part === run || (part.length === 4 && part.startsWith('20') && part.slice(2) === run);

interface Walk {
  letters: number;
  digits: number;
  complete: boolean;
}

const INTRODUCTIONS = new Set(['folio', 'factura', 'fact', 'fac', 'no', 'nr', 'num', 'numero', 'nummer']);

/** `SERIE V FOLIO 1321`: the word between series and number is no part of it. */
const behindIntroduction = (runs: readonly Run[], position: number, wanted: string): number => {
  const before = runs[position - 1];
  const isIntroduced =
    before !== undefined && !before.digit && INTRODUCTIONS.has(before.text) && before.text !== wanted;
  return isIntroduced && runs[position - 2]?.text === wanted ? position - 1 : position;
};

/** Walks back from the core through the series and the year, as far as text and number agree. */
const walkBack = (folio: Folio, runs: readonly Run[], at: number): Walk => {
  const walk = { letters: 0, digits: 0, complete: true };
  let position = at;
  for (let part = folio.coreAt - 1; part >= 0; part -= 1) {
    const wanted = folio.parts[part];
    if (wanted?.digit === false) position = behindIntroduction(runs, position, wanted.text);
    const before = runs[position - 1];
    const current = runs[position];
    if (wanted === undefined || before === undefined || current === undefined || !adjoins(before, current)) {
      return { ...walk, complete: false };
    }
    const found = stripZeros(before.text);
    const fits = wanted.digit
      ? before.digit && sameDigits(wanted.text, found)
      : !before.digit && before.text.endsWith(wanted.text);
    if (fits) {
      if (wanted.digit) walk.digits += 1;
      else walk.letters += 1;
      position -= 1;
    } else if (wanted.digit) {
      return { ...walk, complete: false };
    } else {
      walk.complete = false;
    }
  }
  return walk;
};

/** What follows the core: `1203-B`, `002845/2025`. */
const walkOn = (folio: Folio, runs: readonly Run[], at: number): { complete: boolean; digits: number } => {
  let position = at;
  let digits = 0;
  for (let part = folio.coreAt + 1; part < folio.parts.length; part += 1) {
    const next = runs[position + 1];
    const current = runs[position];
    const wanted = folio.parts[part];
    if (wanted === undefined || next === undefined || current === undefined || !adjoins(current, next))
      return { complete: false, digits };
    if (
      wanted.digit
        ? !next.digit || !sameDigits(wanted.text, stripZeros(next.text))
        : next.text !== wanted.text
    )
      return { complete: false, digits };
    if (wanted.digit) digits += 1;
    position += 1;
  }
  return { complete: true, digits };
};

const FACTURA =
  /^(?:fact?|facturas?|fra|folio|rg|re|rechnung|rechnungsnr|rechnungsnummer|rnr|rgnr|renr|inv|invoice|faktura)$/;

const isIntroduced = (runs: readonly Run[], at: number): boolean =>
  [runs[at - 1], runs[at - 2]].some((run) => run !== undefined && !run.digit && FACTURA.test(run.text));

/** So many digits, zeros before them and all, are no chance. */
const WRITTEN_OUT = 5;

/** How surely run `at`, whose digits equal the core, is this number. */
export const levelAt = (folio: Folio, runs: readonly Run[], at: number): FolioLevel => {
  const run = runs[at];
  if (run === undefined) return LEVEL.none;
  const back = walkBack(folio, runs, at);
  const on = walkOn(folio, runs, at);
  const length = folio.core.length;
  const digits = back.digits + on.digits;
  if (
    back.complete &&
    on.complete &&
    folio.parts.length > 1 &&
    length + digits * 2 + back.letters >= MIN_CORE
  ) {
    return length >= MIN_CORE || digits > 0 ? LEVEL.full : LEVEL.padded;
  }
  if (digits > 0 && length >= 2) return length >= MIN_CORE ? LEVEL.strong : LEVEL.number;
  if (length < MIN_CORE) return LEVEL.none;
  if (folio.digitRuns === 1 && run.text === folio.written && run.text.length >= WRITTEN_OUT)
    return LEVEL.long;
  if (run.text.length !== length && run.text.length >= 7) return LEVEL.padded;
  if (looksLikeYear(run.text) && !isIntroduced(runs, at)) return LEVEL.near;
  if (length >= 5) return LEVEL.long;
  return length >= 4 ? LEVEL.number : LEVEL.short;
};

/** One digit off, or two neighbours swapped: what happens when a number is typed. */
export const isSlip = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 3) return false;
  if (a.length !== b.length) return isOneLeftOut(a, b);
  let first = 0;
  while (a[first] === b[first]) first += 1;
  const restEqual = a.slice(first + 1) === b.slice(first + 1);
  const swapped =
    a[first] === b[first + 1] && a[first + 1] === b[first] && a.slice(first + 2) === b.slice(first + 2);
  return restEqual || swapped;
};

const isOneLeftOut = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 4) return false;
  let index = 0;
  while (index < short.length && short[index] === long[index]) index += 1;
  return short.slice(index) === long.slice(index + 1);
};
