// CSV with a header row. Cells are text; the row schema gives their types.
import { CsvError, parse as csvParser } from 'csv-parse';
import { Readable } from 'node:stream';
import type { InputSchema, PublishedSchema } from '../../../../../generated/runtime.ts';
import { textOfCell } from '../../../../base/csv.ts';
import { shorten } from '../../../../base/arguments/places.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { type Column, type Naming, readColumns } from './columns.ts';
import type { FileRow } from './rows.ts';

/** Spreadsheets in locales with a decimal comma use semicolons. */
const DELIMITERS = [',', ';', '\t'] as const;
const MAX_RECORD_LENGTH = 1_048_576;

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

export async function* readCsv(
  path: string,
  pieces: AsyncIterable<string>,
  schema: InputSchema,
  naming: Naming,
): AsyncGenerator<FileRow> {
  let columns: Column[] | undefined;
  for await (const { line, cells } of parseRecords(path, pieces)) {
    if (columns === undefined) columns = readColumns(path, cells, schema, naming);
    else if (cells.length !== columns.length) {
      yield { line, fault: `the line has ${cells.length} values, the heading ${columns.length}` };
    } else yield { line, ...toObject(columns, cells) };
  }
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

async function* parseRecords(path: string, pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  const beginning = first.done === true ? '' : first.value;
  const parser = csvParser({
    delimiter: guessDelimiter(beginning),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_RECORD_LENGTH,
  });
  const all = async function* (): AsyncGenerator<string> {
    yield beginning;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  const source = Readable.from(all());
  // An error of the file must end the parser too, or the loop below would wait for ever.
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const found of parser) {
      const { record, info } = found as Parsed;
      yield { line: firstLine(record, info.lines), cells: record };
    }
  } catch (error) {
    throw toRefusal(path, error);
  } finally {
    source.destroy();
  }
}

/** The parser reports the last line of a record; one with quoted line breaks started earlier. */
const firstLine = (record: readonly string[], lastLine: number): number =>
  lastLine - record.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

const toRefusal = (path: string, error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error;
  const { lines } = error;
  const where = typeof lines === 'number' ? ` near line ${lines}` : '';
  return new Refusal(
    'unreadable_file',
    `${path} is not readable as CSV${where}: a quote is missing or out of place.`,
  );
};

/** The delimiter that gives the header row the most cells; headings contain none of them. */
const guessDelimiter = (text: string): string => {
  const heading = text.trimStart().split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string): number => heading.split(delimiter).length;
  return [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ',';
};

/** Omits empty cells; nested headings become nested objects. */
const toObject = (
  columns: readonly Column[],
  cells: readonly string[],
): { value: Record<string, unknown> } | { fault: string } => {
  const value: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    if (text === '' || column.kind === 'left_out') continue;
    if (column.kind === 'unnamed')
      return { fault: `column ${index + 1} has no heading, and the value ${JSON.stringify(shorten(text))}` };
    setAt(value, column.path, convertCell(column.isOurs ? textOfCell(text) : text, column.field));
  }
  return { value };
};

const setAt = (row: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void => {
  if (name === undefined) return;
  if (rest.length === 0) {
    row[name] = value;
    return;
  }
  const inner = (row[name] ?? {}) as Record<string, unknown>;
  row[name] = inner;
  setAt(inner, rest, value);
};

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Converts the cell to its field's type; text that does not convert is left to the validator. */
const convertCell = (text: string, { type }: PublishedSchema): unknown => {
  switch (type) {
    case 'number':
    case 'integer':
      return NUMBER.test(text) ? Number(text) : text;
    case 'boolean':
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
    case 'array':
    case 'object':
      return fromJson(text);
    default:
      return text;
  }
};

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
