// CSV for spreadsheets and programs: RFC 4180 lines, decimals with a point, and no cell that a spreadsheet would run as
// a formula.
import { replaceFile } from './files.ts';
import { createBreath } from './load/turns.ts';

/** One column of a CSV. A null is an empty cell. */
export interface Column<Row> {
  readonly name: string;
  /** The cell as it stands in the file. */
  readonly cell: (row: Row) => string;
}

/**
 * What makes a spreadsheet treat a cell as a formula, also in full width (Apple Numbers) or after a control character.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = new Set([...'=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}'].map((sign) => sign.charCodeAt(0)));

/** The apostrophe makes it text; spreadsheets do not show it. */
const neutralise = (text: string): string => (FORMULA.has(text.charCodeAt(0)) ? `'${text}` : text);

/** The text of a cell that was written here. One that began with the apostrophe itself loses it. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.has(cell.charCodeAt(1)) ? cell.slice(1) : cell;

/** A lone CR or LF is quoted too: readers take it for the end of a line. */
const QUOTED = /[",\r\n]/;

const quote = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A column of text, whoever wrote it. */
export const textColumn = <Row>(name: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  cell: (row) => {
    const text = value(row);
    return text === null || text === '' ? '' : quote(neutralise(text));
  },
});

/** A column of what this service writes without signs and commas: ids, days, words of the spec, codes of currencies. */
export const codeColumn = <Row>(name: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  cell: (row) => value(row) ?? '',
});

/** A column of numbers that this service wrote: plain digits. A negative one stays a number. */
export const numberColumn = <Row>(name: string, value: (row: Row) => string | null): Column<Row> =>
  codeColumn(name, value);

export const csvHeader = <Row>(columns: readonly Column<Row>[]): string =>
  `${columns.map(({ name }) => quote(name)).join(',')}\r\n`;

export const csvLines = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const [first, ...others] = columns.map(({ cell }) => cell);
  if (first === undefined) return '';
  let text = '';
  for (const row of rows) {
    text += first(row);
    for (const cell of others) text += `,${cell(row)}`;
    text += '\r\n';
  }
  return text;
};

/** Every page has the header, so that each can be read on its own. */
export const csvText = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  csvHeader(columns) + csvLines(columns, rows);

// Writes CSV a few hundred rows at a time, to a file that is complete or not there, or to whoever reads along.

export interface WrittenFile {
  /** Without the header. */
  readonly rows: number;
  readonly bytes: number;
}

/** Where a CSV file goes. */
export type CsvTarget = <Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
) => Promise<WrittenFile>;

const ROWS_PER_WRITE = 500;
/** Less than elsewhere: a write stands before and after. */
const HELD_MS = 5;

/** An existing file is replaced, or left as it was when this fails. */
export const csvFile =
  (path: string): CsvTarget =>
  (columns, rows) =>
    replaceFile(path, (file) => csvStream((bytes) => file.appendFile(bytes))(columns, rows));

export const csvStream =
  (put: (bytes: Buffer) => Promise<void>): CsvTarget =>
  async (columns, rows) => {
    let bytes = 0;
    const write = async (text: string): Promise<void> => {
      const encoded = Buffer.from(text);
      await put(encoded);
      bytes += encoded.length;
    };
    return { rows: await writeCsv(write, columns, rows), bytes };
  };

/** Writes the header and all rows, some hundred at a time; gives their number. */
export const writeCsv = async <Row>(
  write: (text: string) => Promise<void>,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<number> => {
  let count = 0;
  await write(csvHeader(columns));
  let waiting: Row[] = [];
  // Rows that have come already follow each other without a turn of the event loop.
  const breathe = createBreath(HELD_MS);
  for await (const row of rows) {
    const paused = breathe();
    if (paused !== undefined) await paused;
    count += 1;
    waiting.push(row);
    if (waiting.length < ROWS_PER_WRITE) continue;
    await write(csvLines(columns, waiting));
    waiting = [];
  }
  await write(csvLines(columns, waiting));
  return count;
};
