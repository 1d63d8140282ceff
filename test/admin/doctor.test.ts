import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { runAdmin } from '../../src/admin/run.ts';
import { ADMIN_PARTS } from '../../src/start/admin-parts.ts';
import { checkNode } from '../../src/doctor/machine.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, NOW } from './support.ts';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly fix: string | null;
}

const doctor = async (environment: Readonly<Record<string, string>>) => {
  let out = '';
  let err = '';
  const code = await runAdmin(
    ['doctor', '--json'],
    {
      environment,
      out: (text) => (out += text),
      err: (text) => (err += text),
      now: () => NOW,
    },
    async () => ADMIN_PARTS,
  );
  return { code, checks: JSON.parse(out) as Check[], err };
};

const statusOf = (checks: readonly Check[], name: string) =>
  checks.find(({ check }) => check === name)?.status;

describe('doctor', () => {
  let db: TestDatabase;
  let admin: Admin;
  let environment: Record<string, string>;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    environment = { ...admin.environment, PORT: '0', ADMIN_PORT: '0' };
  });
  after(() => db.close());

  it('finds nothing to fix where nothing is wrong, and shows no password', async () => {
    const { code, checks, err } = await doctor(environment);
    assert.deepEqual(
      checks.filter(({ status }) => status !== 'OK'),
      [],
    );
    assert.deepEqual([code, err], [0, '']);
    const password = new URL(db.url).password;
    if (password !== '') assert.ok(!JSON.stringify(checks).includes(password));
    for (const name of [
      'node',
      'DATABASE_URL',
      'database',
      'collation',
      'session',
      'clock',
      'writes',
      'migrations',
      'disk space',
    ]) {
      assert.equal(statusOf(checks, name), 'OK', name);
    }
  });

  it('names each wrong variable, and stops there', async () => {
    const { code, checks, err } = await doctor({ ...environment, PORT: 'http', LOG_LEVEL: 'loud' });
    const failed = checks.filter(({ status }) => status === 'FAIL');
    assert.deepEqual(
      failed.map(({ check }) => check),
      ['PORT', 'LOG_LEVEL'],
    );
    assert.ok(failed.every(({ fix }) => fix?.startsWith('Correct ')));
    assert.equal(code, 1);
    assert.match(err, /"code":"checks_failed","message":"Not ready: PORT, LOG_LEVEL\."/);
  });

  it('tells an unreachable database and a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, checks } = await doctor({
      ...environment,
      DATABASE_URL: 'mysql://a:b@127.0.0.1:9/x',
      PORT: String(port),
    });
    server.close();
    server.closeAllConnections();
    assert.equal(code, 1);
    assert.equal(statusOf(checks, 'database'), 'FAIL');
    assert.match(
      checks.find(({ check }) => check === `port ${port}`)?.detail ?? '',
      /used by another program/,
    );
  });

  it('warns of migrations that are not applied, and names tables from before the baseline', async () => {
    const empty = await createEmptyDatabase();
    try {
      const { code, checks } = await doctor({ ...environment, DATABASE_URL: empty.url });
      assert.equal(statusOf(checks, 'migrations'), 'WARN');
      assert.equal(code, 0);
      await migrate(empty.address, { migrations: [{ name: '0321_task_with_made_by_key', statements: [] }] });
      const older = await doctor({ ...environment, DATABASE_URL: empty.url });
      assert.equal(
        older.checks.find(({ check }) => check === 'migrations')?.detail,
        'The tables end at the migration 0321_task_with_made_by_key, before those that this version starts from.',
      );
      assert.equal(statusOf(older.checks, 'migrations'), 'FAIL');
    } finally {
      await empty.drop();
    }
  });

  it('knows an old Node', () => {
    assert.equal(checkNode('18.20.0').status, 'FAIL');
    assert.equal(checkNode('20.18.9').status, 'FAIL');
    assert.equal(checkNode('22.0.0').status, 'OK');
  });

  it('prints a table for people', async () => {
    const { out } = await admin.run('doctor');
    assert.match(out, /^STATUS +CHECK +DETAIL\nOK /);
  });
});
