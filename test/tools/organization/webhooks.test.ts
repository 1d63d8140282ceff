// Webhooks by tools: an agent asks for one, a person lets it receive; whoever made it sees its secret, once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { ToolName } from '../../../generated/dispatch.ts';
import { SERVICE } from '../../../generated/service.ts';
import type { WebhookDeliveryId, WebhookEndpointId } from '../../../generated/ids.ts';
import { createLog } from '../../../src/base/log.ts';
import { createPoster } from '../../../src/base/net/poster.ts';
import { newId } from '../../../src/db/ids.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { startWebhooks } from '../../../src/jobs/webhooks.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import { addKey, addOrganisation } from '../../support/books.ts';
import { until } from '../../support/office.ts';
import { startTestService, type TestService, WEBHOOK_PARTS } from '../../support/service.ts';
import { callError, callTool } from '../../support/wire.ts';
import { startReceiver, verify } from '../../webhooks/receiver.ts';
import { changingNothing, declared, factsOf, refused } from '../support.ts';

const URL_OF_ALL = 'https://hooks.example.com/folio';
let service: TestService;
let admin: Admin;
before(async () => {
  service = await startTestService({ database: 'own' });
  admin = adminOn(service.databaseUrl, new Date(), { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
});
after(() => service.close());

const client = () => service.client();
const made = (events: readonly string[] = ['invoice.*'], url = URL_OF_ALL) =>
  client().create_webhook({ url, events });
const enable = (id: string) => admin.json('webhook', 'update', id, '--enable');
const nobodys = () => newId('WebhookEndpointId');

/** Of a webhook that another organisation has. */
const strangers = async (): Promise<WebhookEndpointId> => {
  const key = await addKey(service.database, await addOrganisation(service.database, 'Andere'));
  const webhook = await service.client(key).create_webhook({ url: URL_OF_ALL, events: ['*'] });
  return webhook.id;
};

const working = async <T>(work: () => Promise<T>): Promise<T> => {
  const poster = createPoster(WEBHOOK_PARTS.guard);
  const worker = startWebhooks({
    books: openBooks(service.database),
    secrets: WEBHOOK_PARTS.secrets,
    log: createLog('silent'),
    now: () => new Date(),
    poster,
    timing: { pollMs: 20, graceMs: 100 },
  });
  try {
    return await work();
  } finally {
    await worker.stop();
    poster.close();
  }
};

describe('a webhook that a key asks for', () => {
  test('waits for a person, then delivers what its secret verifies', async (t) => {
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    const asked = await client().create_webhook({
      url: receiver.url,
      events: ['invoice.filed', 'invoice.*', 'invoice.filed'],
      entity_id: service.entities.mx,
      description: 'Cobranza',
    });
    const { secret: _secret, warnings: _none, idempotent_replay: _first, ...flat } = asked;
    const record = { ...flat, object: 'webhook' };
    const { id, webhook_id, status } = asked;
    const { status_at: _since, created_at: _made, ...told } = record;
    assert.deepEqual(told, {
      object: 'webhook',
      id,
      webhook_id,
      url: receiver.url,
      description: 'Cobranza',
      events: ['invoice.*', 'invoice.filed'],
      entity_id: service.entities.mx,
      status,
      status_reason: 'A person has to let it receive.',
      failing_since: null,
      previous_until: null,
      is_of_calling_key: true,
      review_url: null,
    });
    assert.deepEqual((await client().list_webhooks({ status: 'pending' })).data, [record]);
    await enable(id);
    assert.equal((await client().list_webhooks({})).data[0]?.status, 'enabled');
    const sent = await client().test_webhook({ webhook_id });
    assert.deepEqual(
      [sent.object, sent.webhook_id, sent.event, sent.status],
      ['webhook_sending', id, 'webhook.tested', 'pending'],
    );
    await working(async () => {
      await until(
        () => client().list_webhook_deliveries({ webhook_id: id }),
        ({ data }) => data[0]?.status === 'delivered',
      );
      const again = await client().redeliver_webhook({ delivery_id: sent.delivery_id });
      assert.equal(again.event_id, sent.event_id);
      await until(
        () => client().list_webhook_deliveries({ webhook_id: id, status: 'delivered' }),
        ({ data }) => data[0]?.attempts === 2,
      );
    });
    assert.deepEqual(
      receiver.received.map((each) => each.id),
      [sent.event_id, sent.event_id],
    );
    for (const each of receiver.received) verify(asked.secret ?? '', each);
    const [delivery] = (await client().list_webhook_deliveries({ webhook_id: id })).data;
    assert.deepEqual(
      [delivery?.id, delivery?.event_id, delivery?.entity_id, delivery?.record_id, delivery?.next_attempt_at],
      [sent.delivery_id, sent.event_id, null, id, null],
    );
    assert.deepEqual(
      delivery?.last_attempts.map(({ number, http_status, error }) => [number, http_status, error]),
      [
        [1, 204, null],
        [2, 204, null],
      ],
    );
  });

  test('tells its secret once: a repeat has none, and nothing that is stored has it', async () => {
    const key = { idempotencyKey: 'hook-1' };
    const args = { url: URL_OF_ALL, events: ['bill.*'] };
    const first = await client().create_webhook(args, key);
    const again = await client().create_webhook(args, key);
    assert.match(first.secret ?? '', /^whsec_/);
    assert.deepEqual(
      [again.webhook_id, again.secret, again.idempotent_replay],
      [first.webhook_id, null, true],
    );
    const { kysely } = service.database;
    for (const table of ['idempotency', 'audit', 'event', 'webhook_endpoint'] as const) {
      const text = JSON.stringify(await kysely.selectFrom(table).selectAll().execute());
      assert.ok(text.includes(first.webhook_id), table);
      assert.ok(!text.includes((first.secret ?? '').slice('whsec_'.length)), table);
    }
  });

  test('gets a new secret, which once more is told once; the old one signs for a while', async () => {
    const webhook = await made();
    const { secret } = webhook;
    const key = { idempotencyKey: 'turn-1' };
    const turned = await client().rotate_webhook_secret({ webhook_id: webhook.id }, key);
    const again = await client().rotate_webhook_secret({ webhook_id: webhook.id }, key);
    assert.notEqual(turned.secret, secret);
    assert.deepEqual([again.secret, again.idempotent_replay], [null, true]);
    const left = Date.parse(turned.previous_until ?? '') - Date.now();
    assert.ok(Math.abs(left - SERVICE.webhooks.rotation_hours * 3_600_000) < 60_000, String(left));
    const atOnce = await client().rotate_webhook_secret({ webhook_id: webhook.id, end_previous: true });
    assert.equal(atOnce.previous_until, null);
  });

  test('is stopped by the key, and waits for a person when it is to send elsewhere or more', async () => {
    const webhook = await made();
    const { id } = webhook;
    const state = async (changes: object) => {
      const { status, url, events, entity_id, description } = await client().update_webhook({
        webhook_id: id,
        ...changes,
      });
      return { status, url, events, entity_id, description };
    };
    const as = { url: URL_OF_ALL, events: ['invoice.*'], entity_id: null, description: null };
    await enable(id);
    assert.deepEqual(await state({ description: 'Caja' }), { ...as, status: 'enabled', description: 'Caja' });
    assert.deepEqual(await state({ clear: ['description'] }), { ...as, status: 'enabled' });
    assert.deepEqual(await state({ enabled: false }), { ...as, status: 'disabled' });
    assert.deepEqual(await state({ enabled: true }), { ...as, status: 'pending' });
    for (const change of [
      { url: `${URL_OF_ALL}/2` },
      { events: ['*'] },
      { entity_id: service.entities.de },
    ]) {
      await enable(id);
      assert.equal((await state(change)).status, 'pending', JSON.stringify(change));
    }
    await enable(id);
    assert.equal((await state({ clear: ['entity_id'] })).status, 'pending', 'events of all companies');
    const audit = () => service.database.kysely.selectFrom('audit').selectAll().execute();
    const rows = (await audit()).length;
    assert.equal((await state({ enabled: true })).status, 'pending', 'as it was');
    assert.equal((await audit()).length, rows, 'nothing changed, so nothing is recorded');
  });

  test('is deleted for good', async () => {
    const webhook = await made();
    const gone = await client().delete_webhook({ webhook_id: webhook.id });
    assert.deepEqual([gone.object, gone.id, gone.deleted], ['webhook', webhook.id, true]);
    assert.ok((await client().list_webhooks({})).data.every(({ id }) => id !== webhook.id));
    const rows = await service.database.kysely
      .selectFrom('audit')
      .select(['actor_type', 'action'])
      .where('record_id', '=', webhook.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(rows, [
      { actor_type: 'key', action: 'create_webhook' },
      { actor_type: 'key', action: 'delete_webhook' },
    ]);
  });

  test('lists are pages in one order', async () => {
    await made();
    const { data, total_count } = await client().list_webhooks({});
    assert.equal(total_count, data.length);
    const paged: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await client().list_webhooks({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.data.map(({ id }) => id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    const ids = data.map(({ id }) => id);
    assert.deepEqual(paged, ids);
    const { webhook_id } = await made();
    await enable(webhook_id);
    const sent: string[] = [];
    for (const _each of [1, 2, 3]) sent.unshift((await client().test_webhook({ webhook_id })).delivery_id);
    const first = await client().list_webhook_deliveries({ webhook_id, limit: 2 });
    const cursor = first.next_cursor ?? '';
    const rest = await client().list_webhook_deliveries({ webhook_id, limit: 2, cursor });
    const walked = [...first.data, ...rest.data].map(({ id }) => id);
    assert.deepEqual(walked, sent);
  });
});

describe('what is refused', () => {
  const WANTED = { url: URL_OF_ALL, events: ['*'] };
  const turnedAway = async (tool: ToolName, args: object) => refused(service, 'organisation', tool, args);

  for (const [url, reason] of [
    ['https://10.1.2.3/folio', '10.1.2.3 is not a public address'],
    ['https://[::1]/', '::1 is not a public address'],
    ['http://hooks.example.com/', 'It must begin with https://'],
    ['https://a:b@hooks.example.com/', 'It must not hold a user name or password'],
    ['hooks', 'It is not an address such as https://hooks.example.com/folio'],
  ] as const)
    test(declared('create_webhook', 'webhook_url_not_allowed', url), async () => {
      const error = { code: 'webhook_url_not_allowed', path: 'url', received: url, reason };
      assert.deepEqual(await turnedAway('create_webhook', { ...WANTED, url }), error);
    });

  test(
    declared('update_webhook', 'webhook_url_not_allowed', 'another address within a network'),
    async () => {
      const webhook = await made();
      const args = { webhook_id: webhook.id, url: 'https://192.168.0.1/' };
      assert.equal((await turnedAway('update_webhook', args))['code'], 'webhook_url_not_allowed');
    },
  );

  test(declared('create_webhook', 'webhook_event_unknown', 'an event that nothing has'), async () => {
    const args = { ...WANTED, events: ['invoice.*', 'invoice.fild'] };
    const told = await callError(service.url, service.keys.organisation, 'create_webhook', args);
    assert.equal(told['hint'], 'Did you mean "invoice.filed"?');
    const { allowed, ...rest } = factsOf(told, args);
    assert.deepEqual(rest, { code: 'webhook_event_unknown', path: 'events', received: 'invoice.fild' });
    assert.ok((allowed as string[]).includes('*') && (allowed as string[]).includes('invoice.*'));
  });

  test(declared('update_webhook', 'webhook_event_unknown', 'events that are not delivered'), async () => {
    const webhook = await made();
    const args = { webhook_id: webhook.id, events: ['webhook.created'] };
    assert.equal((await turnedAway('update_webhook', args))['received'], 'webhook.created');
  });

  test(declared('create_webhook', 'webhook_limit_reached', 'more than an organisation has'), async () => {
    const organisation = await addOrganisation(service.database, 'Volle');
    const key = await addKey(service.database, organisation);
    // What no person lets receive takes nobody's place.
    for (let count = 0; count < SERVICE.webhooks.endpoints; count += 1) {
      await service.client(key).create_webhook(WANTED);
      await service.database.kysely
        .updateTable('webhook_endpoint')
        .set({ status: 'enabled' })
        .where('organisation_id', '=', organisation)
        .execute();
    }
    const told = await changingNothing(service.database, () =>
      callError(service.url, key, 'create_webhook', WANTED),
    );
    assert.deepEqual(factsOf(told, WANTED), {
      code: 'webhook_limit_reached',
      path: null,
      limit: SERVICE.webhooks.endpoints,
    });
  });

  for (const tool of ['create_webhook', 'update_webhook'] as const)
    test(declared(tool, 'entity_not_found', `a company of others (${tool})`), async () => {
      const webhook = await made();
      const entity_id = newId('EntityId');
      const args =
        tool === 'create_webhook' ? { ...WANTED, entity_id } : { webhook_id: webhook.id, entity_id };
      const told = await turnedAway(tool, args);
      assert.deepEqual([told['code'], told['path']], ['entity_not_found', 'entity_id']);
    });

  for (const tool of [
    'update_webhook',
    'delete_webhook',
    'rotate_webhook_secret',
    'test_webhook',
    'list_webhook_deliveries',
  ] as const)
    test(
      declared(tool, 'webhook_not_found', `${tool} of another organisation's, a deleted, nobody's`),
      async () => {
        const webhook = await made();
        await client().delete_webhook({ webhook_id: webhook.id });
        const beside = tool === 'update_webhook' ? { enabled: false } : {};
        for (const webhook_id of [await strangers(), webhook.id, nobodys()])
          assert.deepEqual(await turnedAway(tool, { webhook_id, ...beside }), {
            code: 'webhook_not_found',
            path: 'webhook_id',
            received: webhook_id,
          });
      },
    );

  test(declared('redeliver_webhook', 'webhook_delivery_not_found', 'of another organisation'), async () => {
    const id = await strangers();
    await enable(id);
    const { id: foreign } = await admin.json('webhook', 'test', id);
    for (const delivery_id of [foreign as WebhookDeliveryId, newId('WebhookDeliveryId')])
      assert.deepEqual(await turnedAway('redeliver_webhook', { delivery_id }), {
        code: 'webhook_delivery_not_found',
        path: 'delivery_id',
        received: delivery_id,
      });
  });

  test(declared('test_webhook', 'webhook_not_enabled', 'before a person let it receive'), async () => {
    const webhook = await made();
    assert.deepEqual(await turnedAway('test_webhook', { webhook_id: webhook.id }), {
      code: 'webhook_not_enabled',
      path: 'webhook_id',
      reason: 'it is pending. A person has to let it receive',
    });
  });

  test(declared('redeliver_webhook', 'webhook_not_enabled', 'after it was switched off'), async () => {
    const webhook = await made();
    await enable(webhook.id);
    const { delivery_id } = await client().test_webhook({ webhook_id: webhook.id });
    await client().update_webhook({ webhook_id: webhook.id, enabled: false });
    assert.deepEqual(await turnedAway('redeliver_webhook', { delivery_id }), {
      code: 'webhook_not_enabled',
      path: 'delivery_id',
      reason: 'it is disabled. It was switched off',
    });
  });

  test(
    declared('rotate_webhook_secret', 'webhook_secret_of_others', 'made by a person or other key'),
    async () => {
      const org = `--org=${service.organisation_id}`;
      const byPerson = await admin.json('webhook', 'create', org, `--url=${URL_OF_ALL}`, '--events=*');
      const other = service.client(await addKey(service.database, service.organisation_id));
      const byOther = await other.create_webhook(WANTED);
      for (const webhook_id of [byPerson['id'], byOther.webhook_id]) {
        const error = { code: 'webhook_secret_of_others', path: 'webhook_id', webhook_id };
        assert.deepEqual(await turnedAway('rotate_webhook_secret', { webhook_id }), error);
      }
    },
  );

  for (const scopes of [['webhooks:read'], ['api_keys:write']] as const)
    test(`a key with ${scopes.join()} changes nothing`, async () => {
      const key = await addKey(service.database, service.organisation_id, {
        scopes: [...scopes],
        toolsets: ['organization'],
      });
      const told = await callTool(service.url, key, 'create_webhook', WANTED).catch(String);
      assert.match(JSON.stringify(told), /webhooks:write|403/);
    });

  for (const [tool, args] of [
    ['list_webhooks', {}],
    ['create_webhook', WANTED],
    ['update_webhook', { webhook_id: nobodys(), enabled: false }],
    ['delete_webhook', { webhook_id: nobodys() }],
    ['rotate_webhook_secret', { webhook_id: nobodys() }],
    ['test_webhook', { webhook_id: nobodys() }],
    ['list_webhook_deliveries', { webhook_id: nobodys() }],
    ['redeliver_webhook', { delivery_id: newId('WebhookDeliveryId') }],
  ] as const)
    test(declared(tool, 'organization_key_required', `bound to one company (${tool})`), async () => {
      const told = await refused(service, 'mx', tool, args);
      assert.deepEqual([told['code'], told['bound']], ['organization_key_required', service.entities.mx]);
    });
});
