// Tables whose columns are told by number, with headings or without: where their data begins is seen from what the columns
// hold.
import { stateIn } from '../states.ts';
import type { Beginning } from './columns.ts';
import { readDate } from './dates.ts';
import type { Field } from './headings.ts';
import { isWordField, type Mapping, splitHeadings } from './mapping.ts';
import { signOf } from './numbers.ts';
import type { CsvRecord } from './records.ts';

/** Whatever the currency of the account: its symbol is not looked at here. */
const ANY = 'XXX';
const MONEY: readonly Field[] = ['amount', 'debit', 'credit'];

const numberOf = (heading: string): number => Number(/^#([1-9]\d{0,2})$/.exec(heading)?.[1] ?? 0);

/** Whether day and amount are told by number; else the headings are needed. */
export const isNumbered = (mapping: Mapping): boolean => {
  const names = [...mapping].flatMap(([field, value]) => (isWordField(field) ? [] : splitHeadings(value)));
  return (
    names.every((name) => numberOf(name) > 0) &&
    mapping.has('date') &&
    MONEY.some((field) => mapping.has(field))
  );
};

export const isDay = (cell: string): boolean =>
  readDate(cell, 'dmy') !== undefined || readDate(cell, 'mdy') !== undefined;
export const isMoney = (cell: string): boolean =>
  signOf(cell.replace(/[€£¥$]|\b[A-Z]{3}\b/gu, '').trim(), ANY) !== undefined && !isDay(cell);

/** What stands above the data: a line of headings, or one without any in their place. */
export const headingsOfNumbered = ({ records }: Beginning, mapping: Mapping): CsvRecord | undefined => {
  const columnsOf = (fields: readonly Field[]): readonly number[] =>
    fields.flatMap((field) => {
      const number = numberOf(mapping.get(field) ?? '');
      return number === 0 ? [] : [number - 1];
    });
  const [day = 0] = columnsOf(['date']);
  const money = columnsOf(MONEY);
  const hasDay = ({ cells }: CsvRecord): boolean =>
    isDay(cells[day] ?? '') || stateIn(cells[day] ?? '') !== undefined;
  const hasMoney = ({ cells }: CsvRecord): boolean => money.some((column) => isMoney(cells[column] ?? ''));
  let start = records.findIndex((record) => hasDay(record) && hasMoney(record));
  if (start === -1) return undefined;
  // A row that is wrong in one of them is data too, and is refused as such.
  const isPart = (record: CsvRecord | undefined): boolean =>
    record !== undefined && (hasDay(record) || hasMoney(record));
  while (isPart(records[start - 1])) start -= 1;
  const first = records[start];
  const before = records[start - 1];
  if (first === undefined) return undefined;
  if (before?.cells.length === first.cells.length) return before;
  return { line: first.line - 1, cells: first.cells.map(() => '') };
};

interface Guess {
  readonly first: CsvRecord;
  readonly columns: readonly (readonly [Field, string])[];
  /** Two columns of which each row fills one, and no balance that would show which side goes out. */
  readonly isPair: boolean;
}

/** Day and money columns of a table that has no headings, told by what its first lines hold; undefined where it has none. */
export const guessNumbers = (beginnings: readonly Beginning[]): Guess | undefined => {
  for (const { records } of beginnings) {
    const rows = records.filter(({ cells }) => cells.some(isDay) && cells.some(isMoney));
    const first = records.find(({ cells }) => cells.some((cell) => cell !== ''));
    if (rows.length === 0 || first === undefined || rows[0] !== first) continue;
    const day = first.cells.findIndex(isDay);
    const money = first.cells.flatMap((_, column) =>
      rows.every(({ cells }) => (cells[column] ?? '') === '' || isMoney(cells[column] ?? '')) &&
      rows.some(({ cells }) => /\d[.,]\d{1,2}\D*$/u.test(cells[column] ?? ''))
        ? [column]
        : [],
    );
    const together = rows.some(({ cells }) =>
      money.slice(0, 2).every((column) => (cells[column] ?? '') !== ''),
    );
    const isOne = money.length < 3 && (together || money.length < 2);
    const fields: readonly Field[] = isOne ? ['amount', 'balance'] : ['debit', 'credit', 'balance'];
    return {
      first,
      isPair: !isOne && money.length === 2,
      columns: [
        ['date', `#${day + 1}`],
        ...money
          .slice(0, fields.length)
          .map((column, at) => [fields[at] ?? 'amount', `#${column + 1}`] as const),
      ],
    };
  }
  return undefined;
};
