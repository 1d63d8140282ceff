// certificate add and list.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openAuthority, type SandboxAuthority } from '../../src/sandbox/authority/authority.ts';
import type { NewCsd } from '../../src/sandbox/authority/issue.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { filesOf, PASSPHRASE } from '../domain/certificates/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, anOrganisation, deEntity, NOW, runProgram } from './support.ts';

const RFC = 'CAS180312KQ0';

describe('certificate', () => {
  let db: TestDatabase;
  let admin: Admin;
  let authority: SandboxAuthority;
  let entity: string;
  let german: string;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    const made = await anOrganisation(admin);
    entity = made.entity;
    german = (await admin.json(...deEntity(made.org))).id;
    const data_dir = admin.environment['DATA_DIR'] ?? '';
    authority = await openAuthority(db.database, createSecrets({ master_key: null, data_dir }), NOW);
  });
  after(() => db.close());

  let written = 0;
  /** The two files of a new certificate, and its number. */
  const aCsd = async (wanted: Partial<NewCsd> = {}) => {
    const csd = await authority.issueCsd({ rfc: RFC, holder: 'CAFE ALTURA', now: NOW, ...wanted });
    const files = filesOf(csd);
    written += 1;
    const cer = admin.file(`csd${written}.cer`, files.certificate);
    const key = admin.file(`csd${written}.key`, files.key);
    return { cer, key, serial: csd.serial, validTo: csd.validTo };
  };
  const environment = (passphrase: string): Admin => {
    const extended = adminOn(db.url);
    Object.assign(extended.environment, { ...admin.environment, CERTIFICATE_PASSPHRASE: passphrase });
    return extended;
  };
  const add = ({ cer, key }: { cer: string; key: string }, to = entity): string[] => [
    'certificate',
    'add',
    '--entity',
    to,
    '--cer',
    cer,
    '--key',
    key,
  ];
  const rows = () => db.database.kysely.selectFrom('certificate').selectAll().execute();

  it('stores a CSD and lists it, without its key', async () => {
    const csd = await aCsd();
    const stored = await environment(PASSPHRASE).json(...add(csd), '--by=ana@ibarra.example');
    assert.deepEqual(
      [stored.serial, stored.rfc, stored.valid_to, stored.sandbox, stored.entity_id],
      [csd.serial, RFC, csd.validTo.toISOString(), false, entity],
    );
    assert.match(stored.id, /^cert_/);
    assert.deepEqual(await admin.json('certificate', 'list'), [stored]);
    assert.deepEqual(await admin.json('certificate', 'list', '--entity', entity), [stored]);
    assert.deepEqual(await admin.json('certificate', 'list', '--entity', german), []);
    const { out } = await admin.run('certificate', 'list');
    assert.match(out, new RegExp(`SERIAL.*RFC.*VALID_TO[\\s\\S]*${csd.serial}`));
    const trail = await db.database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('record_id', '=', stored.id)
      .execute();
    assert.deepEqual(
      trail.map(({ actor_type, action }) => [actor_type, action]),
      [['member', 'certificate add']],
    );
    const events = await db.database.kysely
      .selectFrom('event')
      .select('type')
      .where('record_id', '=', stored.id)
      .execute();
    assert.deepEqual(events, [{ type: 'certificate.added' }]);
    const kept = JSON.stringify([trail, await rows()]);
    assert.ok(!kept.includes(PASSPHRASE));
  });

  it('refuses in one sentence, and stores nothing', async () => {
    const before = await rows();
    const csd = await aCsd();
    const good = environment(PASSPHRASE);
    const refused = async (args: string[], by = good) => by.refused(...args);
    assert.match(
      (await refused(add(csd), admin)).message,
      /set CERTIFICATE_PASSPHRASE, or run the command in a/,
    );
    assert.match(
      (await refused(add(csd), environment('nope'))).message,
      /pass phrase does not open the key file/,
    );
    assert.match(
      (await refused(add({ ...csd, cer: '/nowhere.cer' }))).message,
      /^\/nowhere\.cer does not exist\.$/,
    );
    assert.match((await refused(add(csd, german))).message, /files in Germany, where invoices take no cert/);
    const swapped = { cer: csd.key, key: csd.cer };
    assert.match((await refused(add(swapped))).message, /certificate file is not an X\.509 certificate/);
    assert.match((await refused(add({ ...csd, key: (await aCsd()).key }))).message, /another certificate/);
    assert.match(
      (await refused(add(await aCsd({ rfc: 'PRO840423SG8' })))).message,
      /belongs to PRO840423SG8/,
    );
    assert.match((await refused(add(await aCsd({ kind: 'fiel' })))).message, /e\.firma/);
    const old = { validFrom: new Date('2022-01-01T00:00:00Z'), validTo: new Date('2026-01-01T00:00:00Z') };
    assert.match((await refused(add(await aCsd(old)))).message, /expired on 2026-01-01/);
    assert.equal((await refused(['certificate', 'add', '--entity', entity])).code, 'usage');
    assert.deepEqual(await rows(), before);
    await good.json(...add(csd));
    assert.equal((await refused(add(csd))).code, 'already_exists');
  });

  it('asks nobody when there is no terminal', async () => {
    const csd = await aCsd();
    const outcome = await runProgram(admin.environment, ...add(csd), '--json');
    assert.equal(outcome.code, 2);
    assert.match(outcome.err, /CERTIFICATE_PASSPHRASE/);
  });

  it('doctor looks after certificates and the master key', async () => {
    const checks = async (change: Record<string, string> = {}) => {
      const other = adminOn(db.url);
      Object.assign(other.environment, admin.environment, { PORT: '0', ADMIN_PORT: '0' }, change);
      const { out } = await other.run('doctor', '--json');
      const all = JSON.parse(out) as { check: string; status: string; detail: string }[];
      return (name: string) => {
        const found = all.find(({ check }) => check === name);
        return `${found?.status} ${found?.detail}`;
      };
    };
    const fine = await checks();
    assert.match(fine('master key'), /^OK .*master\.key opens \d+ sealed secrets/);
    assert.match(fine('certificates'), /^OK 2 stored, in force/);
    assert.match(fine('PAC'), /^OK the service's sandbox/);
    const wrong = await checks({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64') });
    assert.match(wrong('master key'), /^FAIL .* was sealed with another master key/);
    const gone = await checks({ DATA_DIR: `${admin.folder}/other` });
    assert.match(gone('master key'), /^FAIL There is none, but \d+ secrets were sealed with one/);
    const dead = await checks({ PAC_URL: 'http://127.0.0.1:9', PAC_TOKEN: 'sEcReT-tok' });
    assert.match(dead('PAC'), /^FAIL .*cannot be used/);
    await db.database.kysely
      .updateTable('certificate')
      .set({ valid_to: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 23).replace('T', ' ') })
      .execute();
    assert.match((await checks())('certificates'), /^WARN .* has a CSD that ends in [45] days/);
    await db.database.kysely
      .updateTable('certificate')
      .set({ valid_to: '2026-01-01 00:00:00.000' })
      .execute();
    assert.match((await checks())('certificates'), /^WARN .* has no CSD in force since 2026-01-01/);
    await db.database.kysely.deleteFrom('certificate').execute();
    assert.match((await checks())('certificates'), /^OK none/);
    assert.match((await checks({ PAC_URL: 'http://127.0.0.1:9' }))('certificates'), /^WARN .* has no CSD/);
  });
});
