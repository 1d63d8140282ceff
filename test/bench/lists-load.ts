// Fills tables by insert … select. Secondary indexes are made after the rows, many times faster than with them.
import type { Connection, RowDataPacket } from 'mysql2/promise';

/** Rows of one statement. */
const CHUNK = 50_000;

export interface Load {
  readonly table: string;
  /** Lower bounds are put in for `:low` and `:high`. */
  readonly select: string;
  readonly columns: string;
  readonly rows: number;
}

export const run = async (connection: Connection, sql: string): Promise<void> => {
  await connection.query(sql);
};

interface Index {
  readonly name: string;
  readonly unique: boolean;
  readonly columns: string;
}

const secondaryIndexes = async (connection: Connection, table: string): Promise<readonly Index[]> => {
  const [rows] = await connection.query<RowDataPacket[]>(
    `select index_name as name, min(non_unique) as non_unique,
      group_concat(concat('\`', column_name, '\`') order by seq_in_index) as columns
      from information_schema.statistics
      where table_schema = database() and table_name = ? and index_name <> 'PRIMARY' group by index_name`,
    [table],
  );
  return rows.map((row) => ({
    name: String(row['name']),
    unique: Number(row['non_unique']) === 0,
    columns: String(row['columns']),
  }));
};

/** Chunk by chunk, in the order of the primary key, then all indexes at once. */
export const load = async (connection: Connection, loads: readonly Load[]): Promise<void> => {
  for (const table of new Set(loads.map((one) => one.table))) {
    const began = performance.now();
    const indexes = await secondaryIndexes(connection, table);
    const alter = (parts: readonly string[]): Promise<void> =>
      parts.length === 0 ? Promise.resolve() : run(connection, `alter table ${table} ${parts.join(', ')}`);
    await alter(indexes.map(({ name }) => `drop index ${name}`));
    let made = 0;
    for (const { columns, select, rows } of loads.filter((one) => one.table === table)) {
      for (let low = 0; low < rows; low += CHUNK) {
        const part = select
          .replaceAll(':low', String(low))
          .replaceAll(':high', String(Math.min(rows, low + CHUNK)));
        await run(connection, `insert into ${table} (${columns}) ${part}`);
      }
      made += rows;
    }
    await alter(
      indexes.map(({ name, unique, columns }) => `add ${unique ? 'unique ' : ''}index ${name} (${columns})`),
    );
    await run(connection, `analyze table ${table}`);
    console.log(
      `  ${table}: ${made.toLocaleString('en')} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
  }
};
