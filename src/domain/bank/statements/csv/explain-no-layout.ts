// Why no line of a table has the headings of a statement, or not those that were mapped.
import { Refusal } from '../../../../base/refusal.ts';
import { adviceFor, type Asker, COLUMNS } from '../advice.ts';
import type { ReadOptions } from '../format.ts';
import { type Beginning, readHeading } from './columns.ts';
import { type Mapping, readMapping, resolveMapping } from './mapping.ts';
import type { CsvRecord } from './records.ts';

const MAX_HEADINGS_SHOWN = 20;
const example = (asker: Asker): string =>
  `Say which columns they are: ${adviceFor(asker).map(['date', 'Fecha'], ['amount', 'Importe'])}. Nothing was imported.`;

export const explainNoLayout = (
  path: string,
  beginnings: readonly Beginning[],
  { columns, asked_by }: Pick<ReadOptions, 'columns' | 'asked_by'>,
): Refusal => {
  const records = beginnings.flatMap((beginning) => beginning.records);
  if (columns.size > 0) return explainMapping(path, records, readMapping(columns), asked_by);
  const widest = records.toSorted((a, b) => b.cells.length - a.cells.length)[0];
  return new Refusal(
    'unreadable_file',
    `${path} is not a bank statement: no line names a date and an amount (or debit and credit).${showHeadings(widest)} ${example(asked_by)}`,
  );
};

/** The line that has most of what was mapped is the one that was meant. */
const explainMapping = (
  path: string,
  records: readonly CsvRecord[],
  mapping: Mapping,
  asker: Asker,
): Refusal => {
  const best = records
    .map((record) => ({ record, ...resolveMapping(mapping, record.cells.map(readHeading)) }))
    .toSorted(
      (a, b) => a.faults.length - b.faults.length || b.record.cells.length - a.record.cells.length,
    )[0];
  const faults = best?.faults ?? [];
  const why =
    faults.length === 0
      ? ', nor with all that a statement needs, a date and an amount (or debit and credit)'
      : `: on line ${best?.record.line ?? 1} ${faults.join(', and ')}`;
  return new Refusal(
    'unreadable_file',
    `${path} has no line with the headings ${[...mapping.values()].join(', ')}${why}.${showHeadings(best?.record)} Correct ${COLUMNS[asker]}. Nothing was imported.`,
  );
};

const showHeadings = (record: CsvRecord | undefined): string =>
  record === undefined || record.cells.length < 2
    ? ''
    : ` Line ${record.line} has: ${record.cells.slice(0, MAX_HEADINGS_SHOWN).join(', ').slice(0, 400)}.`;
