// Which companies a key is shown.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { addEntity, addKey, addOrganisation } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callLoosely, refusals } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test("an organisation's key sees all its companies, the main one first", async () => {
  const { mx, de } = service.entities;
  service.setNow(new Date('2026-03-10T23:30:00Z'));
  assert.deepEqual(await service.client().list_entities({}), {
    object: 'list',
    data: [
      {
        object: 'entity',
        id: mx,
        entity_id: mx,
        name: 'Papelería Robles SA de CV',
        country_code: 'MX',
        filing_model: 'clearance',
        currency: 'MXN',
        tax_id: 'PRO840423SG8',
        active: true,
        is_default: true,
        time_zone: 'America/Mexico_City',
        today: '2026-03-10',
      },
      {
        object: 'entity',
        id: de,
        entity_id: de,
        name: 'Brückner Werkzeugbau GmbH',
        country_code: 'DE',
        filing_model: 'network',
        currency: 'EUR',
        tax_id: 'DE136695976',
        active: true,
        is_default: false,
        time_zone: 'Europe/Berlin',
        // It is past midnight there.
        today: '2026-03-11',
      },
    ],
    has_more: false,
    next_cursor: null,
    limit: 100,
    total_count: 2,
  });
});

test('a bound key sees its own company only', async () => {
  const { data, total_count } = await service.client(service.keys.de).list_entities();
  assert.deepEqual([data.map(({ id }) => id), total_count], [[service.entities.de], 1]);
});

test('nobody sees the companies of another organisation', async () => {
  const organisation = await addOrganisation(service.database, 'Another firm');
  const theirs = await addEntity(service.database, organisation, { country_code: 'DE' });
  const key = await addKey(service.database, organisation);
  const { data } = await service.client(key).list_entities();
  assert.deepEqual(
    data.map(({ id }) => id),
    [theirs],
  );
  assert.equal((await service.client().list_entities()).total_count, 2);
});

test('an organisation without companies has an empty list', async () => {
  const organisation = await addOrganisation(service.database, 'An empty firm');
  const { data, total_count } = await service
    .client(await addKey(service.database, organisation))
    .list_entities();
  assert.deepEqual([data, total_count], [[], 0]);
});

test('arguments may be left out, null, or hold an empty cursor', async () => {
  for (const args of [undefined, null, {}, { cursor: '' }, { cursor: null }]) {
    assert.equal((await callLoosely(service, 'organisation', 'list_entities', args)).data.length, 2);
  }
});

refusals(() => service, 'list_entities', [
  {
    title: 'it takes no filter',
    as: 'organisation',
    args: { query: 'Robles' },
    error: {
      code: 'unknown_parameter',
      path: 'query',
      suggestion: 'nothing here takes it',
      allowed: ['cursor'],
    },
  },
  {
    title: 'nor an entity',
    as: 'organisation',
    args: { entity_id: 'enti_01k5m8x2q4e7taw9c6rjv3hn0a' },
    error: {
      code: 'unknown_parameter',
      path: 'entity_id',
      suggestion: 'nothing here takes it',
      allowed: ['cursor'],
    },
  },
  {
    title: 'a cursor that nobody gave',
    as: 'organisation',
    args: { cursor: 'x' },
    error: { code: 'invalid_cursor', path: 'cursor' },
  },
]);
