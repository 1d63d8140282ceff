// A server that was switched to read-only while the service used it, as a fail-over does: a private server, since the
// setting is of all its users.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { formatDatabaseUrl, parseDatabaseUrl } from '../../src/base/database-address.ts';
import { openDatabase, openKysely } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createMetrics } from '../../src/transport/metrics.ts';
import { startOperations } from '../../src/transport/operations.ts';
import { startTestServer } from '../support/server.ts';
import { startTestService } from '../support/service.ts';
import { callError, callTool } from '../support/wire.ts';

const MADE = { name: 'Nadie', country_code: 'DE' };

test('writes are to be repeated, reads go on, and it is not ready until it takes writes again', async (t) => {
  const server = await startTestServer();
  const root = openKysely(parseDatabaseUrl(server.url), { connections: 1 });
  t.after(async () => {
    await root.destroy();
    await server.stop();
  });
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(root);
  const base = parseDatabaseUrl(server.url);
  await migrate(base);
  // Without the right to write in spite of the setting.
  await run("create user plain@localhost identified by 'plain'");
  await run(`insert into mysql.db (Host, Db, User, Select_priv, Insert_priv, Update_priv, Delete_priv)
    values ('localhost', '${base.database}', 'plain', 'Y', 'Y', 'Y', 'Y')`);
  await run('flush privileges');
  const address = { ...base, user: 'plain', password: 'plain' };
  const database = await openDatabase(address, { connections: 3, acquire_timeout_ms: 500 });
  const service = await startTestService({
    database: { database, address, url: formatDatabaseUrl(address), close: () => database.close() },
  });
  t.after(() => service.close());
  const operations = await startOperations({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics(),
    ready: () => database.ready(),
  });
  t.after(operations.close);
  const ready = async (): Promise<readonly [number, unknown]> => {
    const response = await fetch(`${operations.url}/ready`);
    return [response.status, await response.json()];
  };
  const create = () => callTool(service.url, service.keys.mx, 'create_counterparty', MADE);

  assert.deepEqual(await ready(), [200, { status: 'ready' }]);
  await run('set global read_only = on');
  assert.deepEqual(await ready(), [
    503,
    {
      status: 'not_ready',
      reason: 'database_read_only',
      message: 'The database server takes no writes.',
    },
  ]);
  const error = await callError(service.url, service.keys.mx, 'create_counterparty', MADE);
  assert.deepEqual([error['code'], error['retryable']], ['database_unavailable', true]);
  const read = await callTool(service.url, service.keys.mx, 'list_counterparties', {});
  assert.deepEqual((read.structuredContent as { data: unknown[] }).data, []);
  await run('set global read_only = off');
  assert.deepEqual(await ready(), [200, { status: 'ready' }]);
  assert.equal((await create()).isError, false);
});
