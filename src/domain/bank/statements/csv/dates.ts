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
  /(?<![T ,])[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?$/iu;

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
/** Without separators, and with the leading zero of the day lost. */
const RUN_TOGETHER = /^(\d{1,2})(\d{2})((?:19|20)\d{2})$/;
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const NAMED = /^(\d{1,2})[-/. ]+(?:de )?(\p{L}{3,})\.?[-/. ]+(?:de )?(\d{4}|\d{2})$/iu;

const clean = (cell: string): string => cell.trim().replace(/^'|'$/gu, '').replace(TIME, '');

/**
 * The order that the cells show. A point means the day comes first; of slashes, a number above 12 tells, else the
 * order in which the days stand: statements are sorted. What still tells nothing is read as day, month, year.
 */
export const findDateOrder = (cells: readonly string[]): DateOrder => {
  const numeric = cells.map((cell) => readNumeric(clean(cell))).filter((match) => match !== null);
  if (numeric.some(([, , separator]) => separator === '.')) return 'dmy';
  if (numeric.some(([, first]) => Number(first) > 12)) return 'dmy';
  if (numeric.some(([, , , second]) => Number(second) > 12)) return 'mdy';
  return !isSorted(cells, 'dmy') && isSorted(cells, 'mdy') ? 'mdy' : 'dmy';
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
  const named = NAMED.exec(text);
  if (named === null) return undefined;
  const month = findMonth(named[2] ?? '');
  return month === undefined ? undefined : makeDay(named[3], month.toString(), named[1]);
};

const findMonth = (name: string): number | undefined => {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
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
