// Webhooks by the command line: made, changed, switched, turned, deleted, and what is refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SERVICE } from '../../generated/service.ts';
import { newId } from '../../src/db/ids.ts';
import { addEntity, addOrganisation } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Admin, adminOn } from './support.ts';

const PERSON = 'ana@ibarra.example';
// Addresses, so that no test asks the DNS.
const [FIRST, SECOND] = ['https://127.0.0.1/a', 'https://127.0.0.1/b'];
let service: TestService;
let admin: Admin;
before(async () => {
  service = await startTestService({ database: 'own' });
  admin = adminOn(service.databaseUrl, new Date(), { WEBHOOK_NETWORKS: '127.0.0.1' });
  const org = `--org=${service.organisation_id}`;
  await admin.json('member', 'add', org, `--email=${PERSON}`, '--name=Ana', '--role=administrator');
});
after(() => service.close());

const create = (...more: string[]): Promise<{ id: string; secret: string }> =>
  admin.json(
    'webhook',
    'create',
    `--org=${service.organisation_id}`,
    `--url=${FIRST}`,
    ...(more.some((word) => word.startsWith('--events')) ? more : ['--events=invoice.*', ...more]),
  );
const show = (id: string) => admin.json('webhook', 'show', id);
const audited = (id: string) =>
  service.database.kysely
    .selectFrom('audit')
    .select(['actor_type', 'action'])
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();

describe('webhook update', () => {
  test('changes what is given and leaves the rest', async () => {
    const { id } = await create(`--entity=${service.entities.mx}`, '--description=Caja');
    const before = await show(id);
    const changed = await admin.json('webhook', 'update', id, `--url=${SECOND}`, '--events=bill.*,*');
    assert.deepEqual(changed, { ...before, url: SECOND, events: ['*'] });
    const wider = await admin.json('webhook', 'update', id, '--all-entities', '--description=Banco');
    assert.deepEqual(wider, { ...changed, entity_id: null, description: 'Banco' });
    const narrower = await admin.json('webhook', 'update', id, `--entity=${service.entities.de}`);
    assert.equal(narrower.entity_id, service.entities.de);
    assert.deepEqual(await show(id), narrower);
  });

  test('switches off and on again, and names the person', async () => {
    const { id } = await create();
    const off = await admin.json('webhook', 'update', id, '--disable');
    assert.deepEqual([off.status, off.status_reason], ['disabled', 'It was switched off.']);
    const refused = await admin.refused('webhook', 'test', id);
    assert.deepEqual(
      [refused.code, refused.message],
      ['wrong_state', `The webhook ${id} is disabled, so nothing is sent to it. It was switched off.`],
    );
    const on = await admin.json('webhook', 'update', id, '--enable', `--by=${PERSON}`);
    assert.deepEqual([on.status, on.status_reason], ['enabled', null]);
    assert.deepEqual(await audited(id), [
      { actor_type: 'system', action: 'webhook create' },
      { actor_type: 'system', action: 'webhook update' },
      { actor_type: 'member', action: 'webhook update' },
    ]);
  });

  test('that changes nothing leaves no trace', async () => {
    const { id } = await create();
    await admin.json('webhook', 'update', id, `--url=${FIRST}`, '--enable');
    assert.equal((await audited(id)).length, 1);
  });

  test('refuses other addresses, events, companies and persons, and changes nothing', async () => {
    const { id } = await create();
    const before = await show(id);
    const strangers = await addEntity(service.database, await addOrganisation(service.database), {
      country_code: 'MX',
    });
    for (const [option, code, message] of [
      [
        '--url=https://10.0.0.1/',
        'invalid_value',
        /^The address cannot be used\. 10\.0\.0\.1 is not a public/,
      ],
      ['--url=https://127.0.0.1/#x', 'invalid_value', /fragment/],
      [
        '--events=invoice.fild',
        'invalid_value',
        /^There is no event "invoice\.fild" .* Did you mean "invoice\.filed"/,
      ],
      ['--events=,', 'invalid_value', /^Name at least one event/],
      [`--entity=${strangers}`, 'not_found', /^There is no entity/],
      ['--by=nobody@example.com', 'not_found', /nobody@example\.com/],
    ] as const) {
      const refused = await admin.refused('webhook', 'update', id, option);
      assert.equal(refused.code, code, option);
      assert.match(refused.message, message);
    }
    assert.deepEqual(await show(id), before);
  });

  test('does not take what contradicts itself', async () => {
    const { id } = await create();
    for (const both of [
      ['--enable', '--disable'],
      ['--all-entities', `--entity=${service.entities.mx}`],
    ]) {
      const { code, err } = await admin.run('webhook', 'update', id, ...both);
      assert.equal(code, 2, err);
      assert.match(err, /cannot be used with/);
    }
  });

  test('does not drop a reason that nothing asks for', async () => {
    const { id } = await create();
    const { code, err } = await admin.run('webhook', 'update', id, '--reason=Wrong address');
    assert.deepEqual([code, err], [2, '--reason says why a webhook is switched off; add --disable.\n']);
    const off = await admin.json('webhook', 'update', id, '--disable', '--reason=Wrong address');
    assert.match(off.status_reason, /Wrong address/);
  });
});

describe('webhook rotate', () => {
  test('shows a new secret; the one before signs too for a while', async () => {
    const { id, secret } = await create();
    const turned = await admin.json('webhook', 'rotate', id);
    assert.match(turned.secret, /^whsec_[\w+/]{43}=$/);
    assert.notEqual(turned.secret, secret);
    const left = Date.parse(turned.previous_until) - Date.now();
    assert.ok(Math.abs(left - SERVICE.webhooks.rotation_hours * 3_600_000) < 60_000, String(left));
    const again = await admin.json('webhook', 'rotate', id, '--now');
    assert.deepEqual([again.id, again.previous_until], [id, null]);
    assert.notEqual(again.secret, turned.secret);
    assert.equal((await show(id)).secret, undefined);
  });
});

describe('webhook delete', () => {
  test('ends it: nothing finds it any more', async () => {
    const { id } = await create();
    await admin.json('webhook', 'test', id);
    const gone = await admin.json('webhook', 'delete', id, `--by=${PERSON}`);
    assert.equal(gone.id, id);
    const list = await admin.json('webhook', 'list', `--org=${service.organisation_id}`);
    assert.ok(list.every((each: { id: string }) => each.id !== id));
    for (const verb of ['show', 'update', 'rotate', 'delete', 'test', 'deliveries']) {
      const { code, message } = await admin.refused('webhook', verb, id);
      assert.deepEqual(
        [code, message],
        ['not_found', `There is no webhook ${id}; "webhook list" shows them.`],
        verb,
      );
    }
  });

  test('does not know what nobody has', async () => {
    const { code } = await admin.refused('webhook', 'delete', newId('WebhookEndpointId'));
    assert.equal(code, 'not_found');
  });
});
