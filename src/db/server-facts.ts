// Reads the server's settings, clock and schema for the doctor.
import { sql } from 'kysely';
import type { Database } from './database.ts';

type Statements = Pick<Database, 'kysely' | 'server'>;

export interface ServerSettings {
  readonly character_set: string;
  readonly collation: string;
  readonly sql_mode: string;
  readonly isolation: string;
  readonly packet: number;
}

export const readSettings = async ({ kysely, server }: Statements): Promise<ServerSettings | undefined> => {
  // MariaDB 10.11 and MySQL 8 name this variable differently.
  const isolation = sql.raw(server.engine === 'mariadb' ? '@@tx_isolation' : '@@transaction_isolation');
  const { rows } = await sql<ServerSettings>`
    select @@character_set_database as character_set, @@collation_database as collation, @@sql_mode as sql_mode,
      ${isolation} as isolation, @@max_allowed_packet as packet`.execute(kysely);
  return rows[0];
};

/** The server's time in milliseconds since 1970. */
export const readClock = async ({ kysely }: Statements): Promise<number> => {
  const { rows } = await sql<{
    now: string;
  }>`select date_format(utc_timestamp(3), '%Y-%m-%dT%H:%i:%s.%fZ') as now`.execute(kysely);
  return Date.parse((rows[0]?.now ?? '').replace(/(\.\d{3})\d+Z$/, '$1Z'));
};

/** The applied migrations; empty if there is no schema yet. */
export const appliedMigrations = async ({ kysely }: Statements): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from information_schema.tables
    where table_schema = database() and table_name = 'schema_migration'`.execute(kysely);
  if (Number(rows[0]?.found) === 0) return new Set();
  const applied = await kysely.selectFrom('schema_migration').select('name').execute();
  return new Set(applied.map(({ name }) => name));
};
