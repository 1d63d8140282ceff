// The records of a CSV file, with the line on which each begins.
import { toolError } from '../../../../base/errors.ts';
import { CsvError, parse } from 'csv-parse/sync';

export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const MAX_RECORD_LENGTH = 65_536;

/** Some banks put each cell into apostrophes, so that a spreadsheet leaves its digits alone. */
const unquote = (cell: string): string =>
  /^(?:'[^']*'|="[^"]*")$/u.test(cell) ? cell.replace(/^=?['"]|['"]$/gu, '').trim() : cell;

/** Others write `="0012"` for the same reason, without quotes around it. */
const FORMULA = /(?<=^|[,;\t|])="(?<text>[^"\n]*)"(?=[,;\t|]|$)/gmu;
const withoutFormulas = (text: string): string =>
  text.includes('="') ? text.replace(FORMULA, '"$<text>"') : text;

/** Some files end their lines now in one way, now in another. */
const oneEnd = (text: string): string => text.replace(/\r\n?/gu, '\n');

const WRAPPED = /^"((?:[^"]|"")*)"[;,\s]*$/u;

/** Some files have each line, with its separators, in one pair of quotes. */
export const unwrapLines = (text: string): string => {
  const lines = oneEnd(text).split('\n');
  const isWrapped = (line: string): boolean => /[;,\t|]/u.test(WRAPPED.exec(line)?.[1] ?? '');
  const filled = lines.filter((line) => line.trim() !== '');
  const wrapped = filled.filter(isWrapped);
  // A text in quotes may hold a separator: all lines that have one must be such.
  if (wrapped.length < 2 || filled.some((line) => !isWrapped(line) && /[;,\t|]./u.test(line))) return text;
  return lines.map((line) => (isWrapped(line) ? unquoted(line) : line)).join('\n');
};

const unquoted = (line: string): string => (WRAPPED.exec(line)?.[1] ?? '').replaceAll('""', '"');

/** Throws the parser's own error; see `readRecords`. */
const parseRecords = (text: string, delimiter: Delimiter): CsvRecord[] => {
  const lastLines: number[] = [];
  const records = parse(withoutFormulas(oneEnd(text)), {
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_RECORD_LENGTH,
    on_record: (record, { lines }) => {
      lastLines.push(lines);
      return record.map(unquote);
    },
  });
  return records.map((cells, index) => ({ line: firstLine(cells, lastLines[index] ?? 0), cells }));
};

/** The parser counts the line on which a record ends; one with line breaks in quotes began earlier. */
const firstLine = (record: readonly string[], lastLine: number): number =>
  lastLine - record.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

export const readRecords = (path: string, text: string, delimiter: Delimiter): CsvRecord[] => {
  try {
    return parseRecords(text, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error;
    throw typeof lines === 'number'
      ? toolError('statement_csv_broken_near', { file: path, line: String(lines) })
      : toolError('statement_csv_broken', { file: path });
  }
};

/** Headings are looked for among so many lines: banks print the account and the period above them. */
const BEGINNING_LINES = 60;

/** The beginning of the file, line by line, so that a quote out of place further down does not hide the headings. */
export const peekRecords = (text: string, delimiter: Delimiter): readonly CsvRecord[] =>
  text.split(/\r\n|\n|\r/, BEGINNING_LINES).flatMap((line, index) => {
    const [record] = parseQuietly(line, delimiter);
    return record === undefined ? [] : [{ line: index + 1, cells: record.cells }];
  });

const parseQuietly = (line: string, delimiter: Delimiter): readonly CsvRecord[] => {
  try {
    return parseRecords(line, delimiter);
  } catch {
    return [];
  }
};
