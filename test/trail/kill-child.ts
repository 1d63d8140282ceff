// A worker in a process of its own, to be killed while it takes entries into the log.
import { createLog } from '../../src/base/log.ts';
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startTrail } from '../../src/jobs/trail.ts';
import { SIGNER } from './office.ts';

// Nobody is left to look after it.
process.on('disconnect', () => process.exit(0));

startTrail({
  database: await openDatabase(parseDatabaseUrl(process.argv[2] ?? ''), { connections: 3 }),
  log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
  now: () => new Date(),
  signer: SIGNER,
  timing: { pollMs: 10 },
  batch: 2,
});
