// The search tool over the wire: all 15 kinds, who sees what, and what is asked wrongly.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf, InputOf } from '../../../generated/dispatch.ts';
import { SearchTypeValues } from '../../../generated/types.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { indexRecord } from '../../../src/domain/ground/search-index/index-record.ts';
import { indexedReference, type ReferenceType } from '../../../src/domain/parties/references/reference.ts';
import { addKey, addOrganisation } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely, refusals } from '../support.ts';

const NOW = new Date('2026-03-10T18:00:00Z');

let service: TestService;

/** A record as an import makes it; clients belong to the organisation, all others to a company. */
const addReference = (type: ReferenceType, label: string, owner: string): Promise<void> =>
  inTransaction(service.database, async (db) => {
    const row = { id: newId('ProductId'), type, label, external_id: null };
    const known = {
      sublabel: null,
      status: 'issued',
      amount_minor: 123_456,
      currency: 'MXN',
      date: '2026-02-01',
    };
    const rest = {
      counterparty_id: null,
      fields: '{}',
      created_at: toInstant(NOW),
      updated_at: toInstant(NOW),
    };
    await db
      .insertInto('reference_record')
      .values({ ...row, ...known, ...rest, entity_id: owner })
      .execute();
    await indexRecord({ db, entity: { id: owner } }, indexedReference(row));
  });

const OF_A_COMPANY = ['invoicing_arrangements', 'products', 'ledger_accounts', 'bill_tickets'] as const;

before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const counterparty_id = await addMexicanCustomer(service, 'Tepoztlán Turismo', {
    country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601' },
  });
  await addGermanCustomer(service, 'Tepoztlan Reisen GmbH', { is_customer: false, is_supplier: true });
  await service.client(service.keys.mx).create_invoice({
    counterparty_id,
    title: 'Excursión',
    line_items: [{ description: 'Viaje', unit_price: 100 }],
  });
  for (const type of OF_A_COMPANY) await addReference(type, `Tepoztlán ${type}`, service.entities.mx);
  await addReference('clients', 'Tepoztlán Familia', service.organisation_id);
});
after(() => service.close());

const search = (
  args: InputOf<'search'>,
  as: 'organisation' | 'mx' | 'de' = 'organisation',
): Promise<AnswerOf<'search'>> => service.client(service.keys[as]).search(args);

const typesOf = ({ data }: AnswerOf<'search'>): string[] =>
  [...new Set(data.map(({ type }) => type))].toSorted();

test('the answer is whole, the best fit first', async () => {
  const { data, ...rest } = await search({ query: 'tepoztlan', types: ['counterparties', 'invoices'] });
  assert.deepEqual(rest, { object: 'list', has_more: false });
  const { mx, de } = service.entities;
  const common = { currency: null, date: null, status: null, amount: null };
  assert.deepEqual(
    data.map(({ id: _id, score: _score, ...hit }) => hit).toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    [
      {
        type: 'invoices',
        label: 'Excursión – Tepoztlán Turismo',
        sublabel: null,
        status: 'draft',
        amount: 116,
        currency: 'MXN',
        date: '2026-03-10',
        entity_id: mx,
      },
      {
        type: 'counterparties',
        label: 'Tepoztlan Reisen GmbH',
        sublabel: 'supplier',
        ...common,
        entity_id: de,
      },
      {
        type: 'counterparties',
        label: 'Tepoztlán Turismo',
        sublabel: 'PRO8402214B3 · customer',
        ...common,
        entity_id: mx,
      },
    ],
  );
  const scores = data.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.deepEqual(await search({ query: 'tepoztlan', types: ['counterparties', 'invoices'] }), {
    data,
    ...rest,
  });
});

describe('who sees what', () => {
  test("an organisation's key finds records of every company and of the organisation", async () => {
    assert.deepEqual(typesOf(await search({ query: 'Tepoztlán' })), [
      'bill_tickets',
      'clients',
      'counterparties',
      'invoices',
      'invoicing_arrangements',
      'ledger_accounts',
      'products',
    ]);
  });

  test('a bound key finds those of its company, no clients and no team members', async () => {
    const { data } = await search({ query: 'Tepoztlán' }, 'mx');
    assert.ok(data.length > 0 && data.every(({ entity_id }) => entity_id === service.entities.mx));
    assert.deepEqual(
      (await search({ query: 'Tepoztlán', types: ['clients', 'team_members'] }, 'mx')).data,
      [],
    );
    const german = await search({ query: 'Tepoztlán' }, 'de');
    assert.deepEqual(
      german.data.map(({ label }) => label),
      ['Tepoztlan Reisen GmbH'],
    );
  });

  test('another organisation finds nothing, by name, by tax id or by id', async () => {
    const [hit] = (await search({ query: 'PRO8402214B3' })).data;
    assert.equal(hit?.label, 'Tepoztlán Turismo');
    const stranger = service.client(
      await addKey(service.database, await addOrganisation(service.database, 'Another firm')),
    );
    for (const query of ['Tepoztlán', 'PRO8402214B3', hit.id, service.entities.mx]) {
      assert.deepEqual((await stranger.search({ query })).data, [], query);
    }
  });

  test('amount and status need the scope that reads their kind', async () => {
    const facts = async (
      scopes: readonly ('invoices:read' | 'bills:read')[],
    ): Promise<Record<string, unknown>> => {
      const key = await addKey(service.database, service.organisation_id, { scopes });
      const { data } = await service.client(key).search({ query: 'Tepoztlán' });
      return Object.fromEntries(data.map(({ type, amount, status }) => [type, [amount, status]]));
    };
    const none = await facts([]);
    assert.ok(
      Object.values(none).every((pair) => JSON.stringify(pair) === '[null,null]'),
      JSON.stringify(none),
    );
    const invoices = await facts(['invoices:read']);
    assert.deepEqual(
      [invoices['invoices'], invoices['bill_tickets']],
      [
        [116, 'draft'],
        [null, null],
      ],
    );
    assert.deepEqual((await facts(['bills:read']))['bill_tickets'], [1234.56, 'issued']);
  });
});

describe('kinds', () => {
  for (const type of SearchTypeValues) {
    test(`${type} alone`, async () => {
      const { data, has_more } = await search({ query: 'Tepoztlán', types: [type] });
      assert.ok(data.every((hit) => hit.type === type));
      assert.equal(has_more, false);
    });
  }

  test('kinds as JSON text, and null for all', async () => {
    const some = await callLoosely(service, 'organisation', 'search', {
      query: 'Tepoztlán',
      types: '["products"]',
    });
    assert.deepEqual(typesOf(some), ['products']);
    const all = await callLoosely(service, 'organisation', 'search', { query: 'Tepoztlán', types: null });
    assert.deepEqual(all, await search({ query: 'Tepoztlán' }));
  });
});

describe('texts', () => {
  test('ids, tax ids in any spelling, beginnings, other word order, a slip', async () => {
    const [hit] = (await search({ query: 'Tepoztlán Turismo', types: ['counterparties'] })).data;
    for (const query of [
      hit?.id ?? '',
      'pro-840221-4b3',
      'PRO8402',
      'turismo tepoztlan',
      'Tepotzlán',
      'TEPOZ',
    ]) {
      const { data } = await search({ query, types: ['counterparties'] }, 'mx');
      assert.equal(data[0]?.id, hit?.id, query);
    }
  });

  test('a tax id brings the documents of who has it, also when only those are asked for', async () => {
    const all = (await search({ query: 'PRO8402214B3' }, 'mx')).data;
    assert.deepEqual(
      all.map(({ type, label }) => [type, label]),
      [
        ['counterparties', 'Tepoztlán Turismo'],
        ['invoices', 'Excursión – Tepoztlán Turismo'],
      ],
    );
    const invoices = (await search({ query: 'PRO8402214B3', types: ['invoices'] }, 'mx')).data;
    assert.deepEqual(invoices, all.slice(1));
    assert.deepEqual((await search({ query: 'PRO8402214B3', types: ['invoices'] }, 'de')).data, []);
  });

  test('odd texts find nothing and do no harm', async () => {
    for (const query of [
      '%%',
      '__',
      "' or 1=1 --",
      '\\\\',
      '🥐🥐',
      '    ',
      'x'.repeat(200),
      '()[]{}*?',
      'a b c d e f g h i j k l',
    ]) {
      assert.deepEqual((await search({ query })).data, [], query);
    }
  });

  test('at most 20 hits, and it says that there are more', async () => {
    for (let index = 0; index < 21; index += 1)
      await addReference('products', `Quesadilla ${index}`, service.entities.mx);
    const { data, has_more } = await search({ query: 'quesadilla' });
    assert.deepEqual([data.length, has_more], [20, true]);
  });
});

refusals(() => service, 'search', [
  {
    title: 'one letter',
    as: 'organisation',
    args: { query: 'A' },
    error: {
      code: 'invalid_parameter',
      path: 'query',
      reason: 'must have at least 2 characters',
      received: 'A',
    },
  },
  { title: 'nothing', as: 'organisation', args: {}, error: { code: 'missing_parameter', path: 'query' } },
  {
    title: 'a kind that there is not, with those there are',
    as: 'organisation',
    args: { query: 'robles', types: ['invoice'] },
    error: {
      code: 'invalid_parameter',
      path: 'types[0]',
      reason: `must be one of ${SearchTypeValues.join(', ')}`,
      received: 'invoice',
      allowed: [...SearchTypeValues],
      corrected: [{ path: 'types[0]', as: 'types[0]', value: '"invoices"' }],
    },
  },
  {
    title: 'one kind twice',
    as: 'organisation',
    args: { query: 'robles', types: ['bills', 'bills'] },
    error: {
      code: 'invalid_parameter',
      path: 'types',
      reason: 'must have items that differ from each other',
      received: '["bills","bills"]',
    },
  },
  {
    title: 'an entity',
    as: 'organisation',
    args: { query: 'robles', entity_id: 'enti_01k5m8x2q4e7taw9c6rjv3hn0a' },
    error: {
      code: 'unknown_parameter',
      path: 'entity_id',
      suggestion: 'nothing here takes it',
      allowed: ['query', 'types'],
    },
  },
]);
