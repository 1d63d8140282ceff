// A key never ends, redirects or narrows what a person or another key made: such a call waits for a person, and until
// then nothing changes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { WebhookEndpointId } from '../../../generated/ids.ts';
import type { Scope } from '../../../generated/scopes.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { createKey } from '../../../src/domain/parties/access/keys.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Admin, adminOn } from '../../admin/support.ts';

let service: TestService;
let admin: Admin;
const ANA = 'ana@ibarra.example';
before(async () => {
  service = await startTestService({ database: 'own' });
  admin = adminOn(service.databaseUrl, new Date());
  const org = `--org=${service.organisation_id}`;
  await admin.json('member', 'add', org, `--email=${ANA}`, '--name=Ana', '--role=administrator');
});
after(() => service.close());

const keyWith = (scopes: readonly (Scope | '*')[]) =>
  inTransaction(service.database, (db) =>
    createKey(
      db,
      {
        organisation_id: service.organisation_id,
        entity_id: null,
        type: 'copilot',
        name: 'test',
        scopes,
        toolsets: ['organization'],
        expires_at: null,
      },
      new Date(),
    ),
  );
const clientWith = async (...scopes: readonly (Scope | '*')[]) =>
  service.client((await keyWith(scopes)).secret);

const ofPerson = async (): Promise<WebhookEndpointId> => {
  const { id } = await admin.json(
    'webhook',
    'create',
    `--org=${service.organisation_id}`,
    '--url=https://hooks.example.com/ours',
    '--events=invoice.*',
    `--by=${ANA}`,
  );
  return id;
};

const shown = async (id: string) => {
  const { is_of_calling_key: _own, review_url: _page, ...rest } = await admin.json('webhook', 'show', id);
  return rest;
};

const requestIn = (answer: { readonly review_url?: string | null; readonly warnings: readonly object[] }) => {
  const text = JSON.stringify(answer);
  const id = /chrq_[0-9a-z]{26}/.exec(text)?.[0];
  assert.ok(id !== undefined, text);
  return id;
};

describe('a webhook of others', () => {
  const attacks = {
    delete: (client: ReturnType<TestService['client']>, webhook_id: WebhookEndpointId) =>
      client.delete_webhook({ webhook_id }),
    redirect: (client: ReturnType<TestService['client']>, webhook_id: WebhookEndpointId) =>
      client.update_webhook({ webhook_id, url: 'https://thief.example.com/in' }),
    narrow: (client: ReturnType<TestService['client']>, webhook_id: WebhookEndpointId) =>
      client.update_webhook({ webhook_id, events: ['task.*'] }),
    'bind to a company': (client: ReturnType<TestService['client']>, webhook_id: WebhookEndpointId) =>
      client.update_webhook({ webhook_id, entity_id: service.entities.de }),
    silence: (client: ReturnType<TestService['client']>, webhook_id: WebhookEndpointId) =>
      client.update_webhook({ webhook_id, enabled: false }),
  };
  for (const [name, attack] of Object.entries(attacks))
    test(`is as it was until a person has decided: ${name}`, async () => {
      const id = await ofPerson();
      const whole = await shown(id);
      const client = await clientWith('*');
      const answer = await attack(client, id);
      assert.equal(answer.status, 'pending');
      assert.deepEqual(
        answer.warnings.map(({ code, path }) => [code, path]),
        [['awaits_person', 'webhook_id']],
      );
      assert.deepEqual(await shown(id), whole);
      const request = requestIn(answer);
      assert.equal(requestIn(await attack(client, id)), request, 'asked again, it is the same request');
      assert.equal((await admin.json('change', 'show', request)).status, 'pending');
      const { status, rejection } = await admin.json(
        'change',
        'reject',
        request,
        `--by=${ANA}`,
        '--reason=It is needed',
      );
      assert.deepEqual([status, rejection], ['rejected', 'It is needed']);
      assert.deepEqual(await shown(id), whole);
      const again = requestIn(await attack(client, id));
      assert.notEqual(again, request);
      assert.equal((await admin.json('change', 'approve', again, `--by=${ANA}`)).status, 'approved');
      if (name === 'delete') {
        assert.equal((await admin.run('webhook', 'show', id, '--json')).code, 1);
      } else assert.notDeepEqual(await shown(id), whole);
      const twice = await admin.run('change', 'approve', again, `--by=${ANA}`, '--json');
      assert.equal(twice.code, 1);
      assert.match(twice.err, /It was approved already/);
    });

  test("of another key is not this one's either, and its own is", async () => {
    const [mine, other] = [await clientWith('*'), await clientWith('*')];
    const webhook = await mine.create_webhook({ url: 'https://hooks.example.com/mine', events: ['*'] });
    const webhook_id = webhook.id;
    assert.equal((await other.delete_webhook({ webhook_id })).deleted, false);
    assert.equal((await mine.update_webhook({ webhook_id, enabled: false })).status, 'disabled');
    assert.deepEqual(await mine.delete_webhook({ webhook_id }), {
      object: 'webhook',
      id: webhook_id,
      webhook_id,
      deleted: true,
      warnings: [],
      idempotent_replay: false,
    });
  });

  test('may be told what it says already', async () => {
    const id = await ofPerson();
    const answer = await (await clientWith('*')).update_webhook({ webhook_id: id, enabled: true });
    const codes = answer.warnings.map(({ code }) => code);
    assert.deepEqual([answer.status, answer.changed, codes], ['enabled', [], ['nothing_changed']]);
  });
});

describe('revoking a key', () => {
  const stateOf = async (id: string) => (await admin.json('key', 'show', id)).status;

  test('with scopes that the caller lacks waits; the key works on until a person has decided', async () => {
    const client = await clientWith('api_keys:write', 'invoices:read');
    for (const scopes of [['*'], ['invoices:read', 'invoices:write']] as const) {
      const target = await keyWith(scopes);
      const answer = await client.revoke_api_key({ api_key_id: target.id });
      assert.deepEqual([answer.status, answer.revoked_at], ['pending', null]);
      assert.equal(await stateOf(target.id), 'active');
      await admin.json('change', 'approve', requestIn(answer), `--by=${ANA}`);
      assert.equal(await stateOf(target.id), 'revoked');
    }
  });

  test('is immediate for itself, for one whose scopes it holds, and for one that it asked for', async () => {
    const own = await keyWith(['api_keys:write', 'invoices:read']);
    const client = service.client(own.secret);
    const held = await keyWith(['invoices:read']);
    assert.equal((await client.revoke_api_key({ api_key_id: held.id })).status, 'revoked');
    const wider = await keyWith(['*']);
    const { id } = await service
      .client(wider.secret)
      .request_api_key({ name: 'N', reason: 'R', scopes: ['invoices:read', 'bills:read'] });
    const { id: made } = await admin.json('key', 'request', 'approve', id, `--by=${ANA}`);
    const asked = await client.revoke_api_key({ api_key_id: made });
    assert.equal(asked.status, 'pending', 'another key asked for it');
    assert.equal((await service.client(wider.secret).revoke_api_key({ api_key_id: made })).status, 'revoked');
    const self = await client.revoke_api_key({ api_key_id: own.id });
    assert.deepEqual(
      [self.status, self.warnings.map(({ code }) => code)],
      ['revoked', ['calling_key_revoked']],
    );
  });

  test('by one that was revoked meanwhile is refused in words', async () => {
    const client = await clientWith('api_keys:write');
    const target = await keyWith(['*']);
    const request = requestIn(await client.revoke_api_key({ api_key_id: target.id }));
    await admin.json('key', 'revoke', target.id);
    const late = await admin.run('change', 'approve', request, `--by=${ANA}`, '--json');
    assert.equal(late.code, 1);
    assert.match(late.err, /is already revoked/);
    assert.equal((await admin.json('change', 'show', request)).status, 'pending');
  });
});
