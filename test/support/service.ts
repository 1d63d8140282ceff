// The real service on a real database, with an organisation of its own for each test file: HTTP on a free port, answers
// checked against their full schemas, a clock that a test can set.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';

import { compileAnswer } from '../../generated/answers.ts';
import { createClient, type FolioClient } from './client.ts';
import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import { startApp } from '../../src/start/app.ts';
import type { Database } from '../../src/db/database.ts';
import type { ReadFile } from '../../src/domain/across/inbox/inbox.ts';
import type { Handlers } from '../../src/handlers/handler.ts';
import { createLog, LOG_OPTIONS } from '../../src/base/log.ts';
import type { Filing, FilingParts } from '../../src/start/filing.ts';
import { createGuard } from '../../src/base/net/guard.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import type { WebhookParts } from '../../src/domain/across/webhooks/parts.ts';
import { addEntity, addKey, addOrganisation } from './books.ts';
import { createTestDatabase, openSharedDatabase, type TestDatabase } from './database.ts';

/** Names are public here, so that no test asks the DNS; receivers on this machine may be called too. */
export const WEBHOOK_PARTS: WebhookParts = {
  secrets: createSecrets({ master_key: Buffer.alloc(32, 7), data_dir: '/nowhere' }),
  guard: createGuard(['127.0.0.1'], () => Promise.resolve([{ address: '8.8.8.8', family: 4 }])),
};

export interface TestService {
  readonly url: string;
  readonly database: Database;
  /** For another process on the same database. */
  readonly databaseUrl: string;
  readonly organisation_id: OrganisationId;
  readonly entities: { readonly mx: EntityId; readonly de: EntityId };
  /** Secrets: of the whole organisation, and bound to one entity each. */
  readonly keys: { readonly organisation: string; readonly mx: string; readonly de: string };
  /** A typed client with this key; the organisation's by default. */
  client(key?: string): FolioClient;
  /** Only when it was asked for. */
  readonly filing: Filing | undefined;
  /** Where mails are written. */
  readonly dataDir: string | undefined;
  /** Sets the service's clock; undefined lets it run again. */
  setNow(moment: Date | undefined): void;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** Reads received files; without it they wait. */
  readonly read?: ReadFile;
  /** What an access point shows that brings documents. */
  readonly deliverySecret?: string;
  readonly handlers?: Handlers;
  readonly callTimeoutMs?: number;
  /** Files approved invoices too, through the sandboxes. */
  readonly filing?: true | Pick<FilingParts, 'onStep' | 'timing'>;
  /** The mail server; else mails are written to the folder. */
  readonly smtp_url?: string;
  /** Where the log goes, a parsed line an entry; by default LOG_LEVEL says. */
  readonly lines?: Record<string, unknown>[];
  /**
   * A migrated one, or `own`: a fresh one, for files that count all rows, act on all organisations or file documents.
   * By default the one that the files of this process share.
   */
  readonly database?: TestDatabase | 'own';
}

export const startTestService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  const { database, url: databaseUrl, close: closeDatabase } = await databaseFor(options);
  const organisation_id = await addOrganisation(database);
  const mx = await addEntity(database, organisation_id, { country_code: 'MX', is_default: true });
  const de = await addEntity(database, organisation_id, { country_code: 'DE' });
  const keys = {
    organisation: await addKey(database, organisation_id),
    mx: await addKey(database, organisation_id, { entity_id: mx }),
    de: await addKey(database, organisation_id, { entity_id: de }),
  };
  const mismatches: unknown[] = [];
  let fixed: Date | undefined;
  const now = (): Date => fixed ?? new Date();
  const { lines } = options;
  const log =
    lines === undefined
      ? createLog(process.env['LOG_LEVEL'] ?? 'silent')
      : pino(
          { ...LOG_OPTIONS, level: 'debug' },
          { write: (line: string) => void lines.push(JSON.parse(line)) },
        );
  const dataDir = options.filing === undefined ? undefined : mkdtempSync(join(tmpdir(), 'folio-filing-'));
  const filing =
    dataDir === undefined
      ? undefined
      : await (
          await import('../../src/start/filing.ts')
        ).startFiling({
          ...(options.filing === true ? {} : options.filing),
          config: {
            master_key: null,
            data_dir: dataDir,
            pac: null,
            access_point: null,
            smtp_url: options.smtp_url ?? null,
            mail_from: 'invoices@localhost',
          },
          database,
          log,
          now,
        });
  const app = await startApp({
    database,
    log,
    transport: {
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: [],
      rateLimit: { requestsPerSecond: 0, burst: 0 },
      ...(options.callTimeoutMs === undefined ? {} : { limits: { callTimeoutMs: options.callTimeoutMs } }),
    },
    answerCheck: {
      compile: compileAnswer,
      onMismatch: (tool, errors) => mismatches.push({ tool, errors }),
    },
    now,
    webhooks: WEBHOOK_PARTS,
    ...(filing === undefined ? {} : { print: filing.print }),
    ...(options.handlers === undefined ? {} : { handlers: options.handlers }),
    ...(options.read === undefined ? {} : { read: options.read }),
    ...(options.deliverySecret === undefined ? {} : { deliveries: { secret: options.deliverySecret } }),
  });
  return {
    url: app.url,
    database,
    databaseUrl,
    organisation_id,
    entities: { mx, de },
    keys,
    client: (key = keys.organisation) => createClient({ url: app.url, key }),
    filing,
    dataDir,
    setNow: (moment) => {
      fixed = moment;
    },
    close: async () => {
      await app.close();
      await filing?.close();
      await closeDatabase();
      if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
      assert.deepEqual(mismatches, [], 'every answer fits its output schema');
    },
  };
};

const databaseFor = async ({ database, filing }: TestServiceOptions): Promise<TestDatabase> => {
  if (database !== undefined && database !== 'own') return database;
  const isShared =
    database === undefined && filing === undefined && process.env['TEST_TEMPLATE'] !== undefined;
  return isShared ? openSharedDatabase() : createTestDatabase();
};
