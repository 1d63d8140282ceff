// A service on a database of its own, with the demo and its year.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileAnswer } from '../../generated/answers.ts';
import { createLog } from '../../src/base/log.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { createInbox } from '../../src/domain/across/inbox/inbox.ts';
import { createMatchingRuns } from '../../src/domain/bank/reconciliation/runs/matching-runs.ts';
import { startInboxWorker } from '../../src/jobs/inbox.ts';
import { startNetwork } from '../../src/jobs/network.ts';
import { readReceived } from '../../src/receiving/document.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { startApp } from '../../src/start/app.ts';
import { demoAtStart, type DemoResult } from '../../src/start/demo/ensure.ts';
import { makeYear } from '../../src/start/demo/year/make.ts';
import { startFiling } from '../../src/start/filing.ts';
import { createClient, type FolioClient } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { QUICK } from '../support/office.ts';

export interface DemoService {
  readonly db: TestDatabase;
  readonly demo: DemoResult;
  readonly url: string;
  /** The key of the whole organisation. */
  readonly key: string;
  /** With the key that has the tool set of the inbox too. */
  readonly inbox: FolioClient;
  /** As a start makes it; each call is an instance of its own. */
  fill(signal?: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

const unlimited = { requestsPerSecond: 0, burst: 0 };

export const startDemoService = async (now: () => Date, year = true): Promise<DemoService> => {
  const db = await createTestDatabase();
  const { database } = db;
  const data_dir = mkdtempSync(join(tmpdir(), 'folio-demo-'));
  const log = createLog(process.env['LOG_LEVEL'] ?? 'silent');
  const demo = await demoAtStart(openBooks(database), now(), data_dir, year);
  if (demo === undefined) throw new Error('no demo was made');
  const filing = await startFiling({
    config: {
      master_key: null,
      data_dir,
      pac: null,
      access_point: null,
      smtp_url: null,
      mail_from: 'invoices@localhost',
    },
    database,
    log,
    now,
    timing: QUICK,
  });
  const app = await startApp({
    database,
    log,
    transport: { host: '127.0.0.1', port: 0, allowedOrigins: [], rateLimit: unlimited },
    answerCheck: {
      compile: compileAnswer,
      onMismatch: (tool, errors) => {
        throw new Error(`${tool}: ${JSON.stringify(errors)}`);
      },
    },
    now,
  });
  const books = openBooks(database);
  const inbox = createInbox({ books, read: readReceived, log, now });
  const { queue } = filing.accessPoint;
  if (queue === null) throw new Error('the sandbox has no queue');
  const loops = [
    startNetwork({ books, inbox, queue, log, now, pollMs: 300, count: () => undefined }),
    startInboxWorker({ database, inbox, log, now }),
  ];
  return {
    db,
    demo,
    url: app.url,
    key: demo.keys[0]?.secret ?? '',
    inbox: createClient({ url: app.url, key: demo.keys.at(-1)?.secret ?? '' }),
    fill: async (signal = new AbortController().signal) => {
      const matchingRuns = createMatchingRuns({ log });
      try {
        const [key] = demo.keys;
        return await makeYear({
          books,
          matchingRuns,
          inbox,
          now,
          signal,
          secrets: createSecrets({ master_key: null, data_dir }),
          key_id: key?.id,
        });
      } finally {
        await matchingRuns.stop();
      }
    },
    close: async () => {
      for (const loop of loops) await loop.stop();
      await app.close();
      await filing.close();
      await db.close();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
};
