// The private server that all test processes of a run share; started by the launcher.
import { sql } from 'kysely';
import { formatDatabaseUrl } from '../../src/base/database-address.ts';
import { openKysely } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { isPidRunning } from '../../src/db/embedded/process-identity.ts';
import { throwAwayFolder } from './throw-away.ts';

/** Names of test databases say which process made them. */
export const TEST_DATABASE = /^folio_test_(\d+)_\d+$/;

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

export const startTestServer = async (): Promise<TestServer> => {
  const { folder, remove } = throwAwayFolder();
  const server = await startEmbedded({
    data_dir: folder,
    download: process.env['DATABASE_DOWNLOAD'] !== '0',
    say: (line) => process.stderr.write(`${line}\n`),
    profile: 'test',
  });
  // After the server has been told to stop, which its folder is needed for.
  process.once('exit', remove);
  const kysely = openKysely(server.address, { connections: 1 });
  const { rows } = await sql<{
    name: string;
  }>`select schema_name as name from information_schema.schemata`.execute(kysely);
  for (const { name } of rows) {
    // Left by a test process that was killed.
    const pid = TEST_DATABASE.exec(name)?.[1];
    if (pid !== undefined && !isPidRunning(Number(pid)))
      await sql`drop database if exists ${sql.id(name)}`.execute(kysely);
  }
  await kysely.destroy();
  return {
    url: formatDatabaseUrl(server.address),
    stop: async () => {
      await server.stop();
      remove();
    },
  };
};
