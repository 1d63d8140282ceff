// Rows of a table that is named at run time, to make many out of one.
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import type { DB } from '../../src/db/schema.ts';

export type AnyRow = Record<string, unknown>;

/** Any one row of the table, ready to be stored again. */
export const anyRowOf = async ({ kysely }: Database, table: keyof DB): Promise<AnyRow> => {
  const { rows } = await sql<AnyRow>`select * from ${sql.table(table)} limit 1`.execute(kysely);
  const [row] = rows;
  if (row === undefined) throw new Error(`${table} is empty`);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
};

/** All rows have the columns of the first. */
export const insertRows = async (
  { kysely }: Database,
  table: keyof DB,
  rows: readonly AnyRow[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const values = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(kysely);
};
