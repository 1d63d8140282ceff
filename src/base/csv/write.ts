// CSV for spreadsheets and programs: RFC 4180 lines, decimals with a point, and no cell that a spreadsheet would run as
// a formula.
import { stringify } from 'csv-stringify/sync';

/** One column of a CSV. A null is an empty cell. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => string | null;
}

/**
 * What makes a spreadsheet treat a cell as a formula, also in full width (Apple Numbers) or after a control character.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[=+\-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}]/u;

/** The apostrophe makes it text; spreadsheets do not show it. */
const neutralise = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A column of text, whoever wrote it. */
export const textColumn = <Row>(name: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  cell: (row) => {
    const text = value(row);
    return text === null ? null : neutralise(text);
  },
});

/** A column of numbers that this service wrote: plain digits. A negative one stays a number. */
export const numberColumn = <Row>(name: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  cell: value,
});

/** Most cells have nothing to quote, and the library is slow. */
const PLAIN = /^[^",\r\n]*$/;

/** A lone CR or LF is quoted too: readers take it for the end of a line. */
const quote = (text: string): string =>
  stringify([[text]], { record_delimiter: 'windows', quote_record_delimiter: true, eof: false });

const lines = (records: readonly (readonly (string | null)[])[]): string =>
  records
    .map((cells) => {
      const written = cells.map((text) => (text === null ? '' : PLAIN.test(text) ? text : quote(text)));
      return `${written.join(',')}\r\n`;
    })
    .join('');

export const csvHeader = <Row>(columns: readonly Column<Row>[]): string =>
  lines([columns.map(({ name }) => name)]);

export const csvLines = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  lines(rows.map((row) => columns.map(({ cell }) => cell(row))));

/** Every page has the header, so that each can be read on its own. */
export const csvText = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  csvHeader(columns) + csvLines(columns, rows);
