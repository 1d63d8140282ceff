// How rows that this transaction has inserted will be read, so that they need not be read again for their digest. Of whatever
// is not certain to come back as it is told here, the record is read.
import { COLUMNS } from './columns.ts';

export type AnyRow = Readonly<Record<string, unknown>>;

/** The rows of a record that was made, as they were inserted. */
export interface Written {
  readonly row: AnyRow;
  readonly parts: AnyRow[];
}

/** Not known without reading it. */
const UNSURE = Symbol('unsure');

interface Column {
  readonly name: string;
  readonly read: (value: unknown) => unknown;
  /** Where a row does not give the column. */
  readonly standard: unknown;
}

/** Halves of pairs are replaced on their way to the server. */
const HALF = /\p{Surrogate}/u;

const readText =
  (length: number) =>
  (value: unknown): unknown =>
    typeof value === 'string' && value.length <= length && !HALF.test(value) ? value : UNSURE;

const readWhole = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : UNSURE;

/** The pool reads every `tinyint` as a flag. */
const readFlag = (value: unknown): unknown =>
  typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : UNSURE;

const DECIMAL = /^(-?)0*(\d+)(?:\.(\d+))?$/;

/** With all decimals of the column. What has more would be rounded. */
const readDecimal =
  (scale: number) =>
  (value: unknown): unknown => {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') return UNSURE;
    const [, sign = '', whole, decimals = ''] = DECIMAL.exec(text) ?? [];
    if (whole === undefined || decimals.length > scale) return UNSURE;
    const plain = `${whole}${scale === 0 ? '' : `.${decimals.padEnd(scale, '0')}`}`;
    return sign !== '' && !/[1-9]/.test(plain) ? UNSURE : `${sign}${plain}`;
  };

const readMatching =
  (pattern: RegExp) =>
  (value: unknown): unknown =>
    typeof value === 'string' && pattern.test(value) ? value : UNSURE;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/;

/** With at most fifteen digits, which every reader of numbers takes for the same one and writes as the same. */
const SHORT_FRACTION = /^-?\d{1,9}\.\d{1,6}$/;

/** Servers may keep the digits of a long fraction, of a large number or of half a pair in their own way. */
const isPlainJson = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isSafeInteger(value) || SHORT_FRACTION.test(String(value));
  if (typeof value === 'string') return !HALF.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlainJson);
  return Object.entries(value).every(([name, field]) => !HALF.test(name) && isPlainJson(field));
};

const readJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return UNSURE;
  const parsed: unknown = JSON.parse(value);
  return isPlainJson(parsed) ? parsed : UNSURE;
};

/** Of a text, what fits all of it; longer ones are refused or, blanks at the end, cut off. */
const TEXT_LENGTH = 16_000;

const readerOf = (type: string, size: number): Column['read'] | undefined => {
  if (type === 'varchar') return readText(size);
  if (type === 'text') return readText(TEXT_LENGTH);
  if (type === 'int' || type === 'bigint') return readWhole;
  if (type === 'tinyint') return readFlag;
  if (type === 'decimal') return readDecimal(size);
  if (type === 'date') return readMatching(DAY);
  if (type === 'datetime' && size === 3) return readMatching(MOMENT);
  return type === 'json' ? readJson : undefined;
};

const WRITTEN = /^(\w+)(?:\((\d+)\))?( null)?(?: default (.*))?$/;

const columnOf = (name: string, written: string): Column => {
  const [, type = '', size = '0', nullable, given] = WRITTEN.exec(written) ?? [];
  const read = readerOf(type, Number(size)) ?? ((): unknown => UNSURE);
  const isNumber = read === readWhole || read === readFlag;
  const standard =
    given !== undefined ? read(isNumber ? Number(given) : given) : nullable === undefined ? UNSURE : null;
  return { name, standard, read: (value) => (value === null && nullable !== undefined ? null : read(value)) };
};

/** Each column of the table with its type. */
export const columnsOf = (table: string): readonly (readonly [name: string, written: string])[] =>
  (COLUMNS[table] ?? [])
    .flatMap((line) => line.split(', '))
    .map((text) => [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)]);

const TABLES: ReadonlyMap<string, readonly Column[]> = new Map(
  Object.keys(COLUMNS).map((table) => [
    table,
    columnsOf(table).map(([name, written]) => columnOf(name, written)),
  ]),
);

/** The row as it will be read; undefined where that is not certain. */
export const rowAsRead = (table: string, row: AnyRow): AnyRow | undefined => {
  const columns = TABLES.get(table) ?? [];
  const read: Record<string, unknown> = {};
  let given = 0;
  for (const { name, read: readColumn, standard } of columns) {
    const value = row[name];
    if (name in row) given += 1;
    const found = value === undefined ? standard : readColumn(value);
    if (found === UNSURE) return undefined;
    read[name] = found;
  }
  // A column that is not known here is one that a later version has added.
  return given === Object.keys(row).length ? read : undefined;
};
