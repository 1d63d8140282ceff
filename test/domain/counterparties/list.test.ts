import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { listCounterparties, type ListFilters } from '../../../src/domain/parties/counterparties/list.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase } from '../../support/database.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';
import { add, mexican, refused } from './books.ts';

let database: Database;
let close: () => Promise<void>;
let mx: TestBooks;
let other: TestBooks;

before(async () => {
  ({ database, close } = await createTestDatabase());
  const organisation = await addOrganisation(database);
  mx = await openBooks(
    database,
    organisation,
    await addEntity(database, organisation, { country_code: 'MX' }),
  );
  other = await openBooks(
    database,
    organisation,
    await addEntity(database, organisation, { country_code: 'MX' }),
  );
  await add(
    mx,
    mexican('Ábaco Sur', { country_details: { rfc: 'EKU9003173C9', fiscal_regime_code: '601' } }),
  );
  await add(mx, mexican('beta Norte'));
  await add(mx, mexican('Ñandú SA de CV'));
  await add(mx, mexican('Proveedora Única', { is_customer: false, is_supplier: true }));
  await add(mx, mexican('Ambos Roles', { is_supplier: true }));
  await add(other, mexican('Ajena'));
});

after(() => close());

const names = async (filters: Partial<ListFilters>): Promise<string[]> => {
  const { data, total_count } = await listCounterparties(mx.reading, {
    role: 'customer',
    limit: 20,
    ...filters,
  });
  assert.equal(total_count, data.length);
  return data.map(({ name }) => name);
};

test('customers come in the order of their names, accents and case aside', async () => {
  assert.deepEqual(await names({}), ['Ábaco Sur', 'Ambos Roles', 'beta Norte', 'Ñandú SA de CV']);
});

test('the role picks suppliers or all', async () => {
  assert.deepEqual(await names({ role: 'supplier' }), ['Ambos Roles', 'Proveedora Única']);
  assert.equal((await names({ role: 'all' })).length, 5);
});

const QUERIES: readonly (readonly [string, readonly string[]])[] = [
  ['ABACO', ['Ábaco Sur']],
  ['nandu', ['Ñandú SA de CV']],
  ['nort', ['beta Norte']],
  ['O', ['Ábaco Sur', 'Ambos Roles', 'beta Norte']],
  ['eku9003', ['Ábaco Sur']],
  ['EKU-900317', ['Ábaco Sur']],
  ['3173c9', ['Ábaco Sur']],
  ['%', []],
  ['_', []],
  ['ajena', []],
];

for (const [query, expected] of QUERIES) {
  test(`"${query}" finds ${expected.length === 0 ? 'nothing' : expected.join(', ')}`, async () => {
    assert.deepEqual(await names({ query }), expected);
  });
}

test('a walk gives every row once, also when rows are added behind and before it', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 10; page += 1) {
    const answer = await listCounterparties(mx.reading, { role: 'all', limit: 2, cursor });
    seen.push(...answer.data.map(({ name }) => name));
    if (page === 0) {
      await add(mx, mexican('Aaa Nueva'));
      await add(mx, mexican('Zzz Nueva'));
    }
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
  }
  assert.deepEqual(seen, [
    'Ábaco Sur',
    'Ambos Roles',
    'beta Norte',
    'Ñandú SA de CV',
    'Proveedora Única',
    'Zzz Nueva',
  ]);
});

test('namesakes are not lost at the edge of a page', async () => {
  for (let index = 0; index < 3; index += 1) await add(mx, mexican('Gemelos'));
  const first = await listCounterparties(mx.reading, { role: 'all', query: 'gemelos', limit: 2 });
  assert.equal(first.total_count, 3);
  assert.equal(first.has_more, true);
  const second = await listCounterparties(mx.reading, {
    role: 'all',
    query: 'gemelos',
    limit: 2,
    cursor: first.next_cursor ?? assert.fail(),
  });
  assert.equal(second.has_more, false);
  assert.equal(second.next_cursor, null);
  assert.equal(new Set([...first.data, ...second.data].map(({ id }) => id)).size, 3);
});

test('a cursor of other filters, another entity or nobody is refused', async () => {
  const { next_cursor } = await listCounterparties(mx.reading, { role: 'all', limit: 1 });
  const cursor = next_cursor ?? assert.fail();
  const asked = [
    listCounterparties(mx.reading, { role: 'customer', limit: 1, cursor }),
    listCounterparties(mx.reading, { role: 'all', query: 'a', limit: 1, cursor }),
    listCounterparties(other.reading, { role: 'all', limit: 1, cursor }),
    listCounterparties(mx.reading, { role: 'all', limit: 1, cursor: 'bm9uc2Vuc2U' }),
    listCounterparties(mx.reading, { role: 'all', limit: 1, cursor: '💣' }),
  ];
  for (const work of asked) {
    assert.deepEqual(await refused(work), { code: 'invalid_cursor', details: { path: 'cursor' } });
  }
});

const totalOfOther = async (): Promise<number | null> => {
  const { total_count } = await listCounterparties(other.reading, { role: 'customer', limit: 1 });
  return total_count;
};

test('a total above a thousand is not told', async () => {
  const rows = Array.from({ length: 1_001 }, (_, index) => ({
    entity_id: other.entity.id,
    id: `ctpy_${index.toString(32).padStart(26, '0')}`,
    name: `Masa ${index}`,
    name_norm: `masa ${index}`,
    country_code: 'MX',
    is_customer: true,
    is_supplier: false,
    details: '{}',
    created_at: '2026-01-01 00:00:00.000',
    updated_at: '2026-01-01 00:00:00.000',
  }));
  await database.kysely.insertInto('counterparty').values(rows.slice(0, 999)).execute();
  assert.equal(await totalOfOther(), 1_000);
  await database.kysely.insertInto('counterparty').values(rows.slice(999)).execute();
  assert.equal(await totalOfOther(), null);
});
