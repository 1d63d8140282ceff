// A migration is one DDL statement that runs only if its effect is missing. DDL commits implicitly on every server, so
// an interrupted run can simply be repeated.
import { sql, type Kysely } from 'kysely';
import type { DB } from '../schema.ts';

export interface Migration {
  /** Its file name; migrations run in the order of their names. */
  readonly name: string;
  run(kysely: Kysely<DB>): Promise<void>;
}

/** Ids, codes, hashes and normalised text compare byte by byte; text by people ignores case and accents. */
const EXACT = 'collate utf8mb4_bin';

/** A whole TypeID: prefix, underscore, 26 characters. */
export const ID = `varchar(31) ${EXACT}`;
export const code = (length: number): string => `varchar(${length}) ${EXACT}`;
export const text = (length: number): string => `varchar(${length}) collate utf8mb4_unicode_ci`;
export const INSTANT = 'datetime(3)';
/** An amount in minor units of its currency. */
export const MINOR = 'bigint';
/** Only flags are `tinyint`; see `pool.ts`. */
export const FLAG = 'tinyint';
export const JSON_VALUE = 'json';

export const createTable = (name: string, table: string, definition: string): Migration => ({
  name,
  run: async (kysely) => {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from information_schema.tables
      where table_schema = database() and table_name = ${table}`.execute(kysely);
    if (Number(rows[0]?.found) > 0) return;
    await sql`create table ${sql.table(table)} (${sql.raw(definition)})
      engine = InnoDB default character set utf8mb4 collate utf8mb4_unicode_ci`.execute(kysely);
  },
});

/** Adds an index to a table that earlier releases created without it. */
export const addIndex = (name: string, table: string, index: string, columns: string): Migration => ({
  name,
  run: async (kysely) => {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from information_schema.statistics
      where table_schema = database() and table_name = ${table} and index_name = ${index}`.execute(kysely);
    if (Number(rows[0]?.found) > 0) return;
    await sql`create index ${sql.id(index)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(kysely);
  },
});

const hasColumn = async (kysely: Kysely<DB>, table: string, column: string): Promise<boolean> => {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from information_schema.columns
    where table_schema = database() and table_name = ${table} and column_name = ${column}`.execute(kysely);
  return Number(rows[0]?.found) > 0;
};

/** Adds a column to a table that earlier releases created without it. */
export const addColumn = (name: string, table: string, column: string, definition: string): Migration => ({
  name,
  run: async (kysely) => {
    if (await hasColumn(kysely, table, column)) return;
    await sql`alter table ${sql.table(table)} add column ${sql.id(column)} ${sql.raw(definition)}`.execute(
      kysely,
    );
  },
});

/** Gives a column another name; its indexes keep theirs. */
export const renameColumn = (name: string, table: string, from: string, to: string): Migration => ({
  name,
  run: async (kysely) => {
    if (await hasColumn(kysely, table, to)) return;
    await sql`alter table ${sql.table(table)} rename column ${sql.id(from)} to ${sql.id(to)}`.execute(kysely);
  },
});

/** Changes a column to a type that holds every value of the old one. */
export const changeType = (
  name: string,
  table: string,
  column: string,
  type: string,
  rest: string,
): Migration => ({
  name,
  run: async (kysely) => {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from information_schema.columns
      where table_schema = database() and table_name = ${table} and column_name = ${column}
        and data_type = ${type}`.execute(kysely);
    if (Number(rows[0]?.found) > 0) return;
    await sql`alter table ${sql.table(table)} modify column ${sql.id(column)} ${sql.raw(`${type} ${rest}`)}`.execute(
      kysely,
    );
  },
});

/** Makes a text column longer. */
export const widenText = (
  name: string,
  table: string,
  column: string,
  length: number,
  rest: string,
): Migration => ({
  name,
  run: async (kysely) => {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from information_schema.columns
      where table_schema = database() and table_name = ${table} and column_name = ${column}
        and character_maximum_length >= ${length}`.execute(kysely);
    if (Number(rows[0]?.found) > 0) return;
    await sql`alter table ${sql.table(table)} modify column ${sql.id(column)} ${sql.raw(`${text(length)} ${rest}`)}`.execute(
      kysely,
    );
  },
});
