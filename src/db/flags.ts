// Flags are columns of type `tinyint`, which the driver reads as numbers.
import type { FieldPacket, PoolConnection } from 'mysql2';

type Query = ReturnType<PoolConnection['query']>;

/** The MySQL protocol's type number of `tinyint`. */
const TINY = 1;

type Fields = readonly FieldPacket[] | undefined;

/** The flag columns of a result; most results have none. Of two columns with one name the last one counts. */
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

/** Converts the flags of these rows in place. */
export const readFlags = (rows: unknown, fields: Fields): void => {
  const names = nameFlags(fields);
  if (names.length > 0 && Array.isArray(rows)) for (const row of rows) readFlagsOfRow(row, names);
};

/** The same where each row has its cells by table. */
export const readFlagsByTable = (rows: unknown, fields: Fields): void => {
  if (!Array.isArray(rows) || fields === undefined) return;
  for (const table of new Set(fields.map((field) => field.table)))
    readFlags(
      rows.map((row: Readonly<Record<string, unknown>>) => row[table]),
      fields.filter((field) => field.table === table),
    );
};

/** The same for streamed rows; must be attached before any other listener. */
export const readFlagsOfStream = (query: Query): void => {
  let names: readonly string[] = [];
  query.on('fields', (fields: Fields) => {
    names = nameFlags(fields);
  });
  query.on('result', (row: unknown) => readFlagsOfRow(row, names));
};
