// The real service with its pages on the bench's database. With BENCH_SLOW_MS it prints the statements that took longer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readConfig } from '../../../src/base/config.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { createLog } from '../../../src/base/log.ts';
import { createSecrets } from '../../../src/base/secrets/secrets.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { deriveSigner } from '../../../src/domain/views/trail/note.ts';
import { ADMIN_PARTS } from '../../../src/start/admin-parts.ts';
import { startApp } from '../../../src/start/app.ts';
import { startFiling } from '../../../src/start/filing.ts';
import { serveParent } from '../child.ts';
import { printSlowStatements } from '../statements.ts';

const slow = Number(process.env['BENCH_SLOW_MS'] ?? 0);
if (slow > 0) printSlowStatements(slow);
const dataDir = mkdtempSync(join(tmpdir(), 'folio-bench-'));
// Always the same, for what a database that is kept has sealed.
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', MASTER_KEY });
const log = createLog('error');
const database = await openDatabase(parseDatabaseUrl(process.env['BENCH_DATABASE_URL'] ?? ''));
const now = (): Date => new Date();
const filing = await startFiling({ config, database, log, now });
const app = await startApp({
  database,
  log,
  now,
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
    mailer: filing.mailer,
    print: filing.print,
    signer: deriveSigner({ bytes: Buffer.alloc(32, 7) }),
    doctor: ADMIN_PARTS,
  },
});
serveParent(Number(new URL(app.url).port), async () => {
  await app.close();
  await filing.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});
