// The service in a process of its own, to be killed while it matches.
import { startApp } from '../../../src/start/app.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { createLog } from '../../../src/base/log.ts';

// Nobody is left to look after it.
process.on('disconnect', () => process.exit(0));

const database = await openDatabase(parseDatabaseUrl(process.argv[2] ?? ''), { connections: 6 });
const { url } = await startApp({
  database,
  log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
  transport: {
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    rateLimit: { requestsPerSecond: 0, burst: 0 },
  },
  answerCheck: { compile: undefined, onMismatch: () => undefined },
});
process.send?.({ url });
