// What every table holds, as one count and checksum each: equal before and after means that nothing has changed.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';

/** Changed by every call with a key and every page, also by those that fail. */
const IGNORED: ReadonlySet<string> = new Set(['api_key.last_used_at', 'person_session.seen_at']);

interface Column {
  readonly table: string;
  readonly name: string;
}

type Tables = ReadonlyMap<string, readonly string[]>;

/** The server opens every table to say what its columns are, and no test changes them. */
const known = new WeakMap<Database, Promise<Tables>>();

const columnsOf = (database: Database): Promise<Tables> => {
  const columns = known.get(database) ?? readColumns(database);
  known.set(database, columns);
  return columns;
};

const readColumns = async ({ kysely }: Database): Promise<Tables> => {
  const { rows } = await sql<Column>`select c.table_name as \`table\`, c.column_name as name
    from information_schema.columns c where c.table_schema = database()
    order by c.table_name, c.ordinal_position`.execute(kysely);
  const tables = new Map<string, string[]>();
  for (const { table, name } of rows) {
    if (!IGNORED.has(`${table}.${name}`)) tables.set(table, [...(tables.get(table) ?? []), name]);
  }
  return tables;
};

/** Table by table; `except` leaves out the rows of these companies. */
export const databaseState = async (
  database: Database,
  except: readonly string[] = [],
): Promise<Record<string, string>> => {
  const tables = [...(await columnsOf(database))];
  const parts = tables.map(([table, columns]) => {
    const values = columns.map((column) => sql`coalesce(${sql.ref(column)}, '-')`);
    const row = sql`crc32(concat_ws('|', ${sql.join(values)}))`;
    // A company that decides by itself is locked by a write of its own row.
    const company = table === 'entity' ? 'id' : 'entity_id';
    const others =
      except.length === 0 || !columns.includes(company)
        ? sql`1 = 1`
        : sql`${sql.ref(company)} not in (${sql.join(except)})`;
    return sql`select ${table} as name, count(*) as n, coalesce(sum(${row}), 0) as total,
      bit_xor(${row}) as mixed from ${sql.table(table)} where ${others}`;
  });
  const { rows } = await sql<{
    name: string;
    n: number;
    total: string;
    mixed: string;
  }>`${sql.join(parts, sql` union all `)}`.execute(database.kysely);
  return Object.fromEntries(rows.map(({ name, n, total, mixed }) => [name, `${n} ${total} ${mixed}`]));
};

/** Asserts of each work that nothing has changed; what one has left is what the next one finds. */
export const watchState = (
  databaseOf: () => Database,
  exceptOf: () => readonly string[] = () => [],
): ((work: () => Promise<void>) => Promise<void>) => {
  const read = () => databaseState(databaseOf(), exceptOf());
  let last: Awaited<ReturnType<typeof read>> | undefined;
  return async (work) => {
    const before = last ?? (await read());
    last = undefined;
    await work();
    last = await read();
    assert.deepEqual(last, before, 'nothing changes');
  };
};
