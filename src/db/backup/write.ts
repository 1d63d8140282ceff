// Writes a backup: every table as one snapshot sees it, while others go on writing.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Connection } from 'mysql2/promise';
import type { DatabaseAddress } from '../../base/database-address.ts';
import { Refusal } from '../../base/refusal.ts';
import type { MasterKey } from '../../base/secrets/master-key.ts';
import { StartError } from '../../base/start-error.ts';
import { withTemporary } from '../../base/files.ts';
import { readErrno } from '../errno.ts';
import { SEALS } from '../master-key.ts';
import { type BackupHeader, headText, trailerText } from './format.ts';
import { ask, connectRaw, listTables, quote, readRows, type Table } from './raw.ts';
import { encodeRow, tableEnd, tableStart } from './rows.ts';

export interface Written extends Pick<BackupHeader, 'master_key'> {
  readonly bytes: number;
  readonly rows: number;
  readonly sealed: boolean;
}

export interface BackupFacts extends Pick<BackupHeader, 'version'> {
  readonly now: Date;
  /** The master key that is here; it seals the file unless the rows are sealed with another one. */
  readonly key: MasterKey | undefined;
  readonly onRows?: (done: number, total: number) => void;
}

const NO_SUCH_TABLE = 1146;
const TABLE_CHANGED = 1412;
const OWNER_ONLY = 0o600;

export const writeBackup = async (
  address: DatabaseAddress,
  to: string | Put,
  facts: BackupFacts,
): Promise<Written> => {
  if (typeof to === 'string' && existsSync(to))
    throw new Refusal('already_exists', `${to} exists already; name a file that does not.`);
  const connection = await connectRaw(address);
  try {
    return typeof to === 'string'
      ? await writeFile(connection, to, facts)
      : await writeSnapshot(connection, to, facts);
  } catch (error) {
    throw explain(error);
  } finally {
    connection.destroy();
  }
};

/** Takes the next bytes. */
type Put = (bytes: Buffer) => Promise<unknown>;

/** Under its name only once it is complete. */
const writeFile = (connection: Connection, path: string, facts: BackupFacts): Promise<Written> => {
  const draft = `${path}.${randomUUID()}.part`;
  return withTemporary(draft, async () => {
    const file = await open(draft, 'wx', OWNER_ONLY).catch((error: unknown) => {
      throw new Refusal(
        'unwritable_file',
        `The backup ${path} cannot be written (${(error as Error).message}).`,
      );
    });
    try {
      const written = await writeSnapshot(connection, (bytes) => file.write(bytes), facts);
      await file.sync();
      await rename(draft, path);
      return written;
    } finally {
      await file.close();
    }
  });
};

const explain = (error: unknown): unknown =>
  readErrno(error) === TABLE_CHANGED
    ? new StartError('The tables were changed by a migration during the backup; take it again.')
    : error;

const writeSnapshot = async (connection: Connection, write: Put, facts: BackupFacts): Promise<Written> => {
  await connection.query('set session transaction isolation level repeatable read');
  await connection.query('start transaction with consistent snapshot');
  const tables = await listTables(connection);
  const header = await readHeader(connection, tables, facts);
  const total = Object.values(header.tables).reduce((sum, rows) => sum + rows, 0);
  const hash = createHash('sha256');
  let bytes = 0;
  const put = async (data: Buffer): Promise<void> => {
    hash.update(data);
    bytes += data.length;
    await write(data);
  };
  await put(Buffer.from(headText(header)));
  let rows = 0;
  const counting = (more: number): void => facts.onRows?.((rows += more), total);
  const lines = Readable.from(writeTables(connection, tables, header, counting), { objectMode: true });
  await pipeline(lines, createGzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) await put(chunk);
  });
  const { master_key } = header;
  const key = master_key === null || master_key === facts.key?.id ? facts.key : undefined;
  const trailer = Buffer.from(trailerText(hash, key));
  await write(trailer);
  return { bytes: bytes + trailer.length, rows: total, master_key, sealed: key !== undefined };
};

const readHeader = async (
  connection: Connection,
  tables: readonly Table[],
  { version, now }: BackupFacts,
): Promise<BackupHeader> => {
  const migrations = await ask(
    connection,
    'select name, applied_at from schema_migration order by name',
  ).catch((error: unknown) => {
    if (readErrno(error) !== NO_SUCH_TABLE) throw error;
    throw new Refusal('wrong_state', 'The database has no books yet; there is nothing to back up.');
  });
  const counts: [string, number][] = [];
  for (const { name } of tables) {
    const [[count] = []] = await ask(connection, `select count(*) from ${quote(name)}`);
    counts.push([name, Number(count)]);
  }
  const [[server] = []] = await ask(connection, 'select version()');
  return {
    version,
    taken_at: now.toISOString(),
    server: String(server),
    master_key: await readSealingKey(connection, tables),
    migrations: migrations.map(([name, at]) => [String(name), String(at)]),
    tables: Object.fromEntries(counts),
  };
};

/** An older version has no such table. */
const readSealingKey = async (connection: Connection, tables: readonly Table[]): Promise<string | null> => {
  if (!tables.some(({ name }) => name === 'master_key')) return null;
  const [[id] = []] = await ask(connection, 'select key_id from master_key where name = ?', [SEALS]);
  return id?.toString() ?? null;
};

async function* writeTables(
  connection: Connection,
  tables: readonly Table[],
  header: BackupHeader,
  onRows: (more: number) => void,
): AsyncGenerator<string> {
  for (const table of tables) {
    const hash = createHash('sha256');
    let count = 0;
    yield tableStart(table);
    for await (const rows of readRows(connection, table)) {
      const text = rows.map((row) => encodeRow(table, row)).join('');
      hash.update(text);
      count += rows.length;
      onRows(rows.length);
      yield text;
    }
    if (count !== header.tables[table.name])
      throw new Error(
        `${table.name} has ${count} rows and not the ${header.tables[table.name]} of the snapshot`,
      );
    yield tableEnd(table, count, hash.digest('hex'));
  }
}
