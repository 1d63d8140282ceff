// The program itself, as scripts run it.
import { SERVICE } from '../../../generated/service.ts';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { admin, db, entity, usingCompany } from '../../admin/company.ts';
import { ndjson, PROGRAM, runProgram, startProgram } from '../../admin/support.ts';

usingCompany();

describe('the admin program', () => {
  it('prints one JSON value on standard output', async () => {
    const { code, out, err } = await runProgram(admin.environment, 'org', 'create', '--name', 'A', '--json');
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(Object.keys(JSON.parse(out)), ['id']);
    assert.equal(out.trim().split('\n').length, 1);
  });

  it('prints text for people', async () => {
    const { code, out } = await runProgram(admin.environment, 'entity', 'list');
    assert.equal(code, 0);
    assert.match(out, /^ID +NAME +COUNTRY_CODE .*\nenti_\w+ +CAFE ALTURA DEL SUR +MX/);
  });

  it('tells its version', async () => {
    assert.deepEqual(await runProgram(admin.environment, '--version'), {
      code: 0,
      out: `${SERVICE.version}\n`,
      err: '',
    });
  });

  it('prints one clear sentence on standard error and exits with the code of its kind', async () => {
    const plain = await runProgram(admin.environment, 'org', 'crate');
    assert.deepEqual(plain, { code: 2, out: '', err: "Unknown command 'crate'. Did you mean create?\n" });
    const wrong = { ...admin.environment, DATABASE_URL: 'mysql://a:secret@127.0.0.1:9/x' };
    const json = await runProgram(wrong, 'entity', 'list', '--json');
    assert.deepEqual([json.code, json.out], [3, '']);
    assert.equal(JSON.parse(json.err).error.code, 'cannot_start');
    assert.ok(!json.err.includes('secret'));
  });

  it('explains itself', async () => {
    const { code, out, err } = await runProgram(admin.environment, 'key', 'create', '--help');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /--scopes <scopes>/);
  });

  const inShell = (script: string, ...args: string[]) =>
    spawnSync('bash', ['-c', `set -o pipefail; ${script}`, 'bash', ...args], {
      env: { ...process.env, ...admin.environment },
      encoding: 'utf8',
      timeout: 120_000,
    });

  it('ends quietly when nobody reads on, and writes files for their owner alone', async () => {
    const rows = Array.from({ length: 3 }, (_, index) => ({
      name: `Customer ${index}`,
      country_code: 'FR',
      is_customer: true,
    }));
    // Through a pipe, as with a path.
    const imported = inShell(
      'cat "$1" | "${@:3}" import counterparties - --entity "$2" --json',
      admin.file('customers.ndjson', ndjson(...rows)),
      entity,
      ...PROGRAM,
    );
    assert.equal(JSON.parse(imported.stdout).imported, rows.length, imported.stderr);
    // As a program that SIGPIPE ends: nobody has read anything when it begins to write.
    const { status, stdout, stderr } = inShell('"$@" backup - --json | true', ...PROGRAM);
    assert.deepEqual([status, stdout, stderr], [141, '', '']);
    const path = join(admin.folder, 'open.csv');
    inShell('umask 0; "${@:3}" export ledger --entity "$1" --out "$2"', entity, path, ...PROGRAM);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('asks at a real terminal', async (t) => {
    if (spawnSync('script', ['--version']).status !== 0) return t.skip('there is no "script"');
    const { organisation_id: org } = (await admin.json('entity', 'list'))[0];
    const { id } = await admin.json('key', 'create', '--org', org);
    const line = [...PROGRAM, 'key', 'revoke', id].join(' ');
    const shell = 'echo no | script --quiet --return --command "$1" /dev/null';
    const { status, stdout } = inShell(shell, line);
    assert.match(stdout, /This ends for good the key "copilot key".*\r\nGo on\? \(yes\/no\) /);
    assert.match(stdout, /Nothing was changed: the answer was not yes\.\r\n$/);
    assert.equal(status, 1);
    assert.equal((await admin.json('key', 'show', id)).status, 'active');
  });

  it('leaves nothing when it is killed in the middle of an import', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      name: `Product ${index} of many`,
      sku: `S${index}`,
    }));
    const path = admin.file('many.ndjson', ndjson(...rows));
    const child = startProgram(admin.environment, ['import', 'products', path, '--entity', entity]);
    const ended = new Promise((resolve) => child.once('close', resolve));
    await db.database.kysely.connection().execute(async (connection) => {
      // Only so are rows seen that are not committed.
      await sql`set session transaction isolation level read uncommitted`.execute(connection);
      const written = async (): Promise<boolean> =>
        (await connection.selectFrom('reference_record').select('id').limit(1).executeTakeFirst()) !==
        undefined;
      while (!(await written())) await pause(20);
      child.kill('SIGKILL');
      await ended;
      const deadline = Date.now() + 20_000;
      while ((await written()) && Date.now() < deadline) await pause(50);
      await sql`set session transaction isolation level read committed`.execute(connection);
    });
    assert.deepEqual(
      await db.database.kysely.selectFrom('reference_record').select('id').limit(1).execute(),
      [],
    );
  });
});
