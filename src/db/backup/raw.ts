// A connection on which values come as the bytes that the server sends, so that none is rounded or read as a date, and the
// tables as they are, also those of an earlier release.
import { type Connection, createConnection } from 'mysql2/promise';
import { type DatabaseAddress, placeOf } from '../../base/database-address.ts';
import { StartError } from '../../base/start-error.ts';
import { driverOptions, SESSION_SETUP } from '../pool.ts';
import { explainConnectFault } from '../server.ts';

export type Cell = Buffer | null;

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly bytes: readonly number[];
  /** Rows may be as long as a chunk of a file. */
  readonly holdsFiles: boolean;
  /** The primary key, by which the rows are walked. */
  readonly key: readonly string[];
}

/** To the server, or to the one of several that takes writes. */
export const connectRaw = async (address: DatabaseAddress): Promise<Connection> => {
  let fault: unknown;
  for (const place of [address, ...address.others]) {
    try {
      const connection = await createConnection(driverOptions({ ...address, ...place }));
      const [[readOnly] = []] = await ask(connection, 'select @@global.read_only');
      if (String(readOnly) === '0') {
        for (const statement of SESSION_SETUP) await connection.query(statement);
        return connection;
      }
      connection.destroy();
      fault ??= new StartError(
        `The database server at ${placeOf({ ...address, ...place })} takes no writes.`,
      );
    } catch (error) {
      fault ??= explainConnectFault(error, { ...address, ...place });
    }
  }
  throw fault;
};

export const ask = async (
  connection: Connection,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Cell[][]> => {
  const [rows] = await connection.query({ sql, values: [...values], rowsAsArray: true, typeCast: false });
  return rows as unknown as Cell[][];
};

export const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

const BYTES = /blob|binary/;
const LONG_BYTES = /(?:medium|long)blob/;
/** Made anew at the other end, or only of this database. */
const LEFT_OUT: ReadonlySet<string> = new Set(['schema_migration', 'schema_lock']);

/** Without the columns that the server itself makes. */
export const listTables = async (connection: Connection): Promise<Table[]> => {
  const columns = await ask(
    connection,
    `select c.table_name as \`table\`, c.column_name as name, c.data_type as type
      from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = database() and t.table_type = 'BASE TABLE'
        and coalesce(c.generation_expression, '') = ''
      order by c.table_name, c.ordinal_position`,
  );
  const keys = await ask(
    connection,
    `select table_name as \`table\`, column_name as name from information_schema.statistics
      where table_schema = database() and index_name = 'PRIMARY' order by table_name, seq_in_index`,
  );
  const text = (cell: Cell | undefined): string => String(cell ?? '');
  const names = [...new Set(columns.map(([table]) => text(table)))].filter((name) => !LEFT_OUT.has(name));
  return names.map((name) => {
    const own = columns.filter(([table]) => text(table) === name);
    return {
      name,
      columns: own.map(([, column]) => text(column)),
      bytes: own.flatMap(([, , type], index) => (BYTES.test(text(type)) ? [index] : [])),
      holdsFiles: own.some(([, , type]) => LONG_BYTES.test(text(type))),
      key: keys.filter(([table]) => text(table) === name).map(([, column]) => text(column)),
    };
  });
};

const FIRST_CHUNK = 50;
const MOST_ROWS = 5_000;
/** Of a table with files: after many short ones the next chunk may be all long ones. */
const MOST_FILES = 16;
/** Bytes of a chunk to aim at, which bounds the memory whatever the rows hold. */
const CHUNK_BYTES = 2_000_000;

/** All rows in the order of their primary key, in chunks. */
export async function* readRows(connection: Connection, table: Table): AsyncGenerator<Cell[][]> {
  const places = table.key.map((column) => table.columns.indexOf(column));
  const order = table.key.map(quote).join(', ');
  let last: unknown[] | undefined;
  const most = table.holdsFiles ? MOST_FILES : MOST_ROWS;
  let limit = Math.min(FIRST_CHUNK, most);
  for (;;) {
    const { where, values } = last === undefined ? { where: '', values: [] } : after(table.key, last);
    const rows = await ask(
      connection,
      `select ${table.columns.map(quote).join(', ')} from ${quote(table.name)}${where} order by ${order} limit ${limit}`,
      values,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    if (rows.length < limit) return;
    last = places.map((place) => toValue(table, place, end[place] ?? null));
    const bytes = rows.reduce((sum, row) => sum + row.reduce((all, cell) => all + (cell?.length ?? 0), 0), 0);
    limit = Math.max(1, Math.min(most, Math.floor((limit * CHUNK_BYTES) / Math.max(1, bytes))));
  }
}

/** As a parameter: bytes stay bytes, everything else is text, which the server converts without loss. */
export const toValue = ({ bytes }: Table, place: number, cell: Cell): Buffer | string | null =>
  cell === null || bytes.includes(place) ? cell : cell.toString('utf8');

/** `(a > x) or (a = x and b > y)`, which every server walks along the key. */
const after = (key: readonly string[], last: readonly unknown[]) => {
  const parts = key.map((column, index) => {
    const same = key.slice(0, index).map((before) => `${quote(before)} = ?`);
    return {
      text: `(${[...same, `${quote(column)} > ?`].join(' and ')})`,
      values: last.slice(0, index + 1),
    };
  });
  return {
    where: ` where ${parts.map(({ text }) => text).join(' or ')}`,
    values: parts.flatMap(({ values }) => values),
  };
};
