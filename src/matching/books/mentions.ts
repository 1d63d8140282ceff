// Which documents a bank line names by number: single numbers, lists (`1203/04/10`), ranges (`1203 A 1207`), fiscal
// ids, numbers cut off at the end of the text, and numbers that belong to nothing known.
import type { Run } from '../text/fold.ts';
import { stripZeros } from '../text/fold.ts';
import type { ReadLine } from '../text/read-line.ts';
import { INVOICE_WORDS } from '../text/words.ts';
import type { Book, BookDocument } from './book.ts';
import { LEVEL, levelAt, MIN_CORE, type FolioLevel } from './folio.ts';

export interface Mentions {
  /** Level by the document's position. */
  readonly levels: ReadonlyMap<number, FolioLevel>;
  /** Of these, those whose number does not stand in the text: it lies in a range that does. */
  readonly between: ReadonlySet<number>;
  /** A number behind an invoice word or a series that is none of ours. */
  readonly unknown: boolean;
  /** Digit runs that may be a number, for slips. */
  readonly numbers: readonly string[];
}

const MAX_NUMBER = 13;
const MAX_HITS = 60;
const MAX_RANGE = 40;

/** `1,234.56`, `12:30`, `03.11.2026`: digits beside marks that make them an amount, a time or a date. */
const isPartOfFigure = (
  text: string,
  runs: readonly Run[],
  at: number,
  isNumber: (digits: string) => boolean,
): boolean => {
  const run = runs[at];
  const next = runs[at + 1];
  const before = runs[at - 1];
  if (run === undefined) return true;
  const mark = next === undefined ? '' : text.slice(run.end, next.start);
  const markBefore = before === undefined ? '' : text.slice(before.end, run.start);
  const decimals =
    next?.digit === true &&
    next.text.length === 2 &&
    (mark === '.' || mark === ',') &&
    !(run.text.length >= 4 && isNumber(run.text));
  const thousands =
    next?.digit === true && next.text.length === 3 && (mark === ',' || mark === '.') && run.text.length <= 3;
  const tail = before?.digit === true && run.text.length <= 3 && (markBefore === ',' || markBefore === '.');
  const time = mark === ':' || markBefore === ':';
  return decimals || thousands || tail || time || isDate(runs, at, mark, markBefore);
};

const isDate = (runs: readonly Run[], at: number, mark: string, markBefore: string): boolean => {
  const run = runs[at];
  if (run === undefined || run.text.length > 4 || (mark !== markBefore && run.text.length < 4)) return false;
  const two = (other: Run | undefined): boolean =>
    other?.digit === true && other.text.length <= 2 && Number(other.text) <= 31;
  const isMark = (text: string): boolean => text === '/' || text === '.' || text === '-';
  if (run.text.length <= 2)
    return isMark(mark) && isMark(markBefore) && two(runs[at - 1]) && two(runs[at + 1]);
  if (run.text.length !== 4) return false;
  return (
    (isMark(markBefore) && two(runs[at - 1]) && two(runs[at - 2])) ||
    (isMark(mark) && two(runs[at + 1]) && two(runs[at + 2]))
  );
};

interface Finding {
  readonly line: ReadLine;
  readonly book: Book;
  readonly levels: Map<number, FolioLevel>;
  readonly between: Set<number>;
}

const raise = (finding: Finding, entry: BookDocument, level: FolioLevel): void => {
  finding.between.delete(entry.at);
  if (level > (finding.levels.get(entry.at) ?? 0)) finding.levels.set(entry.at, level);
};

/** Documents whose core or joined digits stand at this run. Answers those found surely enough to begin a list. */
const findAt = (finding: Finding, at: number): BookDocument[] => {
  const { line, book } = finding;
  const run = line.runs[at];
  if (run === undefined) return [];
  const number = stripZeros(run.text);
  const sure: BookDocument[] = [];
  const found = (book.byCore.get(number) ?? [])
    .slice(0, MAX_HITS)
    .map((entry) => ({
      entry,
      level: entry.folio === null ? LEVEL.none : levelAt(entry.folio, line.runs, at),
    }))
    .filter(({ level }) => level !== LEVEL.none);
  const written = found.some(({ level }) => level >= LEVEL.strong);
  for (const { entry, level } of found) {
    const held = written && level < LEVEL.strong ? LEVEL.near : level;
    raise(finding, entry, held);
    if (held >= LEVEL.short) sure.push(entry);
  }
  if (number.length >= 5) {
    for (const entry of (book.byJoined.get(number) ?? []).slice(0, MAX_HITS)) {
      raise(finding, entry, LEVEL.strong);
      sure.push(entry);
    }
  }
  return sure;
};

const REFERENCE = 7;

/** Some banks glue their seven-digit reference to the number that follows. */
const findGlued = (finding: Finding, at: number): void => {
  const digits = finding.line.runs[at]?.text ?? '';
  if (digits.length < REFERENCE + MIN_CORE || digits.length > REFERENCE + 6) return;
  for (const entry of (finding.book.byCore.get(stripZeros(digits.slice(REFERENCE))) ?? []).slice(0, 12)) {
    if ((entry.folio?.core.length ?? 0) >= MIN_CORE) raise(finding, entry, LEVEL.padded);
  }
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

const LIST_GAP = 6;
const RANGE_WORDS = new Set(['a', 'al', 'bis', 'to', 'hasta']);

/** Numbers behind one that was found: shorter ones replace its tail. */
const followList = (finding: Finding, start: number, bases: readonly BookDocument[]): void => {
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
    range ||= isDash(line.text, number, run);
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

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9a-f])/g;

const findUuids = (finding: Finding): void => {
  if (finding.line.text.length < 32) return;
  for (const uuid of (finding.line.text.match(UUID) ?? []).slice(0, 10)) {
    for (const entry of finding.book.byUuid.get(uuid.replaceAll('-', '')) ?? [])
      raise(finding, entry, LEVEL.full);
  }
};

/** `CFDI 6BF29A49`: digits and letters mixed, or behind a word that says what they are. */
const UUID_HEAD =
  /(?<![0-9a-z])(?:((?:folio )?fiscal|cfdi|uuid|timbre)[ :#.-]{0,3})?([0-9a-f]{8})(?![0-9a-z])/g;

type Span = readonly [start: number, end: number];

const findUuidHeads = (finding: Finding): Span[] => {
  if (finding.book.byUuidHead.size === 0) return [];
  const spans: Span[] = [];
  for (const match of finding.line.text.matchAll(UUID_HEAD)) {
    const [all, label, head = ''] = match;
    if (label === undefined && !(/[a-f]/.test(head) && /\d/.test(head))) continue;
    const found = finding.book.byUuidHead.get(head) ?? [];
    for (const entry of found) raise(finding, entry, LEVEL.long);
    if (found.length > 0) spans.push([match.index, match.index + all.length]);
  }
  return spans;
};

const followsInvoiceWord = (line: ReadLine, at: number): boolean => {
  for (let back = 1; back <= 2; back += 1) {
    const before = line.runs[at - back];
    const run = line.runs[at - back + 1];
    if (before === undefined || run === undefined || run.start - before.end > 3) return false;
    if (
      !before.digit &&
      /^(?:f|fa|fac|facts?|facturas?|fra|fras|folios?|rg|re|rnr|rgnr|renr|rechnung|rechnungen|rechnungsnr|rechnungsnummer|inv|invoice|beleg|belegnr)$/.test(
        before.text,
      )
    ) {
      return true;
    }
  }
  return false;
};

/** Whether a number that nothing on record bears stands where an invoice's number would. */
const isUnknownNumber = (finding: Finding, at: number): boolean => {
  const run = finding.line.runs[at];
  const before = finding.line.runs[at - 1];
  if (run === undefined || run.text.length > 10) return false;
  const letters = before === undefined || before.digit || run.start - before.end > 1 ? '' : before.text;
  if (isBehindSeries(finding, letters, run.text)) return true;
  return (
    run.text.length >= MIN_CORE && (finding.book.series.has(letters) || followsInvoiceWord(finding.line, at))
  );
};

const MAX_SERIES = 4;

/** `FACTURAZB-2`: a series of two letters and more, also glued to the word before it, and no number that we know. */
const isBehindSeries = ({ book }: Finding, letters: string, digits: string): boolean => {
  for (let length = 2; length <= Math.min(MAX_SERIES, letters.length); length += 1) {
    const series = letters.slice(-length);
    const word = letters.slice(0, -length);
    if (!book.series.has(series) || (word !== '' && !GLUED.test(word))) continue;
    return !(book.byCore.get(stripZeros(digits)) ?? []).some(
      (entry) => entry.folio?.parts[0]?.text === series,
    );
  }
  return false;
};

const GLUED = /(?:factura|fact|fac|fra|folio|rechnung|re|rg|nr|inv|invoice)$/;

export const mentionsIn = (line: ReadLine, book: Book): Mentions => {
  const finding: Finding = { line, book, levels: new Map(), between: new Set() };
  const numbers: string[] = [];
  let unknown = false;
  const heads = findUuidHeads(finding);
  for (const [at, run] of line.runs.entries()) {
    if (
      !run.digit ||
      heads.some(([start, end]) => run.start >= start && run.end <= end) ||
      run.text.length > MAX_NUMBER ||
      isPartOfFigure(line.text, line.runs, at, (digits) => book.byCore.has(stripZeros(digits)))
    )
      continue;
    if (run.text.length >= MIN_CORE) numbers.push(stripZeros(run.text));
    findGlued(finding, at);
    const sure = findAt(finding, at);
    if (sure.length > 0) followList(finding, at, sure);
    else if (isUnknownNumber(finding, at)) unknown = true;
  }
  findUuids(finding);
  return { levels: finding.levels, between: finding.between, unknown, numbers: numbers.slice(0, 30) };
};
