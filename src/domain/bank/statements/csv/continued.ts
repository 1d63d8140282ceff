// Rows that only go on with the text of the row above them, as Banamex prints long concepts.
import { isSum } from '../balance-words.ts';
import { addTexts } from '../line-text.ts';
import type { Layout } from './columns.ts';
import type { CsvRecord } from './records.ts';

export const joinContinued = ({ columns }: Layout, records: readonly CsvRecord[]): CsvRecord[] => {
  const description = columns.get('description');
  const joined: CsvRecord[] = [];
  for (const record of records) {
    const above = joined.at(-1);
    const isContinued =
      above !== undefined &&
      description !== undefined &&
      /\d/u.test(above.cells[columns.get('date') ?? -1] ?? '') &&
      !record.cells.some(isSum) &&
      record.cells.every((cell, column) => (cell === '') !== (column === description));
    if (!isContinued) joined.push(record);
    else {
      const text = addTexts(above.cells[description] ?? '', record.cells[description] ?? '');
      joined[joined.length - 1] = { ...above, cells: above.cells.with(description, text) };
    }
  }
  return joined;
};
