// API keys by tools: an agent asks for one within its own rights, a person decides, and only they see the secret.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { ApiKeyId, ApiKeyRequestId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import { addKey, addOrganisation } from '../../support/books.ts';
import { until } from '../../support/office.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callError, callTool } from '../../support/wire.ts';
import { changingNothing, declared, factsOf, refused } from '../support.ts';

const ANA = 'ana@ibarra.example';
let service: TestService;
let admin: Admin;
before(async () => {
  service = await startTestService();
  admin = adminOn(service.databaseUrl, new Date());
  const org = `--org=${service.organisation_id}`;
  await admin.json('member', 'add', org, `--email=${ANA}`, '--name=Ana', '--role=administrator');
});
after(() => service.close());

const client = () => service.client();

const WANTED = { name: 'Cartera', reason: 'Informe semanal', scopes: ['invoices:read' as const] };

const refusedBy = async (key: string, tool: Parameters<typeof callError>[2], args: object) =>
  factsOf(await changingNothing(service.database, () => callError(service.url, key, tool, args)), args);

const approve = (id: string) => admin.json('key', 'request', 'approve', id, `--by=${ANA}`);

describe('a key that is asked for', () => {
  test('is made once a person approves, who alone sees the secret', async () => {
    const asked = await client().request_api_key({
      ...WANTED,
      scopes: ['invoices:read', 'bills:read', 'invoices:read'],
      toolsets: ['corrections'],
      entity_id: service.entities.mx,
    });
    assert.deepEqual(
      [asked.status, asked.scopes, asked.toolsets, asked.entity_id, asked.api_key_id],
      ['pending', ['bills:read', 'invoices:read'], ['corrections'], service.entities.mx, null],
    );
    const made = await approve(asked.id);
    const secret = String(made['secret']);
    const told = await client().get_api_key_request({ request_id: asked.id });
    assert.deepEqual([told.status, told.api_key_id], ['approved', made['id']]);
    const { data } = await client().list_api_keys({});
    const key = data.find(({ id }) => id === made['id']);
    assert.deepEqual(
      [key?.name, key?.scopes, key?.toolsets, key?.entity_id, key?.status, key?.is_calling_key],
      ['Cartera', ['bills:read', 'invoices:read'], ['corrections'], service.entities.mx, 'active', false],
    );
    const { total_count } = await service.client(secret).search_invoices({});
    assert.equal(total_count, 0);
    assert.match(
      JSON.stringify(await callTool(service.url, secret, 'list_tasks', {}).catch(String)),
      /scope|403/i,
    );
    const everything = await service.database.kysely.selectFrom('audit').selectAll().execute();
    const events = await service.database.kysely.selectFrom('event').selectAll().execute();
    for (const text of [JSON.stringify([told, data]), JSON.stringify(everything), JSON.stringify(events)])
      assert.ok(!text.includes(secret), 'the secret stands nowhere else');
  });

  test('approved by several at once is one key; and is not decided twice', async () => {
    const { id } = await client().request_api_key(WANTED);
    const before = (await client().list_api_keys({ limit: 100 })).data.length;
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => admin.run('key', 'request', 'approve', id, `--by=${ANA}`)),
    );
    assert.deepEqual(
      outcomes.map(({ code }) => code).toSorted((a, b) => a - b),
      [0, 1, 1],
    );
    assert.equal((await client().list_api_keys({ limit: 100 })).data.length, before + 1);
    const late = await admin.run('key', 'request', 'reject', id, '--reason=x', `--by=${ANA}`);
    assert.equal(late.code, 1);
  });

  test('that is rejected says why, to the agent too', async () => {
    const { id } = await client().request_api_key(WANTED);
    await admin.json('key', 'request', 'reject', id, '--reason=Not needed', `--by=${ANA}`);
    const { status, rejection, api_key_id } = await client().get_api_key_request({ request_id: id });
    assert.deepEqual([status, rejection, api_key_id], ['rejected', 'Not needed', null]);
    assert.equal((await admin.run('key', 'request', 'approve', id, `--by=${ANA}`)).code, 1);
  });

  test('by a key that is revoked meanwhile is not made', async () => {
    const secret = await addKey(service.database, service.organisation_id);
    const { id, requested_by } = await service.client(secret).request_api_key(WANTED);
    await client().revoke_api_key({ api_key_id: requested_by });
    const refusal = await admin.run('key', 'request', 'approve', id, `--by=${ANA}`);
    assert.equal(refusal.code, 1);
    assert.match(refusal.err, /The key that asked is not active any more; reject it/);
  });

  test('that nobody decided runs out', async () => {
    const { id, expires_at } = await client().request_api_key(WANTED);
    service.setNow(new Date(Date.parse(expires_at) + 1000));
    assert.equal((await client().get_api_key_request({ request_id: id })).status, 'expired');
    service.setNow(undefined);
  });

  test('that ran out is not approved, and is listed and shown as such', async () => {
    const { id } = await client().request_api_key(WANTED);
    const row = { expires_at: '2026-01-01 00:00:00.000' };
    await service.database.kysely.updateTable('api_key_request').set(row).where('id', '=', id).execute();
    const late = await admin.refused('key', 'request', 'approve', id, `--by=${ANA}`);
    assert.deepEqual([late.code, late.message.includes('ran out on 2026-01-01')], ['wrong_state', true]);
    const listed = await admin.json('key', 'request', 'list', `--org=${service.organisation_id}`);
    const states = listed.filter((one: { id: string }) => one.id === id);
    assert.deepEqual(
      states.map(({ status }: { status: string }) => status),
      ['expired'],
    );
    assert.equal((await admin.json('key', 'request', 'show', id)).status, 'expired');
  });

  test('repeated with an idempotency key is one request', async () => {
    const key = { idempotencyKey: 'ask-1' };
    const first = await client().request_api_key(WANTED, key);
    const again = await client().request_api_key(WANTED, key);
    assert.deepEqual([again.id, again.idempotent_replay], [first.id, true]);
  });

  test(declared('request_api_key', 'key_beyond_own', 'with more than the asking key has'), async () => {
    const secret = await addKey(service.database, service.organisation_id, {
      scopes: ['api_keys:read', 'api_keys:write', 'invoices:read'],
      toolsets: ['organization'],
    });
    const beyond = await refusedBy(secret, 'request_api_key', { ...WANTED, scopes: ['bills:read'] });
    assert.deepEqual(
      [beyond['code'], beyond['path'], beyond['beyond']],
      ['key_beyond_own', 'scopes', ['bills:read']],
    );
    const sets = await refusedBy(secret, 'request_api_key', { ...WANTED, toolsets: ['corrections'] });
    assert.deepEqual([sets['path'], sets['beyond']], ['toolsets', ['corrections']]);
    const all = await refusedBy(secret, 'request_api_key', { ...WANTED, scopes: ['*'] });
    assert.deepEqual([all['code'], all['beyond']], ['key_beyond_own', ['*']]);
  });

  test(
    declared('request_api_key', 'key_expiry_not_allowed', 'that would outlive the asking key'),
    async () => {
      const ends = new Date(Date.now() + 5 * 86_400_000);
      const secret = await addKey(service.database, service.organisation_id, { expires_at: ends });
      const args = { ...WANTED, expires_on: '2099-01-01' };
      assert.equal((await refusedBy(secret, 'request_api_key', args))['code'], 'key_expiry_not_allowed');
      const past = await refusedBy(secret, 'request_api_key', { ...WANTED, expires_on: '2020-01-01' });
      assert.equal(past['code'], 'key_expiry_not_allowed');
      const { key_expires_at } = await service.client(secret).request_api_key(WANTED);
      assert.ok(Date.parse(key_expires_at) <= ends.getTime());
    },
  );

  test(declared('request_api_key', 'entity_not_found', 'for a company of others'), async () => {
    const args = { ...WANTED, entity_id: newId('EntityId') };
    const told = await refusedBy(service.keys.organisation, 'request_api_key', args);
    assert.equal(told['code'], 'entity_not_found');
  });
});

describe('a key', () => {
  test('is revoked, and by itself with a warning', async () => {
    const secret = await addKey(service.database, service.organisation_id);
    const own = (await service.client(secret).list_api_keys({})).data.find((key) => key.is_calling_key);
    assert.ok(own !== undefined);
    const ended = await service.client(secret).revoke_api_key({ api_key_id: own.id });
    assert.equal(ended.status, 'revoked');
    assert.deepEqual(
      ended.warnings.map(({ code }) => code),
      ['calling_key_revoked'],
    );
    // Keys are remembered for a second.
    await until(
      () => service.client(secret).list_api_keys({}).then(String, String),
      (told) => /401|API key/i.test(told),
    );
    const { data } = await client().list_api_keys({ status: 'revoked' });
    assert.ok(data.some(({ id }) => id === own.id));
  });

  test('lists are pages in one order', async () => {
    const whole = (await client().list_api_keys({ limit: 100 })).data.map(({ id }) => id);
    const paged: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await client().list_api_keys({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.data.map(({ id }) => id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    assert.deepEqual(paged, whole);
  });

  test(declared('revoke_api_key', 'api_key_not_found', 'of another organisation'), async () => {
    const foreign = await addKey(service.database, await addOrganisation(service.database, 'Andere'));
    const { data } = await service.client(foreign).list_api_keys({});
    assert.equal(data.length, 1);
    for (const api_key_id of [data[0]?.id as ApiKeyId, newId('ApiKeyId')]) {
      const told = await refused(service, 'organisation', 'revoke_api_key', { api_key_id });
      assert.deepEqual([told['code'], told['path']], ['api_key_not_found', 'api_key_id']);
    }
    assert.equal((await service.client(foreign).list_api_keys({})).data.length, 1);
  });

  test(declared('revoke_api_key', 'api_key_revoked', 'that is revoked'), async () => {
    const secret = await addKey(service.database, service.organisation_id);
    const own = (await service.client(secret).list_api_keys({})).data.find((key) => key.is_calling_key);
    await client().revoke_api_key({ api_key_id: own?.id as ApiKeyId });
    const told = await refused(service, 'organisation', 'revoke_api_key', { api_key_id: own?.id });
    assert.equal(told['code'], 'api_key_revoked');
  });

  test(declared('get_api_key_request', 'key_request_not_found', 'of another organisation'), async () => {
    const foreign = await addKey(service.database, await addOrganisation(service.database, 'Dritte'));
    const { id } = await service.client(foreign).request_api_key(WANTED);
    for (const request_id of [id, newId('ApiKeyRequestId')] as ApiKeyRequestId[]) {
      const told = await refused(service, 'organisation', 'get_api_key_request', { request_id });
      assert.deepEqual([told['code'], told['path']], ['key_request_not_found', 'request_id']);
    }
  });

  for (const [tool, args] of [
    ['list_api_keys', {}],
    ['revoke_api_key', { api_key_id: newId('ApiKeyId') }],
    ['request_api_key', WANTED],
    ['get_api_key_request', { request_id: newId('ApiKeyRequestId') }],
    ['get_portfolio', {}],
    ['list_deadlines', {}],
  ] as const)
    test(declared(tool, 'organization_key_required', `bound to one company (${tool})`), async () => {
      const told = await refused(service, 'mx', tool, args);
      assert.deepEqual([told['code'], told['bound']], ['organization_key_required', service.entities.mx]);
    });
});
