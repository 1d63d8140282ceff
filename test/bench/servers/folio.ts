// The real service on the bench's database, limiter off. With BENCH_CONSTANT set every handler answers a constant, so
// that only what stands around a handler is measured.
import { readFileSync } from 'node:fs';

import { TOOL_NAMES } from '../../../generated/dispatch.ts';
import { startApp } from '../../../src/start/app.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { openDatabase } from '../../../src/db/database.ts';
import type { Handlers } from '../../../src/handlers/handler.ts';
import { HANDLERS } from '../../../src/handlers/index.ts';
import { createLog } from '../../../src/base/log.ts';
import { serveParent } from '../child.ts';

const constantHandlers = (file: string): Handlers => {
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: unknown };
  const answer = { data, has_more: false, next_cursor: null, total_count: 2 };
  return Object.fromEntries(TOOL_NAMES.map((tool) => [tool, () => Promise.resolve(answer)])) as never;
};

const constant = process.env['BENCH_CONSTANT'];
const database = await openDatabase(parseDatabaseUrl(process.env['BENCH_DATABASE_URL'] ?? ''));
const app = await startApp({
  database,
  log: createLog('silent'),
  transport: {
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    rateLimit: { requestsPerSecond: 0, burst: 0 },
  },
  answerCheck: { compile: undefined, onMismatch: () => undefined },
  handlers: constant === undefined ? HANDLERS : constantHandlers(constant),
});
serveParent(Number(new URL(app.url).port), async () => {
  await app.close();
  await database.close();
});
