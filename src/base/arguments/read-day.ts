// Days as people write them, for the hint of a call that did not write YYYY-MM-DD.

/** The days that a text can mean: one is certain, two are open, none is no day. */
export interface ReadDays {
  readonly days: readonly string[];
  /** The last day of the month, when the text names a later one. */
  readonly last?: string;
}

const NONE: ReadDays = { days: [] };

const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const write = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

const toDay = (year: number, month: number, day: number): ReadDays => {
  if (month < 1 || month > 12 || day < 1 || day > 31) return NONE;
  const last = lastOf(year, month);
  return day > last ? { days: [], last: write(year, month, last) } : { days: [write(year, month, day)] };
};

/** `21/11/2026` can be one day only, `05/11/2026` two; with points the day always comes first. */
const fromParts = (first: number, second: number, year: number, separator: string): ReadDays => {
  const dayFirst = toDay(year, second, first);
  if (separator === '.') return dayFirst;
  const monthFirst = toDay(year, first, second);
  const days = [...new Set([...dayFirst.days, ...monthFirst.days])];
  return days.length > 0 ? { days } : dayFirst.last === undefined ? monthFirst : dayFirst;
};

const LANGUAGES = ['en', 'es', 'de', 'nl'];

let months: ReadonlyMap<string, number> | undefined;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** The names of the months and their first three letters. */
const monthNames = (): ReadonlyMap<string, number> => {
  const names = LANGUAGES.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => {
      const name = plain(format.format(new Date(Date.UTC(2000, index, 1))));
      return [[name, index + 1] as const, [name.slice(0, 3), index + 1] as const];
    }).flat();
  });
  return new Map(names);
};

const monthOf = (word: string): number | undefined => {
  months ??= monthNames();
  return months.get(word) ?? months.get(word.slice(0, 3));
};

const inWords = (text: string): ReadDays => {
  const words = plain(text)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !['de', 'del', 'of', 'the', 'van'].includes(word))
    .map((word) => word.replace(/^(\d{1,2})(st|nd|rd|th)$/, '$1'));
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word)).map(Number);
  const [name, ...more] = words.filter((word) => !/^\d/.test(word));
  const month = name === undefined || more.length > 0 ? undefined : monthOf(name);
  const year = numbers.find((number) => number > 31);
  const day = numbers.find((number) => number <= 31);
  if (numbers.length !== 2 || month === undefined || year === undefined || day === undefined) return NONE;
  return toDay(year, month, day);
};

export const readDays = (given: string): ReadDays => {
  const text = given.trim().slice(0, 60);
  const yearFirst = /^(\d{4})([-/. ]?)(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (yearFirst !== null && (yearFirst[2] !== '' || /^\d{8}(T|$)/.test(text)))
    return toDay(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]));
  const yearLast = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})$/.exec(text);
  if (yearLast === null) return inWords(text);
  return fromParts(Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4]), yearLast[2] ?? '');
};
