// The service and its pages over the large book, and who asks.
import { sql } from 'kysely';
import { TOOLS, type ToolName } from '../../../generated/dispatch.ts';
import { readConfig } from '../../../src/base/config.ts';
import { type DatabaseAddress } from '../../../src/base/database-address.ts';
import { createLog } from '../../../src/base/log.ts';
import { createSecrets } from '../../../src/base/secrets/secrets.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { deriveSigner } from '../../../src/domain/views/trail/note.ts';
import { ADMIN_PARTS } from '../../../src/start/admin-parts.ts';
import { startApp } from '../../../src/start/app.ts';
import { signInAs } from '../../console/persons.ts';
import { addKey } from '../../support/books.ts';
import { type Counters, countersOf } from '../../support/counters.ts';
import { createTestDatabase } from '../../support/database.ts';
import { indexParts } from '../../support/parts.ts';
import { startTestService } from '../../support/service.ts';
import { tenantTables } from '../../support/tenancy/watch.ts';
import { callTool, post } from '../../support/wire.ts';
import { readTest } from '../inbox/support.ts';
import { type Check, readOracles } from './answers.ts';
import type { Args, FindId, Schema } from './calls.ts';
import { type Books, multiply } from './multiply.ts';
import { makeSmallBook } from './seed.ts';

export interface World {
  readonly books: Books;
  readonly counters: Counters;
  /** How long the rows took. */
  readonly madeInMs: number;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly findId: FindId;
  /** Rows of the large company in a table. */
  rowsOf(table: string): Promise<number>;
  call(tool: ToolName, args: Args): ReturnType<typeof callTool>;
  page(path: string): Promise<number>;
  /** What the lists of the large company have to answer. */
  readOracles(): Promise<Check>;
  /** For statements to be tried again. */
  readonly address: DatabaseAddress;
  close(): Promise<void>;
}

/** Each connection is asked what it has counted. */
const CONNECTIONS = 2;

/** `stale`: the server's statistics are those of the small book. */
export const openWorld = async (stale = false): Promise<World> => {
  const kept = await createTestDatabase({ connections: CONNECTIONS });
  const service = await startTestService({ database: kept, read: readTest });
  const { database } = kept;
  const counters = countersOf(kept.address);
  await makeSmallBook(service);
  // As the service does in the background, and a while ago; what it makes is copied with the rest.
  await indexParts(database, [service.entities.mx], new Date(Date.now() + 3_600_000));
  const began = performance.now();
  const books = await multiply(database, service.entities.mx, stale);
  const madeInMs = performance.now() - began;
  const keys = {
    company: await addKey(database, books.organisation, { entity_id: books.large }),
    organisation: await addKey(database, books.organisation),
  };
  const ids = new Map<string, string>();
  for (const table of tenantTables()) {
    const found = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where entity_id = ${books.large} limit 5`.execute(database.kysely);
    for (const { id } of found.rows) if (typeof id === 'string') ids.set(id.slice(0, 4), id);
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const { body } = await post(service.url, keys.organisation, message);
  const { tools } = body['result'] as { tools: readonly { name: string; inputSchema: Schema }[] };
  const pages = await startPages(service.databaseUrl, database);
  const secret = await signInAs(openBooks(database), books.organisation, {
    role: 'administrator',
    email: 'ana@ibarra.example',
    strong: true,
  });
  return {
    books,
    counters,
    address: kept.address,
    madeInMs,
    schemas: new Map(tools.map(({ name, inputSchema }) => [name, inputSchema])),
    findId: (prefix) => ids.get(prefix),
    rowsOf: async (table) => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)} where entity_id = ${books.large}`.execute(
        database.kysely,
      );
      return Number(rows[0]?.n);
    },
    call: (tool, args) =>
      callTool(service.url, TOOLS[tool].entity === 'none' ? keys.organisation : keys.company, tool, args),
    page: async (path) => {
      const { port } = new URL(pages.url);
      const headers = { cookie: `folio_${port}=${secret}` };
      const answer = await fetch(`http://localhost:${port}${path}`, { redirect: 'manual', headers });
      await answer.text();
      return answer.status;
    },
    readOracles: () => readOracles(database, books.large),
    close: async () => {
      await pages.close();
      await service.close();
    },
  };
};

const startPages = (databaseUrl: string, database: Parameters<typeof openBooks>[0]) => {
  const config = readConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  return startApp({
    database,
    log: createLog('silent'),
    now: () => new Date(),
    transport: {
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: [],
      rateLimit: { requestsPerSecond: 0, burst: 0 },
    },
    answerCheck: { compile: undefined, onMismatch: () => undefined },
    console: {
      config,
      secrets: createSecrets(config),
      // Nothing is mailed or printed here.
      mailer: undefined as never,
      print: undefined as never,
      signer: deriveSigner({ bytes: Buffer.alloc(32, 7) }),
      doctor: ADMIN_PARTS,
    },
  });
};
