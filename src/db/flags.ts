// Flags are `tinyint` columns, and nothing else is one: the driver hands over 0 and 1, and the service gets booleans.
import type { FieldPacket, PoolConnection } from 'mysql2';

type Query = ReturnType<PoolConnection['query']>;

/** The protocol's number of `tinyint`. */
const TINY = 1;

type Fields = readonly FieldPacket[] | undefined;

/** The names of the result's flags, of which most results have none. Of two columns of one name the last one counts. */
const nameFlags = (fields: Fields): readonly string[] => {
  if (!Array.isArray(fields) || !fields.some(isFlag)) return [];
  return [...new Map(fields.map((field) => [field.name, field])).values()]
    .filter(isFlag)
    .map(({ name }) => name);
};

const isFlag = ({ columnType }: FieldPacket): boolean => columnType === TINY;

const readFlagsOfRow = (row: unknown, names: readonly string[]): void => {
  if (typeof row !== 'object' || row === null) return;
  const cells: Partial<Record<string, unknown>> = row;
  for (const name of names) {
    const value = cells[name];
    if (typeof value === 'number') cells[name] = value !== 0;
  }
};

/** Makes booleans of the flags of these rows, in their place. */
export const readFlags = (rows: unknown, fields: Fields): void => {
  const names = nameFlags(fields);
  if (names.length > 0 && Array.isArray(rows)) for (const row of rows) readFlagsOfRow(row, names);
};

/** The same for rows that come one by one; to be called before anybody else listens. */
export const readFlagsOfStream = (query: Query): void => {
  let names: readonly string[] = [];
  query.on('fields', (fields: Fields) => {
    names = nameFlags(fields);
  });
  query.on('result', (row: unknown) => readFlagsOfRow(row, names));
};
