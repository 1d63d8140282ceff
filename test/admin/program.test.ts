// The program itself, as scripts run it.
import { SERVICE } from '../../generated/service.ts';
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { admin, db, entity } from './company.ts';
import { ndjson, runProgram, startProgram } from './support.ts';

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
