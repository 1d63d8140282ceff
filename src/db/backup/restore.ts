// Restores a backup into an empty database: the tables by the migrations that the backup names, then the rows, then the
// migrations that came later. What cannot be restored is refused before anything is changed; what fails on the way leaves
// the database empty again, and a database that a killed restore left behind is refused by every start.
import { createHash } from 'node:crypto';
import type { Connection } from 'mysql2/promise';
import type { DatabaseAddress } from '../../base/database-address.ts';
import { Refusal } from '../../base/refusal.ts';
import { StartError } from '../../base/start-error.ts';
import { SEALS } from '../master-key.ts';
import { migrate, startRestore } from '../migrate.ts';
import {
  BASELINE,
  BEFORE_BASELINE,
  findGap,
  type Migration,
  readMigrations,
  RESTORING,
} from '../migrations/index.ts';
import type { OpenBackup } from './format.ts';
import { ask, connectRaw, listTables, quote, readRows } from './raw.ts';
import { decodeRow, encodeRow } from './rows.ts';

export interface Restored {
  readonly rows: number;
  /** The migrations that were applied to the restored rows. */
  readonly migrated: readonly string[];
}

export interface RestoreOptions {
  readonly onRows?: (done: number, total: number) => void;
  /** Reads all rows back, and fails unless they are byte for byte those of the file. */
  readonly compare?: boolean;
  /** What must be done in the books before anybody may use them. */
  readonly settle?: (address: DatabaseAddress) => Promise<void>;
  readonly migrations?: readonly Migration[];
}

/** Refuses a backup of a newer release, and one from before the baseline. */
export const checkKnown = ({ header }: OpenBackup, migrations = readMigrations()): void => {
  const names = header.migrations.map(([name]) => name);
  const gap = findGap(names, BASELINE);
  if (gap !== undefined)
    throw new Refusal(
      'unreadable_file',
      `The tables of this backup (${header.version}) ${gap}. Restore it with ${BEFORE_BASELINE}; this version goes on with what that has restored.`,
    );
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = names.filter((name) => name > BASELINE && !known.has(name));
  if (unknown.length > 0)
    throw new Refusal(
      'unreadable_file',
      `This backup is of a newer version (${header.version}, with the migration ${unknown.at(-1)}); restore it with that version.`,
    );
};

/** What its rows say; the header of an earlier version may name another. */
export const findRecordedKey = async ({ lines }: OpenBackup): Promise<string | undefined> => {
  let columns: readonly string[] | undefined;
  for await (const line of lines()) {
    if ('table' in line) columns = line.table === 'master_key' ? line.columns : undefined;
    else if (columns !== undefined && !('end' in line) && line[columns.indexOf('name')] === SEALS)
      return line[columns.indexOf('key_id')] ?? undefined;
  }
  return undefined;
};

const checkEmpty = async (connection: Connection, { database }: DatabaseAddress): Promise<void> => {
  const found = await ask(
    connection,
    `select table_name as name from information_schema.tables where table_schema = database() order by table_name`,
  );
  if (found.length === 0) return;
  throw new Refusal(
    'wrong_state',
    `The database ${database} is not empty (${found.length} tables, such as ${String(found[0]?.[0])}); restore into a new, empty one.`,
  );
};

export const restoreBackup = async (
  address: DatabaseAddress,
  backup: OpenBackup,
  {
    onRows = () => undefined,
    compare = false,
    settle = async () => undefined,
    migrations = readMigrations(),
  }: RestoreOptions = {},
): Promise<Restored> => {
  checkKnown(backup, migrations);
  const connection = await connectRaw(address);
  try {
    await checkEmpty(connection, address);
    await startRestore(address);
    try {
      await createTables(connection, address, backup, migrations);
      const rows = await fill(connection, backup, onRows);
      if (compare) await compareRestored(connection, backup);
      const migrated = await migrate(address, { migrations, restoring: true });
      await settle(address);
      await connection.query('delete from schema_migration where name = ?', [RESTORING]);
      return { rows, migrated };
    } catch (error) {
      await empty(connection).catch(() => undefined);
      throw error;
    }
  } finally {
    connection.destroy();
  }
};

/** As they were in the database that the backup is of. */
const createTables = async (
  connection: Connection,
  address: DatabaseAddress,
  { header }: OpenBackup,
  migrations: readonly Migration[],
): Promise<void> => {
  const wanted = new Set(header.migrations.map(([name]) => name));
  await migrate(address, { migrations: migrations.filter(({ name }) => wanted.has(name)), restoring: true });
  await insert(connection, 'schema_migration', ['name', 'applied_at'], [...header.migrations], 'replace');
};

const fill = async (
  connection: Connection,
  { header, lines }: OpenBackup,
  onRows: (done: number, total: number) => void,
): Promise<number> => {
  const total = Object.values(header.tables).reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  let open: { name: string; columns: readonly string[]; bytes: readonly number[] } | undefined;
  let batch: (readonly (string | null)[])[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (open === undefined || batch.length === 0) return;
    const { name, columns, bytes } = open;
    await insert(
      connection,
      name,
      columns,
      batch.map((row) => decodeRow(bytes, row)),
    );
    onRows((done += batch.length), total);
    [batch, size] = [[], 0];
  };
  for await (const line of lines()) {
    if ('table' in line) open = { ...line, name: line.table };
    else if ('end' in line) await flush();
    else {
      batch.push(line);
      size += line.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
      if (batch.length >= BATCH_ROWS || size >= BATCH_BYTES) await flush();
    }
  }
  if (done !== total)
    throw new Error(`the backup has ${done} rows and not the ${total} that its header names`);
  await checkCounts(connection, header.tables);
  return done;
};

const BATCH_ROWS = 500;
/** Below the packet limit of any server, also when each byte is written as two digits. */
const BATCH_BYTES = 1_000_000;

const insert = async (
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  how: 'insert' | 'replace' = 'insert',
): Promise<void> => {
  const names = columns.map(quote).join(', ');
  await connection.query(`${how} into ${quote(table)} (${names}) values ?`, [rows]);
};

const checkCounts = async (
  connection: Connection,
  wanted: Readonly<Record<string, number>>,
): Promise<void> => {
  for (const [name, rows] of Object.entries(wanted)) {
    const [[count] = []] = await ask(connection, `select count(*) from ${quote(name)}`);
    if (Number(count) !== rows) throw new Error(`${name} has ${String(count)} rows after it and not ${rows}`);
  }
};

/** It was empty before, so all that is there came from this restore. */
const empty = async (connection: Connection): Promise<void> => {
  const tables = await ask(
    connection,
    'select table_name as name from information_schema.tables where table_schema = database()',
  );
  for (const [name] of tables) await connection.query(`drop table ${quote(String(name))}`);
};

/** Before any later migration, which may change what is there. */
const compareRestored = async (connection: Connection, { lines }: OpenBackup): Promise<void> => {
  const wanted = new Map<string, string>();
  for await (const line of lines()) if ('end' in line) wanted.set(line.end, line.sha256);
  const different: string[] = [];
  for (const table of await listTables(connection)) {
    const hash = createHash('sha256');
    for await (const rows of readRows(connection, table))
      for (const row of rows) hash.update(encodeRow(table, row));
    if (wanted.get(table.name) !== hash.digest('hex')) different.push(table.name);
    wanted.delete(table.name);
  }
  different.push(...wanted.keys());
  if (different.length > 0)
    throw new StartError(`The backup does not restore what was written: ${different.join(', ')} differ.`);
};
