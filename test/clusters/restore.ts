// `npm run clusters -- restore`: the books of a private MariaDB, restored onto other servers. Each row has to be the same,
// the backup of the restored books too, and the service has to go on with them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type Admin, adminOn } from '../admin/support.ts';
import { createClient } from '../support/client.ts';
import { ANA, openOffice, upTo, until } from '../support/office.ts';
import { startTestService } from '../support/service.ts';
import { startGalera } from './galera.ts';
import { startGroupReplication } from './group-replication.ts';
import { startInstances } from './instance.ts';
import { ask, type Cluster, LOGIN, urlOf, withConnection } from './node.ts';

const EACH = 4;

interface Books {
  readonly file: string;
  readonly rows: number;
  readonly masterKey: string;
  readonly key: string;
  readonly digests: ReadonlyMap<string, string>;
  readonly invoices: number;
  readonly total_minor: number;
}

/** Servers write the text of JSON differently. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    try {
      return plain(JSON.parse(value));
    } catch {
      return value;
    }
  }
  if (value instanceof Buffer) return value.toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, plain(part)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
};

/** A digest of each table, and what the invoices come to. */
const readAll = async (url: string): Promise<Pick<Books, 'digests' | 'invoices' | 'total_minor'>> => {
  const database = await openDatabase(parseDatabaseUrl(url), { connections: 1 });
  try {
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = database()`.execute(
      database.kysely,
    );
    const digests = new Map<string, string>();
    for (const { name } of tables.rows.filter((table) => !/^(?:schema_lock|clusters_)/.test(table.name))) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.kysely);
      const text = rows.map((row) => JSON.stringify(plain(row))).toSorted();
      digests.set(name, `${rows.length} rows ${createHash('sha256').update(text.join('\n')).digest('hex')}`);
    }
    const { invoices, total_minor } = await database.reader
      .selectFrom('invoice')
      .select(({ fn }) => [
        fn.countAll<number>().as('invoices'),
        sql<number>`cast(sum(total_minor) as signed)`.as('total_minor'),
      ])
      .executeTakeFirstOrThrow();
    return { digests, invoices, total_minor };
  } finally {
    await database.close();
  }
};

const makeBooks = async (folder: string): Promise<Books> => {
  const service = await startTestService({ filing: true });
  try {
    const office = await openOffice(service);
    for (const side of ['mx', 'de'] as const) {
      const made = await Promise.all(upTo(EACH).map(() => office.approved(side, { notes: 'O’Hara ß 😀' })));
      for (const { id } of made) await office.settled(side, id);
    }
    // What a worker still does would differ in the copy; that approvals are over, it sees by and by.
    await until(
      () =>
        service.database.reader
          .selectFrom('outbox')
          .select(['id', 'kind'])
          .where('open', '=', true)
          .where('kind', '!=', 'expire')
          .execute(),
      (open) => open.length === 0,
      120_000,
    );
    await service.filing?.close();
    const DATA_DIR = service.dataDir ?? '';
    const file = join(folder, 'books.folio');
    const admin = adminOn(service.databaseUrl, new Date(), { DATA_DIR });
    const { rows } = (await admin.json('backup', file)) as { rows: number };
    const masterKey = readFileSync(join(DATA_DIR, 'master.key'), 'utf8').trim();
    return { file, rows, masterKey, key: service.keys.mx, ...(await readAll(service.databaseUrl)) };
  } finally {
    await service.close();
  }
};

/** One more invoice, through an agent, a person and the sandbox. */
const goOn = async (url: string, folder: string, books: Books, admin: Admin): Promise<string> => {
  const environment = { MASTER_KEY: books.masterKey };
  const { instances, stop } = await startInstances(url, folder, ['restored'], { environment });
  try {
    const folio = createClient({ url: instances[0]?.url ?? '', key: books.key });
    const { id } = await folio.create_invoice({
      counterparty_name: 'CAFE LUNA',
      line_items: [{ description: 'Servicio', unit_price: 100 }],
    });
    const { approval_request_id } = await folio.submit_invoice({ invoice_id: id });
    await admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
    const { series, number, status } = await until(
      () => folio.get_invoice({ invoice_id: id }),
      ({ filing }) => !['pending', 'unclear', 'awaiting_approval'].includes(filing.status),
      60_000,
    );
    assert.deepEqual([status, Number(number)], ['filed', EACH + 1]);
    return `${series ?? ''}${number ?? ''}`;
  } finally {
    await stop();
  }
};

const restoreOnto = async (cluster: Cluster, folder: string, books: Books): Promise<void> => {
  const url = urlOf(cluster);
  await withConnection({ port: cluster.nodes[0]?.port ?? 0 }, (connection) =>
    ask(
      connection,
      `create database if not exists ${LOGIN.database} character set utf8mb4 collate utf8mb4_unicode_ci`,
    ),
  );
  const admin = adminOn(url, new Date(), { MASTER_KEY: books.masterKey });
  const began = performance.now();
  const restored = (await admin.json('restore', books.file)) as Readonly<Record<string, unknown>>;
  const took = performance.now() - began;
  assert.equal(restored['rows'], books.rows);
  const found = await readAll(url);
  assert.deepEqual(found, {
    digests: books.digests,
    invoices: books.invoices,
    total_minor: books.total_minor,
  });
  const again = join(folder, 'again.folio');
  await admin.json('backup', again);
  const verified = (await admin.json('backup', 'verify', again)) as Readonly<Record<string, unknown>>;
  assert.equal(verified['rows'], books.rows);
  assert.match((await admin.refused('restore', books.file)).message, /not empty|has tables/i);
  const folio = await goOn(url, folder, books, admin);
  console.log(
    `${cluster.name}, one node: ${books.rows} rows in ${found.digests.size} tables restored in ${took.toFixed(0)} ms and equal; ` +
      `${found.invoices} invoices, ${found.total_minor} in minor units; its own backup verified; a restore over it refused; ${folio} filed on it`,
  );
};

const TARGETS = { galera: startGalera, mysql: startGroupReplication };

export const runRestore = async (folder: string): Promise<void> => {
  const books = await makeBooks(folder);
  for (const [name, start] of Object.entries(TARGETS)) {
    if (name === 'mysql' && process.env['MYSQLD'] === undefined) {
      console.log('MySQL: left out, since MYSQLD names no server');
      continue;
    }
    const place = join(folder, name);
    mkdirSync(place);
    const cluster = await start(place, 1);
    try {
      await restoreOnto(cluster, place, books);
    } finally {
      await cluster.stop();
    }
  }
};
