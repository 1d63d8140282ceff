// A company's account at the access point, and what the doctor says of access points and banks.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runAdmin } from '../../src/admin/run.ts';
import { ADMIN_PARTS } from '../../src/start/admin-parts.ts';
import { BMX_TOKEN, startBanxico, startEcb } from '../domain/exchange-rates/banks.ts';
import { startScripted, TOKEN } from '../providers/access-point/support.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, deEntity, mxEntity, NOW } from './support.ts';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
}

let db: TestDatabase;
let admin: Admin;
before(async () => {
  db = await createTestDatabase();
  admin = adminOn(db.url);
});
after(() => db.close());

describe('--access-point-id', () => {
  let org: string;
  before(async () => {
    org = (await admin.json('org', 'create', '--name', 'Nordlicht')).id;
  });

  it('is set when a company is made, changed later, and kept when something else changes', async () => {
    const { id } = await admin.json(...deEntity(org), '--access-point-id', '4711');
    const shown = async () =>
      (await admin.json('entity', 'list')).find((one: { id: string }) => one.id === id);
    assert.equal((await shown()).details.access_point_id, '4711');
    await admin.json('entity', 'update', id, '--city', 'Bremen');
    assert.equal((await shown()).details.access_point_id, '4711');
    await admin.json('entity', 'update', id, '--access-point-id', '4712');
    assert.equal((await shown()).details.access_point_id, '4712');
    const { message } = await admin.refused('entity', 'update', id, '--access-point-id', 'two words');
    assert.match(message, /--access-point-id two words is not an id/);
  });

  it('does not exist where invoices go to the authority', async () => {
    const { message } = await admin.refused(...mxEntity(org), '--access-point-id', '1');
    assert.match(message, /--access-point-id does not exist in MX/);
  });
});

describe('doctor', () => {
  const doctor = async (more: Readonly<Record<string, string>>) => {
    let out = '';
    await runAdmin(
      ['doctor', '--json'],
      {
        environment: { ...admin.environment, PORT: '0', ADMIN_PORT: '0', ...more },
        out: (text) => (out += text),
        err: () => undefined,
        now: () => NOW,
      },
      async () => ADMIN_PARTS,
    );
    const checks = JSON.parse(out) as Check[];
    const of = (name: string) => checks.find(({ check }) => check === name);
    return { out, of };
  };

  it('asks a configured access point, and says what is wrong without the key', async () => {
    const server = await startScripted();
    const environment = { ACCESS_POINT_URL: server.url, ACCESS_POINT_TOKEN: TOKEN };
    server.script({ status: 404 });
    assert.equal((await doctor(environment)).of('access point')?.status, 'OK');
    assert.equal(
      (await doctor({ ...environment, ACCESS_POINT: 'phoss-ap' })).of('access point')?.status,
      'OK',
    );
    server.script({ status: 401 });
    const refused = await doctor(environment);
    assert.equal(refused.of('access point')?.status, 'FAIL');
    assert.match(refused.of('access point')?.detail ?? '', /credentials/);
    assert.ok(!refused.out.includes(TOKEN));
    await server.close();
    assert.match((await doctor(environment)).of('access point')?.detail ?? '', /cannot be reached/);
    assert.match((await doctor({})).of('access point')?.detail ?? '', /sandbox/);
  });

  it('asks the banks, and says how old their rates are', async () => {
    const bmx = await startBanxico({});
    const frankfurt = await startEcb({ '2026-03-13': { USD: '1.1333' } });
    const environment = {
      BANXICO_TOKEN: BMX_TOKEN,
      BANXICO_URL: bmx.url,
      ECB_RATES: '1',
      ECB_URL: frankfurt.url,
    };
    const fresh = await doctor(environment);
    assert.match(fresh.of('exchange rates banxico')?.detail ?? '', /none is kept yet/);
    assert.equal(fresh.of('exchange rates ecb')?.status, 'OK');
    assert.ok(!fresh.out.includes(BMX_TOKEN));
    await db.database.kysely
      .insertInto('exchange_rate')
      .values({
        organisation_id: '',
        base: 'USD',
        quote: 'EUR',
        date: '2020-01-02',
        source: 'ecb',
        rate: '0.9',
        created_at: '2020-01-02 00:00:00.000',
      })
      .execute();
    frankfurt.fault = null;
    const stale = await doctor(environment);
    assert.deepEqual(
      [stale.of('exchange rates ecb')?.status, stale.of('exchange rates ecb')?.detail],
      ['WARN', 'the newest is of 2020-01-02'],
    );
    bmx.fault = { status: 400, body: { error: { mensaje: 'Token inválido' } } };
    const wrong = await doctor(environment);
    assert.equal(wrong.of('exchange rates banxico')?.status, 'WARN');
    assert.match(wrong.of('exchange rates banxico')?.detail ?? '', /Token inválido/);
    await bmx.close();
    await frankfurt.close();
    assert.match((await doctor({})).of('exchange rates')?.detail ?? '', /bundled/);
  });
});
