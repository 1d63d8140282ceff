// Why no line of a table has the headings of a statement, or not those that were mapped.
import { toolError, type ToolError } from '../../../../base/errors.ts';
import { asColumns, asMapping } from '../advice.ts';
import type { ReadOptions } from '../format.ts';
import { type Beginning, readHeading } from './columns.ts';
import { type Mapping, readMapping, resolveMapping } from './mapping.ts';
import { guessHeaded } from './guess-headed.ts';
import { guessNumbers, isNumbered } from './numbered.ts';
import type { CsvRecord } from './records.ts';

const MAX_HEADINGS_SHOWN = 20;
const MAX_HEADING = 60;

/** What is said where nothing in the file looks like a day beside an amount. */
const EXAMPLE = [
  ['date', 'Fecha'],
  ['amount', 'Importe'],
] as const;

export const explainNoLayout = (
  path: string,
  beginnings: readonly Beginning[],
  { columns }: Pick<ReadOptions, 'columns'>,
): ToolError => {
  const records = beginnings.flatMap((beginning) => beginning.records);
  if (columns.size > 0) return explainMapping(path, records, readMapping(columns));
  const numbered = guessNumbers(beginnings);
  if (numbered !== undefined) {
    const { first, columns: meant, isPair } = numbered;
    const cells = headingsOf(first).map((cell, at) => `#${at + 1} ${cell}`);
    const [date = '', one = '', other = ''] = meant.map(([, number]) => number);
    // Either order would be taken; the wrong one turns all money round.
    if (isPair) throw toolError('statement_sides_unnamed', { file: path, cells, date, one, other });
    throw toolError('statement_without_headings', {
      file: path,
      cells,
      columns: asColumns(...meant),
      map: asMapping(...meant),
    });
  }
  const guess = guessHeaded(beginnings);
  const widest = records.toSorted((a, b) => b.cells.length - a.cells.length)[0];
  const meant = guess?.columns ?? EXAMPLE;
  return toolError('statement_without_layout', {
    file: path,
    headings: headingsOf(guess?.headings ?? widest),
    columns: asColumns(...meant),
    map: asMapping(...meant),
  });
};

/** The line that has most of what was mapped is the one that was meant. */
const explainMapping = (path: string, records: readonly CsvRecord[], mapping: Mapping): ToolError => {
  const best = records
    .map((record) => ({ record, ...resolveMapping(mapping, record.cells.map(readHeading)) }))
    .toSorted(
      (a, b) => a.faults.length - b.faults.length || b.record.cells.length - a.record.cells.length,
    )[0];
  const faults = best?.faults ?? [];
  const why =
    isNumbered(mapping) && faults.length === 0
      ? `No line has a day in the column ${mapping.get('date') ?? ''} and an amount in the one that was named`
      : faults.length === 0
        ? 'A statement needs a date and an amount (or debit and credit)'
        : `On line ${best?.record.line ?? 1} ${faults.join(', and ')}`;
  return toolError('statement_mapping_unmet', {
    file: path,
    mapped: [...mapping.values()],
    why,
    headings: headingsOf(best?.record),
  });
};

const headingsOf = (record: CsvRecord | undefined): readonly string[] =>
  (record?.cells ?? []).slice(0, MAX_HEADINGS_SHOWN).map((heading) => heading.slice(0, MAX_HEADING));
