// A worker in a process of its own, to be killed while it sends.
import { createPoster } from '../../../src/base/net/poster.ts';
import { createLog } from '../../../src/base/log.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { startWebhooks } from '../../../src/jobs/webhooks.ts';
import { GUARD, SECRETS } from '../../webhooks/office.ts';

// Nobody is left to look after it.
process.on('disconnect', () => process.exit(0));

const database = await openDatabase(parseDatabaseUrl(process.argv[2] ?? ''), { connections: 6 });
startWebhooks({
  books: openBooks(database),
  secrets: SECRETS,
  log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
  now: () => new Date(),
  poster: createPoster(GUARD),
  timing: { pollMs: 20 },
});
