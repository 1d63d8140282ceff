// One record as text: a line per field, then a table for each list in it.
import { withAmounts } from './amounts.ts';
import { keyValues, table, terminalWidth } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTable = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** Fields within fields get a name with a point: `filing.status`. */
const flatten = (record: Fields, before = ''): [string, unknown][] =>
  Object.entries(record)
    // The kind of record, and the id once more under another name.
    .filter(
      ([name, value]) =>
        name !== 'object' && !(name !== 'id' && name.endsWith('_id') && value === record['id']),
    )
    .flatMap(([name, value]): [string, unknown][] =>
      isRecord(value) ? flatten(value, `${before}${name}.`) : [[`${before}${name}`, value]],
    );

/** A list within a row of a table: `kind=iva rate=0.16; kind=ieps rate=0.08`. */
const inCell = (value: unknown): unknown =>
  isTable(value)
    ? value
        .map((row) =>
          told(row)
            .map(([name, inner]) => `${name}=${String(inner)}`)
            .join(' '),
        )
        .join('; ')
    : value;

const isTold = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0);

const told = (row: Fields): [string, unknown][] => flatten(row).filter(([, value]) => isTold(value));

const tableOf = (rows: readonly Fields[]): string => {
  const flat = rows.map((row) => Object.fromEntries(told(row).map(([name, value]) => [name, inCell(value)])));
  const columns = [...new Set(flat.flatMap((row) => Object.keys(row)))];
  return table(flat, columns, { room: terminalWidth(), cuts: false });
};

export const recordText = (record: object): string => {
  const fields = flatten(withAmounts(record) as Fields);
  const single = fields.filter(([, value]) => !isTable(value));
  const tables = fields.flatMap(([name, value]) => (isTable(value) ? [{ name, rows: value }] : []));
  return [
    keyValues(Object.fromEntries(single)),
    ...tables.map(({ name, rows }) => `${name}:\n${tableOf(rows)}`),
  ].join('\n\n');
};
