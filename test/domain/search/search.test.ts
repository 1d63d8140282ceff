import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrganisationId } from '../../../generated/ids.ts';
import type { SearchHit, SearchType } from '../../../generated/types.ts';
import type { Database, Writer } from '../../../src/db/database.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { indexedReference, type ReferenceType } from '../../../src/domain/parties/references/reference.ts';
import { indexRecord, removeFromIndex } from '../../../src/domain/ground/search-index/index-record.ts';
import { searchRecords, type SearchRequest } from '../../../src/domain/views/search/search.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase } from '../../support/database.ts';
import { NOW, openBooks, type TestBooks } from '../../support/scope.ts';
import { add, mexican } from '../counterparties/books.ts';

let database: Database;
let close: () => Promise<void>;
let organisation: OrganisationId;
let mx: TestBooks;
let second: TestBooks;
let foreign: TestBooks;

const newBooks = async (organisationId: OrganisationId): Promise<TestBooks> =>
  openBooks(database, organisationId, await addEntity(database, organisationId, { country_code: 'MX' }));

before(async () => {
  ({ database, close } = await createTestDatabase());
  organisation = await addOrganisation(database);
  mx = await newBooks(organisation);
  second = await newBooks(organisation);
  foreign = await newBooks(await addOrganisation(database));
});

after(() => close());

const search = async (
  query: string,
  request: Partial<SearchRequest> = {},
  books = mx,
): Promise<readonly SearchHit[]> => {
  const everything: SearchRequest = { query, types: undefined, bound: null, mayRead: () => true };
  const { hits } = await searchRecords(books.organisation, { ...everything, ...request });
  return hits;
};

const owners = (hits: readonly SearchHit[]): string[] =>
  hits.map(({ entity_id }) => entity_id ?? '').toSorted();

const sortedTypes = (hits: readonly SearchHit[]): SearchType[] => hits.map(({ type }) => type).toSorted();

const facts = (hits: readonly SearchHit[]): unknown[] =>
  hits.map(({ amount, status, sublabel }) => [amount, status, sublabel]);

const labels = (hits: readonly SearchHit[]): string[] => hits.map(({ label }) => label);

/** A record as an import makes it; clients belong to the organisation, all others to an entity. */
const addReference = (
  type: ReferenceType,
  label: string,
  owner: string,
  numbers: string[] = [],
): Promise<string> =>
  inTransaction(database, async (db: Writer) => {
    const id = newId('ProductId');
    const now = toInstant(NOW);
    const row = { id, type, label, external_id: null };
    const known = {
      sublabel: 'Folio 7',
      status: 'issued',
      amount_minor: 123_456,
      currency: 'MXN',
      date: '2026-02-01',
    };
    await db
      .insertInto('reference_record')
      .values({
        ...row,
        ...known,
        entity_id: owner,
        counterparty_id: null,
        fields: '{}',
        created_at: now,
        updated_at: now,
      })
      .execute();
    await indexRecord({ db, entity: { id: owner } }, indexedReference(row, numbers));
    return id;
  });

test('a counterparty is found by word, beginning, middle, misspelling, word order, tax id and id', async () => {
  const row = await add(mx, mexican('Panificadora Tepoztlán SA de CV', { email: 'pan@tepoz.example' }));
  const rfc = row.tax_id ?? '';
  const queries = [
    'Panificadora Tepoztlán',
    'tepoztlan',
    'panif',
    'tepoztlán panificadora',
    'Tepotzlán',
    'oztlan',
    'Panificadora Tepoztlan S.A. de C.V.',
    rfc,
    rfc.toLowerCase(),
    rfc.slice(0, 8),
    rfc.slice(4),
    row.id,
    'pan@tepoz.example',
  ];
  for (const query of queries) assert.deepEqual(labels(await search(query)), [row.name], query);
});

test('a hit says what it is, whose it is and how well it fits', async () => {
  const row = await add(mx, mexican('Cervecería Xilitla', { is_supplier: true }));
  assert.deepEqual(await search('Cervecería Xilitla'), [
    {
      type: 'counterparties',
      id: row.id,
      label: 'Cervecería Xilitla',
      sublabel: `${row.tax_id} · customer, supplier`,
      status: null,
      amount: null,
      currency: null,
      date: null,
      entity_id: mx.entity.id,
      score: 1,
    },
  ]);
});

test('the better fit comes first', async () => {
  for (const name of ['Dulces Huasteca del Norte', 'Huasteca', 'Hotel Huasteca'])
    await add(mx, mexican(name));
  assert.deepEqual(labels(await search('huasteca')), [
    'Huasteca',
    'Hotel Huasteca',
    'Dulces Huasteca del Norte',
  ]);
});

test('nothing alike finds nothing', async () => {
  for (const query of ['zzyzx', '!!', '9999999999', 'qq']) assert.deepEqual(await search(query), [], query);
});

test('at most twenty hits are answered, and more are announced', async () => {
  for (let index = 0; index < 22; index += 1) await add(second, mexican(`Repartos Ocampo ${index}`));
  const everything: SearchRequest = { query: 'Ocampo', types: undefined, bound: null, mayRead: () => true };
  const { hits, has_more } = await searchRecords(mx.organisation, everything);
  assert.equal(hits.length, 20);
  assert.equal(has_more, true);
});

test('a key of the organisation sees all its entities, a bound key its own, nobody another organisation', async () => {
  await add(mx, mexican('Mármoles Citlali'));
  await add(second, mexican('Mármoles Citlali'));
  await add(foreign, mexican('Mármoles Citlali'));
  assert.deepEqual(owners(await search('citlali')), [mx.entity.id, second.entity.id].toSorted());
  assert.deepEqual(owners(await search('citlali', { bound: mx.entity.id })), [mx.entity.id]);
  assert.deepEqual(owners(await search('citlali', {}, foreign)), [foreign.entity.id]);
});

test('clients and members belong to the organisation and are not shown to bound keys', async () => {
  await addReference('clients', 'Familia Quintanar', organisation);
  const [hit, ...further] = await search('quintanar');
  assert.equal(hit?.type, 'clients');
  assert.equal(hit.entity_id, null);
  assert.deepEqual(further, []);
  assert.deepEqual(await search('quintanar', { bound: mx.entity.id }), []);
  assert.deepEqual(
    await search('quintanar', { bound: mx.entity.id, types: ['clients', 'team_members'] }),
    [],
  );
  assert.deepEqual(await search('quintanar', {}, foreign), []);
});

const REFERENCES: readonly ReferenceType[] = [
  'invoicing_arrangements',
  'products',
  'ledger_accounts',
  'bill_tickets',
];

test('imported records of every type are found by name and number, and the types filter holds', async () => {
  for (const type of REFERENCES) await addReference(type, `Yurécuaro ${type}`, mx.entity.id, ['YU-00451']);
  assert.deepEqual(sortedTypes(await search('yurecuaro')), REFERENCES.toSorted());
  assert.deepEqual(sortedTypes(await search('YU-00451')), REFERENCES.toSorted());
  for (const type of REFERENCES)
    assert.deepEqual(sortedTypes(await search('yurecuaro', { types: [type] })), [type]);
});

test('amount and status are hidden from keys that may not read the type', async () => {
  await addReference('bill_tickets', 'Zihuatanejo Nota', mx.entity.id);
  assert.deepEqual(facts(await search('Zihuatanejo')), [[1234.56, 'issued', 'Folio 7']]);
  assert.deepEqual(facts(await search('Zihuatanejo', { mayRead: (scope) => scope !== 'bills:read' })), [
    [null, null, 'Folio 7'],
  ]);
});

test('subjects come before documents that fit as well', async () => {
  await addReference('bill_tickets', 'Ahuehuete', mx.entity.id);
  await add(mx, mexican('Ahuehuete'));
  assert.deepEqual(
    (await search('ahuehuete')).map(({ type }) => type),
    ['counterparties', 'bill_tickets'],
  );
});

test('a record taken out of the index is not found', async () => {
  const id = await addReference('products', 'Efímero', mx.entity.id);
  assert.equal((await search('efimero')).length, 1);
  const record = indexedReference({ id, type: 'products', label: 'Efímero', external_id: null });
  await mx.write((ctx) => removeFromIndex(ctx, record));
  assert.deepEqual(await search('efimero'), []);
});

test('what is not committed is not found, and what failed leaves nothing in the index', async () => {
  const failed = mx.write(async (ctx) => {
    await indexRecord(ctx, {
      record_id: newId('ProductId'),
      type: 'products',
      label: 'Fantasma',
      identifiers: ['F-1'],
    });
    throw new Error('stop');
  });
  await assert.rejects(failed, /stop/);
  assert.deepEqual(await search('fantasma'), []);
  const words = await database.kysely
    .selectFrom('search_vocabulary')
    .select('token')
    .where('token', '=', 'fantasma')
    .execute();
  assert.deepEqual(words, []);
});

test('many writers of the same new words end without losing one', async () => {
  const rows = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      add(mx, mexican(`Coatepec Xalapa Perote ${index % 3} ${index}`)),
    ),
  );
  const hits = await search('perote coatepec', { types: ['counterparties'] });
  assert.deepEqual(hits.map(({ id }) => id).toSorted(), rows.map(({ id }) => id).toSorted());
});
