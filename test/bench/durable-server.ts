// A database server of the bench's own with durability as the service has it, unless DATABASE_URL names another; and
// the service on a fresh database there.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';

import { formatDatabaseUrl } from '../../src/base/database-address.ts';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { startTestService, type TestService } from '../support/service.ts';

const startServer = async (): Promise<() => Promise<void>> => {
  const given = process.env['DATABASE_URL'] ?? '';
  if (given !== '') {
    process.env['TEST_DATABASE_URL'] = given;
    return async () => undefined;
  }
  const data_dir = join(packageRoot(), '.data', 'bench');
  const server = await startEmbedded({ data_dir, download: true, say: console.error, profile: 'service' });
  process.env['TEST_DATABASE_URL'] = formatDatabaseUrl(server.address);
  return async () => {
    await server.stop();
    rmSync(data_dir, { recursive: true, force: true });
  };
};

const DURABILITY = ['innodb_flush_log_at_trx_commit', 'sync_binlog', 'log_bin', 'innodb_buffer_pool_size'];

/** What a write has to wait for on this server. */
const describeServer = async ({ database }: TestService): Promise<string> => {
  const parts: string[] = [];
  for (const name of DURABILITY) {
    const { rows } = await sql<{ Value: string }>`show variables like ${name}`.execute(database.kysely);
    parts.push(`${name} = ${rows[0]?.Value ?? 'unknown'}`);
  }
  return `${database.server.engine} ${database.server.version}: ${parts.join(', ')}`;
};

/** Runs the work on a service with an empty database, and leaves nothing behind. */
export const withService = async (work: (service: TestService) => Promise<void>): Promise<void> => {
  const stopServer = await startServer();
  try {
    const service = await startTestService();
    try {
      console.log(await describeServer(service));
      await work(service);
    } finally {
      await service.close();
    }
  } finally {
    await stopServer();
  }
};
