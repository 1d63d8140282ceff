// Numbers that a text lists behind one that was found (`1203/04/10`, `RE-850, RE-854`), and ranges of them (`1203 A 1207`).
import { type Run, stripZeros } from '../text/fold.ts';
import type { ReadLine } from '../text/read-line.ts';
import { INVOICE_WORDS } from '../text/words.ts';
import type { Book, BookDocument } from './book.ts';
import { type FolioLevel, LEVEL, MIN_CORE } from './folio.ts';

/** What is found in a line so far. */
export interface Finding {
  readonly line: ReadLine;
  readonly book: Book;
  readonly levels: Map<number, FolioLevel>;
  readonly between: Set<number>;
}

export const raise = (finding: Finding, entry: BookDocument, level: FolioLevel): void => {
  finding.between.delete(entry.at);
  if (level > (finding.levels.get(entry.at) ?? 0)) finding.levels.set(entry.at, level);
};

/** Documents with the number `core` that share party, type and series with one that was named. */
const siblings = (book: Book, base: BookDocument, core: string): BookDocument[] => {
  const head = (entry: BookDocument): string => {
    const folio = entry.folio;
    return folio === null
      ? ''
      : folio.parts
          .slice(0, folio.coreAt)
          .map((part) => part.text)
          .join('-');
  };
  return (book.byCore.get(core) ?? [])
    .filter(
      (entry) =>
        entry.party === base.party &&
        entry.document.type === base.document.type &&
        head(entry) === head(base),
    )
    .slice(0, 4);
};

const MAX_RANGE = 40;
const LIST_GAP = 6;
const RANGE_WORDS = new Set(['a', 'al', 'bis', 'to', 'hasta']);

/** Numbers behind one that was found: shorter ones replace its tail. */
export const followList = (finding: Finding, start: number, bases: readonly BookDocument[]): void => {
  const { line, book } = finding;
  const first = line.runs[start];
  if (first === undefined || bases.length === 0 || bases.length > 6) return;
  let last = first;
  // What parts two numbers makes a range of them; the dash within a number, behind its series or year, does not.
  let number: Run | undefined = first;
  let range = false;
  for (let at = start + 1; at < Math.min(line.runs.length, start + 40); at += 1) {
    const run = line.runs[at];
    if (run === undefined || run.start - last.end > LIST_GAP) return;
    if (!run.digit) {
      const isWord = isRangeWord(line, start, at, last);
      if (
        !RANGE_WORDS.has(run.text) &&
        run.text.length > 2 &&
        run.text !== 'und' &&
        !INVOICE_WORDS.has(run.text) &&
        !book.series.has(run.text)
      )
        return;
      range = isWord || (range && number === undefined) || isDashBetween(line.text, number, run);
      number = undefined;
      last = run;
      continue;
    }
    range ||= isDash(line.text, number, run) && !isChain(line, at, bases);
    const isFound: boolean =
      run.text.length <= first.text.length && expand(finding, bases, stripZeros(run.text), first.text, range);
    // A year before a number is a part of it.
    if (isFound || !isHead(bases, run)) range = false;
    number = isFound ? run : undefined;
    last = run;
  }
};

/** `1203 A 1207`, not `A-1203, A-1207`: there it is the series, written as before the first number. */
const isRangeWord = ({ runs, text }: ReadLine, start: number, at: number, before: Run): boolean => {
  const run = runs[at];
  const next = runs[at + 1];
  if (run === undefined || next === undefined || !RANGE_WORDS.has(run.text)) return false;
  if (!/^ +$/.test(text.slice(before.end, run.start)) || !/^ +$/.test(text.slice(run.end, next.start)))
    return false;
  const series = runs[start - 1];
  const first = runs[start];
  return !(
    next.digit &&
    series?.text === run.text &&
    text.slice(series.end, first?.start) === text.slice(run.end, next.start)
  );
};

const isDash = (text: string, a: Run | undefined, b: Run): boolean =>
  a !== undefined && /^ ?[-–] ?$/.test(text.slice(a.end, b.start));

/** `8526-8534-8536-`: of three and more, each dash parts two numbers of a list. */
const isChain = ({ runs, text }: ReadLine, at: number, bases: readonly BookDocument[]): boolean => {
  const [before, first, run] = [runs[at - 2], runs[at - 1], runs[at]];
  if (first === undefined || run === undefined) return false;
  const dash = text.slice(first.end, run.start);
  const isLonger =
    before?.digit === true && !isHead(bases, before) && text.slice(before.end, first.start) === dash;
  return isLonger || (/^[-–]$/.test(dash) && text.startsWith(dash, run.end));
};

/** `RE-850 - RE-854`: a dash with blanks parts two whole numbers. */
const isDashBetween = (text: string, a: Run | undefined, b: Run): boolean =>
  a !== undefined && /^ [-–] $|^ ?– ?$/.test(text.slice(a.end, b.start));

const isHead = (bases: readonly BookDocument[], { text }: Run): boolean =>
  bases.some(({ folio }) => folio?.parts.slice(0, folio.coreAt).some((part) => part.text === text) === true);

/** Whether a document has the number that the tail makes. */
const expand = (
  finding: Finding,
  bases: readonly BookDocument[],
  tail: string,
  first: string,
  range: boolean,
): boolean => {
  let isFound = false;
  for (const base of bases) {
    const core = base.folio?.core ?? '';
    if (core.length < MIN_CORE || tail.length > core.length || tail.length < Math.min(2, core.length - 1))
      continue;
    const number = tail.length === core.length ? tail : `${core.slice(0, core.length - tail.length)}${tail}`;
    if (number === first) continue;
    const found = siblings(finding.book, base, number);
    if (found.length > 0) isFound = true;
    for (const entry of found) raise(finding, entry, tail.length === core.length ? LEVEL.long : LEVEL.number);
    const span = Number(number) - Number(core);
    if (!range || found.length === 0 || span < 2 || span > MAX_RANGE) continue;
    for (let between = Number(core) + 1; between < Number(number); between += 1) {
      for (const entry of siblings(finding.book, base, String(between))) include(finding, entry);
    }
  }
  return isFound;
};

const include = (finding: Finding, entry: BookDocument): void => {
  if (finding.levels.has(entry.at)) return;
  finding.levels.set(entry.at, LEVEL.number);
  finding.between.add(entry.at);
};
