import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findIdentity } from '../../src/domain/parties/access/store.ts';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, anOrganisation, mxEntity, NOW } from './support.ts';

describe('keys', () => {
  let db: TestDatabase;
  let admin: Admin;
  let org: string;
  let entity: string;
  let by: string;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    ({ org, entity, by } = await anOrganisation(admin));
  });
  after(() => db.close());

  const identityOf = (secret: string, now = NOW) => findIdentity(db.database, hashSecret(secret), now);

  it('makes a key that works, and never stores its secret', async () => {
    const { id, secret } = await admin.json('key', 'create', '--org', org, '--scopes', '*', '--by', by);
    assert.match(id, /^akey_/);
    const identity = await identityOf(secret);
    assert.deepEqual(
      [identity?.key_id, identity?.type, [...(identity?.scopes ?? [])]],
      [id, 'copilot', ['*']],
    );
    const audit = await db.database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(audit.action, 'key create');
    assert.ok(!JSON.stringify(audit).includes(secret.slice(6)));
    const rows = await db.database.kysely.selectFrom('api_key').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(secret));
  });

  it('binds a key to an entity and to scopes; read-only is the default', async () => {
    const bound = await admin.json(
      'key',
      'create',
      '--org',
      org,
      '--entity',
      entity,
      '--scopes',
      'invoices:read, bills:read,invoices:read',
    );
    const identity = await identityOf(bound.secret);
    assert.equal(identity?.entity_id, entity);
    assert.deepEqual([...(identity?.scopes ?? [])], ['invoices:read', 'bills:read']);
    assert.deepEqual([...(identity?.toolsets ?? [])], []);
    const readOnly = await identityOf((await admin.json('key', 'create', '--org', org)).secret);
    assert.ok((readOnly?.scopes.size ?? 0) > 5);
    assert.ok([...(readOnly?.scopes ?? [])].every((scope) => scope.endsWith(':read')));
  });

  it('carries sets of tools, each once', async () => {
    const { secret } = await admin.json(
      'key',
      'create',
      `--org=${org}`,
      '--toolsets=corrections, corrections',
    );
    assert.deepEqual([...((await identityOf(secret))?.toolsets ?? [])], ['corrections']);
  });

  it('ends a key on its day, or at its instant', async () => {
    const day = await admin.json('key', 'create', '--org', org, '--expires', '2026-11-22');
    assert.ok(await identityOf(day.secret, new Date('2026-11-22T23:59:59Z')));
    assert.equal(await identityOf(day.secret, new Date('2026-11-23T00:00:00Z')), undefined);
    const instant = await admin.json('key', 'create', '--org', org, '--expires', '2026-11-21T08:00:00-06:00');
    assert.ok(await identityOf(instant.secret, new Date('2026-11-21T13:59:59Z')));
    assert.equal(await identityOf(instant.secret, new Date('2026-11-21T14:00:00Z')), undefined);
  });

  it('lists keys without secrets', async () => {
    const keys = await admin.json('key', 'list', '--org', org);
    assert.equal(keys.length, 6);
    const fields =
      'object id organisation_id entity_id type name hint created_by scopes toolsets status expires_at previous_until revoked_at last_used_at created_at';
    assert.deepEqual(Object.keys(keys[0]), fields.split(' '));
    assert.match((await admin.run('key', 'list')).out, /^ID +NAME +TYPE +STATUS/);
  });

  it('revokes a key once', async () => {
    const { id, secret } = await admin.json('key', 'create', '--org', org, '--type', 'integration');
    const record = await admin.json('key', 'revoke', id, '--by', by);
    assert.deepEqual(
      [record.id, record.status, record.revoked_at],
      [id, 'revoked', '2026-11-21T12:00:00.000Z'],
    );
    assert.equal(await identityOf(secret), undefined);
    assert.match((await admin.refused('key', 'revoke', id)).message, /is already revoked/);
  });

  it('refuses what cannot be right', async () => {
    const { id: other } = await admin.json('org', 'create', '--name', 'Another');
    const { id: foreign } = await admin.json(...mxEntity(other));
    const create = ['key', 'create', '--org', org];
    const cases: [string[], RegExp][] = [
      [
        [...create, '--scopes', 'invoice:read'],
        /There is no scope "invoice:read"\. Did you mean "invoices:read"\?/,
      ],
      [
        [...create, '--toolsets', 'correction'],
        /There is no set of tools "correction"\. Did you mean "corrections"\?/,
      ],
      [[...create, '--scopes', ' , '], /names no scope/],
      [[...create, '--expires', 'soon'], /--expires is "soon"; give a day/],
      [[...create, '--expires', '2026-02-30'], /give a day/],
      [[...create, '--expires', '2027-01-01T10:00:00'], /give a day/],
      [[...create, '--expires', '2026-11-20'], /is not in the future/],
      [[...create, '--type', 'robot'], /Allowed choices are copilot, integration/],
      [[...create, '--entity', foreign], /There is no entity enti_\w+ in the organisation orgn_/],
      [['key', 'revoke', 'akey_01h455vb4pex5vsknk084sn02q'], /There is no key akey_/],
      [['key', 'revoke', 'nonsense'], /must be the id of a key \(akey_…\)/],
    ];
    const count = (await admin.json('key', 'list')).length;
    for (const [args, message] of cases) assert.match((await admin.refused(...args)).message, message);
    assert.equal((await admin.json('key', 'list')).length, count);
  });
});
