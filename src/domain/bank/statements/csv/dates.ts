// Days as banks print them. Whether the day or the month comes first is decided once for the whole file.
import { MONTH_NAMES } from '../../../../../generated/vocabulary/month-names.ts';
import { addDays, asDay, type IsoDay, parseDay } from '../../../../base/time/day.ts';
import type { DateOrder } from '../format.ts';

/** The first three letters of the months, without accents. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.short.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1])),
);

/** A time behind the day is of no interest. */
const TIME =
  /(?<![T ,])[T ,]+(?:(?:um|at|a las) )?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.? ?m\.?)?(?: ?Z| ?(?:UTC|GMT)?[+-]\d{2}:?\d{2}| (?:Uhr|UTC|GMT|CES?T|hrs?\.?|h))?$/iu;

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
/** Without separators, and with the leading zero of the day lost. */
const RUN_TOGETHER = /^(\d{1,2})(\d{2})((?:19|20)\d{2})$/;
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const NAMED =
  /^(?<day>\d{1,2})(?:st|nd|rd|th|º|°)?[-/., ]+(?:(?:de|of) )?(?<month>\p{L}{3,})[-/., ]+(?:del? )?(?<year>\d{4}|\d{2})$/iu;
/** `Nov 17 2026`, `November 18, 2026`. */
const MONTH_FIRST = /^(?<month>\p{L}{3,})[-/. ]+(?<day>\d{1,2})(?:st|nd|rd|th)?[-/., ]+(?<year>\d{4})$/iu;
/** `2026-Nov-17`. */
const NAMED_YEAR_FIRST = /^(?<year>\d{4})[-/. ]+(?<month>\p{L}{3,})[-/. ]+(?<day>\d{1,2})$/iu;
/** `Dienstag, 17. November 2026`, `Tue Nov 17 2026`. */
const WEEKDAY = /^\p{L}{2,10}\.?,?\s+(?=\d|\p{L}{3,}\.? \d)/u;

const clean = (cell: string): string => {
  const text = cell
    .trim()
    .replace(/^'|'$/gu, '')
    .replace(/[\s\u00a0\u202f]+/gu, ' ')
    .replace(TIME, '');
  return MONTH_FIRST.test(text) ? text : text.replace(WEEKDAY, '');
};

/**
 * The order that the cells show. A point means the day comes first; of slashes, a number above 12 tells, else the
 * order in which the days stand: statements are sorted. Undefined where nothing tells.
 */
export const provenOrder = (cells: readonly string[]): DateOrder | undefined => {
  const numeric = cells.map((cell) => readNumeric(clean(cell))).filter((match) => match !== null);
  if (numeric.some(([, , separator]) => separator === '.')) return 'dmy';
  if (numeric.some(([, first]) => Number(first) > 12)) return 'dmy';
  if (numeric.some(([, , , second]) => Number(second) > 12)) return 'mdy';
  if (numeric.every(([, first, , second]) => Number(first) === Number(second))) return 'dmy';
  const isDayFirst = isSorted(cells, 'dmy');
  if (isDayFirst === isSorted(cells, 'mdy')) return undefined;
  return isDayFirst ? 'dmy' : 'mdy';
};

/** `2026-04-03`, or `20260403` where that is a day: `20122026` is none of 2012. */
const readYearFirst = (text: string): IsoDay | undefined => {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? [];
  return makeDay(year, month, day);
};

/** `3/4/2026`, or `03042026`. */
const readNumeric = (text: string): readonly (string | undefined)[] | null => {
  const [whole, first, second, year] = RUN_TOGETHER.exec(text) ?? [];
  if (whole === undefined) return NUMERIC.exec(text);
  return readYearFirst(text) === undefined ? [whole, first, '', second, year] : null;
};

const isSorted = (cells: readonly string[], order: DateOrder): boolean => {
  const days = cells.map((cell) => readDate(cell, order)).filter((day) => day !== undefined);
  const pairs = days.slice(1).map((day, index) => [days[index] ?? day, day] as const);
  return pairs.every(([a, b]) => a <= b) || pairs.every(([a, b]) => a >= b);
};

/** The day, or undefined for what is none. */
export const readDate = (cell: string, order: DateOrder): IsoDay | undefined => {
  const text = clean(cell);
  const yearFirst = readYearFirst(text);
  if (yearFirst !== undefined) return yearFirst;
  const numeric = readNumeric(text);
  if (numeric !== null) {
    const [, first, , second, third] = numeric;
    if (order === 'ymd') return third?.length === 2 ? makeDay(first, second, third) : undefined;
    return order === 'mdy' ? makeDay(third, first, second) : makeDay(third, second, first);
  }
  return readNamed(text);
};

const readNamed = (text: string): IsoDay | undefined => {
  const found = NAMED.exec(text) ?? MONTH_FIRST.exec(text) ?? NAMED_YEAR_FIRST.exec(text);
  const month = findMonth(found?.groups?.['month'] ?? '');
  return month === undefined
    ? undefined
    : makeDay(found?.groups?.['year'], month.toString(), found?.groups?.['day']);
};

const findMonth = (name: string): number | undefined => {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/^m(?:ae|r)(?=r?z)/u, 'mar');
  return MONTHS.get(plain.slice(0, 3));
};

const makeDay = (year = '', month = '', day = ''): IsoDay | undefined => {
  const century = year.length === 2 ? `20${year}` : year;
  const isOfOurTime = century >= '1970' && century <= '2199';
  return isOfOurTime ? parseDay(`${century}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) : undefined;
};

/** A cell that a spreadsheet has turned into its own count of days. */
export const isSpreadsheetDay = (cell: string): boolean => /^\d{5}(?:[.,]\d+)?$/.test(cell.trim());

/** Of that count, the day that it stands for. */
export const spreadsheetDay = (cell: string): IsoDay =>
  addDays(asDay('1899-12-30'), Number(cell.trim().slice(0, 5)));
