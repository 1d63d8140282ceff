// A service in a process of its own, to be killed while it answers dry runs.
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { createLog } from '../../../src/base/log.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { startApp } from '../../../src/start/app.ts';
import { WEBHOOK_PARTS } from '../../support/service.ts';

// Nobody is left to look after it.
process.on('disconnect', () => process.exit(0));

const { url } = await startApp({
  database: await openDatabase(parseDatabaseUrl(process.argv[2] ?? ''), { connections: 8 }),
  log: createLog('silent'),
  transport: {
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    rateLimit: { requestsPerSecond: 0, burst: 0 },
  },
  webhooks: WEBHOOK_PARTS,
  answerCheck: { compile: undefined, onMismatch: () => undefined },
});
process.send?.({ url });
