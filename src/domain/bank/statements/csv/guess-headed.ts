// Day and money columns of a table whose headings nobody knows, told by what stands below them. A pair of columns is told
// by words alone: a guess would turn money round.
import type { Beginning } from './columns.ts';
import { type Field, headingsFor } from './headings.ts';
import { normaliseName } from '../../../../base/names/normalise.ts';
import { isDay, isMoney } from './numbered.ts';
import type { CsvRecord } from './records.ts';

type Columns = readonly (readonly [Field, string])[];

export const guessHeaded = (
  beginnings: readonly Beginning[],
): { readonly headings: CsvRecord; readonly columns: Columns } | undefined => {
  const found = beginnings.flatMap(({ records }) => {
    const rows = records.filter(({ cells }) => cells.some(isDay) && cells.some(isMoney));
    const headings = records[records.findIndex((record) => record === rows[0]) - 1];
    const columns = headings === undefined ? undefined : guess(headings.cells, rows);
    return headings === undefined || columns === undefined ? [] : [{ headings, columns }];
  });
  return found.toSorted((a, b) => b.headings.cells.length - a.headings.cells.length)[0];
};

const guess = (headings: readonly string[], rows: readonly CsvRecord[]): Columns | undefined => {
  const all = (column: number, is: (cell: string) => boolean): boolean =>
    rows.every(({ cells }) => (cells[column] ?? '') === '' || is(cells[column] ?? '')) &&
    rows.some(({ cells }) => (cells[column] ?? '') !== '');
  const names = headings.map((heading) => normaliseName(heading.slice(0, 200)));
  const day = headings.findIndex((_, column) => all(column, isDay));
  if (day === -1) return undefined;
  const say = (field: Field, column: number) => [field, nameOf(headings, column)] as const;
  const named = (field: Field): number => names.findIndex((name) => headingsFor(field).includes(name));
  const [debit, credit] = [named('debit'), named('credit')];
  if (debit !== -1 && credit !== -1) return [say('date', day), say('debit', debit), say('credit', credit)];
  // With decimals, and in every row: a number without is one of an invoice or a card.
  const money = headings.findIndex(
    (_, column) =>
      all(column, isMoney) && rows.every(({ cells }) => /\d[.,]\d{1,2}\D*$/u.test(cells[column] ?? '')),
  );
  const amount = named('amount') === -1 ? money : named('amount');
  return amount === -1 ? undefined : [say('date', day), say('amount', amount)];
};

/** By its number where the heading is empty or stands twice. */
const nameOf = (headings: readonly string[], column: number): string => {
  const heading = (headings[column] ?? '').trim();
  return heading === '' || heading.length > 60 || headings.filter((each) => each === heading).length > 1
    ? `#${column + 1}`
    : heading;
};
