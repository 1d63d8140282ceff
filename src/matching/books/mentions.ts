// Which documents a bank line names by number: single numbers, lists (`1203/04/10`), ranges (`1203 A 1207`), fiscal
// ids, numbers cut off at the end of the text, and numbers that belong to nothing known.
import { type Run, stripZeros } from '../text/fold.ts';
import type { ReadLine } from '../text/read-line.ts';
import { CUSTOMER_WORDS, NUMBER_WORDS } from '../text/words.ts';
import { type Book, type BookDocument, UUID_TAIL } from './book.ts';
import { LEVEL, levelAt, MIN_CORE, type FolioLevel } from './folio.ts';
import { type Finding, followList, raise } from './lists.ts';

export interface Mentions {
  /** Level by the document's position. */
  readonly levels: ReadonlyMap<number, FolioLevel>;
  /** Of these, those whose number does not stand in the text: it lies in a range that does. */
  readonly between: ReadonlySet<number>;
  /** Numbers behind an invoice word or a series that are none of ours. */
  readonly unknown: readonly UnknownNumber[];
  /** `FACTURA REFERENCIA 84711`: a number of something else stands behind an invoice word, as if it were one's. */
  readonly beside: boolean;
  /** Digit runs that may be a number, for slips. */
  readonly numbers: readonly string[];
}

export interface UnknownNumber {
  readonly digits: string;
  /** It is the last of what the payer wrote, where banks cut. */
  readonly atEnd: boolean;
}

const MAX_NUMBER = 13;
const MAX_HITS = 60;

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

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9a-f])/g;

const findUuids = (finding: Finding): void => {
  if (finding.line.text.length < 32) return;
  for (const uuid of (finding.line.text.match(UUID) ?? []).slice(0, 10)) {
    for (const entry of finding.book.byUuid.get(uuid.replaceAll('-', '')) ?? [])
      raise(finding, entry, LEVEL.full);
  }
};

/** `CFDI 6BF29A49`, `FACTURA825D7830`, `UUID ...A1B2C3`: digits and letters mixed, or behind a word that says what they are. */
const UUID_END =
  /(?:(?<![0-9a-z])|(?<=factura|fact|fac))(?:((?:folio )?fiscal|cfdi|uuid|timbre)(?: term(?:ina(?:cion|do)?)?(?: en)?)?[ :#.*-]{0,5})?([0-9a-f]{6,12})(?![0-9a-z])/g;
const UUID_HEAD = 8;

type Span = readonly [start: number, end: number];

/** Documents whose fiscal id begins or ends so. */
const byUuidEnd = ({ byUuidHead, byUuidTail }: Book, part: string): readonly BookDocument[] => [
  ...(part.length === UUID_HEAD ? (byUuidHead.get(part) ?? []) : []),
  ...(byUuidTail.get(part.slice(-UUID_TAIL)) ?? []).filter(
    ({ document }) => document.uuid?.toLowerCase().replaceAll('-', '').endsWith(part) === true,
  ),
];

const findUuidEnds = (finding: Finding): Span[] => {
  if (finding.book.byUuidHead.size === 0) return [];
  const spans: Span[] = [];
  for (const match of finding.line.text.matchAll(UUID_END)) {
    const [all, label, part = ''] = match;
    const isMixed = /[a-f]/.test(part) && /\d/.test(part);
    if (label === undefined && !(isMixed && part.length >= UUID_HEAD)) continue;
    const found = byUuidEnd(finding.book, part);
    for (const entry of found) raise(finding, entry, LEVEL.long);
    if (found.length > 0) spans.push([match.index, match.index + all.length]);
  }
  return spans;
};

const INVOICE =
  /^(?:f|fa|fac|facts?|facturas?|fra|fras|folios?|rg|re|rnr|rgnr|renr|rechnung|rechnungen|rechnungsnr|rechnungsnummer|inv|invoice|beleg|belegnr)$/;

/** `FACTURA NO. 850`, and not `FACTURA AUT. 198346`, `RECHNUNG BESTELLUNG 860`: there the last word says what it is. */
const followsInvoiceWord = (line: ReadLine, at: number): boolean => {
  for (let back = 1; back <= 2; back += 1) {
    const before = line.runs[at - back];
    const run = line.runs[at - back + 1];
    if (before === undefined || run === undefined || run.start - before.end > 3) return false;
    if (!before.digit && INVOICE.test(before.text)) return true;
    if (!before.digit && before.text.length > 2 && !NUMBER_WORDS.has(before.text)) return false;
  }
  return false;
};

const standsBesideInvoiceWord = (line: ReadLine, at: number): boolean => {
  const [, word = ''] = wordsBefore(line, at, 2);
  return INVOICE.test(word) && (line.runs[at]?.text.length ?? 0) >= MIN_CORE;
};

/** The words before a run that stand together with it, the nearest first. */
const wordsBefore = ({ runs, text }: ReadLine, at: number, most: number): string[] => {
  const words: string[] = [];
  for (let back = 1; back <= most; back += 1) {
    const before = runs[at - back];
    const run = runs[at - back + 1];
    if (before === undefined || run === undefined || before.digit || run.start - before.end > 3) break;
    if (text.slice(before.end, run.start).includes('|')) break;
    words.push(before.text);
  }
  return words;
};

const NUMBER_OF = /^(?:n|nr|no|num|nro|numero|nummer|number|id|de|del|of)$/;
/** `PAGO CLIENTE 628` may be a customer's payment of document 628. */
const PLAIN_CUSTOMER = /^(?:clientes?|kunden?|customers?|client)$/;

/** `KdNr 10910`, `CTE 5312`, `No. de cliente: 5312`, `customer no. 77`. */
const isCustomersNumber = (line: ReadLine, at: number): boolean => {
  const words = wordsBefore(line, at, 5);
  const label = words.findIndex((word) => !NUMBER_OF.test(word));
  const word = words[label] ?? '';
  if (!CUSTOMER_WORDS.has(word)) return false;
  return label > 0 || !PLAIN_CUSTOMER.test(word) || NUMBER_OF.test(words[1] ?? '');
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

/** Nothing follows, or what the bank adds. */
const isAtEnd = ({ runs, text }: ReadLine, at: number): boolean => {
  const [run, next] = [runs[at], runs[at + 1]];
  if (run === undefined || next === undefined) return true;
  return text.slice(run.end, next.start).includes('|') || BANKS_TAIL.test(next.text);
};

const BANKS_TAIL = /^(?:aut|autorizacion|ref|referencia|rastreo|cve|end|eref|mref|kref|svwz|iban|bic|abwa)$/;

export const mentionsIn = (line: ReadLine, book: Book): Mentions => {
  const finding: Finding = { line, book, levels: new Map(), between: new Set() };
  const numbers: string[] = [];
  const unknown: UnknownNumber[] = [];
  let beside = false;
  const type = line.line.direction === 'credit' ? 'invoice' : 'bill';
  const heads = findUuidEnds(finding);
  for (const [at, run] of line.runs.entries()) {
    if (
      !run.digit ||
      heads.some(([start, end]) => run.start >= start && run.end <= end) ||
      run.text.length > MAX_NUMBER ||
      isCustomersNumber(line, at) ||
      isPartOfFigure(line.text, line.runs, at, (digits) => book.byCore.has(stripZeros(digits)))
    )
      continue;
    if (run.text.length >= MIN_CORE) numbers.push(stripZeros(run.text));
    findGlued(finding, at);
    const sure = findAt(finding, at);
    if (sure.length > 0) followList(finding, at, sure);
    // A bill's number is none where money comes in.
    if (sure.some(({ document }) => document.type === type)) continue;
    if (isUnknownNumber(finding, at))
      unknown.push({ digits: stripZeros(run.text), atEnd: isAtEnd(line, at) });
    else beside ||= sure.length === 0 && standsBesideInvoiceWord(line, at);
  }
  findUuids(finding);
  return { levels: finding.levels, between: finding.between, unknown, beside, numbers: numbers.slice(0, 30) };
};
