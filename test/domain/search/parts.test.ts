// Lists find any part of a text by its words: the same records as a walk over all texts, whatever is indexed by then, and
// without reading all of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { normaliseName } from '../../../src/base/names/normalise.ts';
import type { Database, Reader } from '../../../src/db/database.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { scoped, type Tenant } from '../../../src/db/scoped.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { unindexedStatements } from '../../../src/domain/bank/statements/search-lines.ts';
import type { LineFilters } from '../../../src/domain/bank/transactions/store/line-question.ts';
import { linePage } from '../../../src/domain/bank/transactions/store/search.ts';
import { notePending } from '../../../src/domain/ground/search-index/store/parts.ts';
import { moveReceived } from '../../../src/domain/documents/received/store/documents.ts';
import { receivedPage } from '../../../src/domain/documents/received/store/listed.ts';
import { gramsAsked, gramsOf, piecesOf } from '../../../src/domain/ground/search-index/parts/parts.ts';
import { countListed, listIds } from '../../../src/domain/parties/counterparties/store/listed.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase } from '../../support/database.ts';
import { indexParts } from '../../support/parts.ts';
import {
  type AskedDocuments,
  insertDocuments,
  listDocuments,
  textsOfDocuments,
  walkDocuments,
} from './parts-documents.ts';
import { hasAll, insertNames, insertStatement, randomTexts } from './parts-books.ts';
import { seedOf } from '../../support/dose.ts';

const ROWS = 3_000;
const DOCUMENTS = 1_500;
/** Most of a walk over all rows. */
const MOST_READ = ROWS / 3;
const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const NOW = new Date('2026-06-01T12:00:00Z');

let database: Database;
let close: () => Promise<void>;
let id: string;
const texts = randomTexts(seedOf(import.meta.filename));
const { random, pick, word, number, long } = texts;
const stored = () => ({ database, id, texts });
/** A piece of what is stored, or something near it. */
const query = (texts: readonly string[]): string => {
  const whole = pick(texts);
  const start = Math.floor(random() * whole.length);
  const piece = whole.slice(start, start + 1 + Math.floor(random() * 24));
  return pick([
    piece,
    piece,
    piece,
    piece.toUpperCase(),
    `${piece}q`,
    'recibido',
    'spei rec',
    'spei',
    'pei recibido va',
    'comercial',
    'mercial',
    'va comercial',
    'q',
    '%',
    '_',
    '0',
    'de',
    piece.slice(0, 2),
    'a b c d e f g h i j k l m n o p q r s t',
  ]);
};

const ctx = (): Tenant<Reader> => ({ db: database.reader, entity: { id } });
const writing = <T>(work: Parameters<typeof inTransaction<T>>[1]): Promise<T> =>
  inTransaction(database, work);

before(async () => {
  ({ database, close } = await createTestDatabase());
  id = await addEntity(database, await addOrganisation(database), { country_code: 'MX' });
  await insertNames(stored(), ROWS, LONG_AGO, false);
  await insertDocuments(stored(), DOCUMENTS, LONG_AGO, false);
  for (let at = 0; at < 10; at += 1) await insertStatement(stored(), ROWS / 10, LONG_AGO, false);
  await indexParts(database, [id], NOW);
});
after(() => close());

const lines = async (filters: LineFilters, text: string, max: number): Promise<readonly string[]> => {
  const question = {
    filters,
    ranges: [],
    inactive: [],
    text: normaliseName(text),
    unindexed: await unindexedStatements(ctx()),
    plan: null,
  };
  const page = linePage(ctx(), question);
  const rows = await page.rows(null, max);
  const count = await page.count(1_001);
  if (rows.length < max || max > 1_000)
    assert.equal(Math.min(count, 1_001), Math.min(rows.length, 1_001), `count of ${text}`);
  return rows.map((row) => row.id);
};

/** By the texts themselves, as the walk over all of them finds them. */
const linesByWalk = async (filters: LineFilters, text: string, max: number): Promise<readonly string[]> => {
  const asked = normaliseName(text);
  const { bank_account_id = '%', match_status = '%' } = filters;
  const { rows } = await sql<{ id: string }>`select id from bank_transaction where entity_id = ${id}
    and ${asked} <> '' and ${hasAll('text_norm', asked)} and bank_account_id like ${bank_account_id}
    and match_status like ${match_status} and date >= ${filters.date_from ?? '2000-01-01'} and date <= ${filters.date_to ?? '2100-01-01'}
    order by date desc, id desc limit ${max}`.execute(database.kysely);
  return rows.map((row) => row.id);
};

const namesByWalk = async (text: string, role: string, max: number): Promise<readonly string[]> => {
  const name = normaliseName(text);
  const compact = text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}&]+/gu, '')
    .slice(0, 64);
  const written = text.trim().toUpperCase();
  const { rows } = await sql<{ id: string }>`select id from counterparty where entity_id = ${id} and (
    (${name} <> '' and ${hasAll('name_norm', name)}) or (${compact} <> '' and instr(coalesce(tax_id, ''), ${compact}) > 0)
    or (${written} <> ${compact} and ${written} <> '' and instr(coalesce(tax_id, ''), ${written}) > 0))
    and (${role} = 'all' or is_supplier = 1) order by name_norm, id limit ${max}`.execute(database.kysely);
  return rows.map((row) => row.id);
};

const documents = (filters: AskedDocuments, text: string, max: number) =>
  listDocuments(ctx(), filters, text, max);
const documentsByWalk = (filters: AskedDocuments, text: string, max: number) =>
  walkDocuments(database, id, filters, text, max);

const storedTexts = async (): Promise<{
  readonly documents: readonly string[];
  readonly lines: readonly string[];
  readonly names: readonly string[];
}> => {
  const { rows: some } = await sql<{
    text: string;
  }>`select concat_ws(' ', description, reference) as text from bank_transaction where entity_id = ${id} order by rand() limit 300`.execute(
    database.kysely,
  );
  const { rows: others } = await sql<{
    name: string;
    tax_id: string | null;
  }>`select name, tax_id from counterparty where entity_id = ${id} order by rand() limit 300`.execute(
    database.kysely,
  );
  return {
    documents: await textsOfDocuments(database, id),
    lines: some.map((row) => row.text),
    names: others.flatMap((row) => [row.name, row.tax_id ?? row.name]),
  };
};

const compareAll = async (rounds: number): Promise<void> => {
  const found = await storedTexts();
  for (let round = 0; round < rounds; round += 1) {
    const asked = query(found.lines);
    const filters: LineFilters = pick([
      {},
      {},
      { match_status: 'confirmed' },
      { bank_account_id: 'bacc_2', date_from: '2026-02-01', date_to: '2026-03-01' },
    ]);
    const max = pick([21, 21, 101, 1_001]);
    assert.deepEqual(
      await lines(filters, asked, max),
      await linesByWalk(filters, asked, max),
      `lines: ${asked} ${JSON.stringify(filters)} ${max}`,
    );
    const written = query(pick([found.documents, found.documents, found.names])) || 'x';
    const within = pick<AskedDocuments>([
      {},
      {},
      { kind: 'bill' },
      { since: '2026-01-20', before: '2026-03-01' },
    ]);
    assert.deepEqual(
      await documents(within, written, max),
      await documentsByWalk(within, written, max),
      `documents: ${written} ${JSON.stringify(within)} ${max}`,
    );
    const called = query(found.names);
    const role = pick(['all', 'all', 'supplier'] as const);
    const listed = await listIds(ctx(), { query: called, role }, null, max);
    assert.deepEqual(listed, await namesByWalk(called, role, max), `names: ${called} ${role} ${max}`);
  }
};

test('lists find what a walk over all texts finds', () => compareAll(130));

test('what is stored meanwhile is found before it is indexed, and after it', async () => {
  // Noted by this version; the one before only says when.
  for (const isNoted of [true, false]) {
    const at = isNoted ? LONG_AGO : new Date(NOW.getTime() - 300_000);
    await insertStatement(stored(), 40, at, isNoted);
    await insertNames(stored(), 40, at, isNoted);
    await insertDocuments(stored(), 20, at, isNoted);
    // A rename by the version before.
    await sql`update counterparty set name = 'Zug Umbenannt', name_norm = 'zug umbenannt', updated_at = ${toInstant(NOW)}
      where entity_id = ${id} order by id limit 3`.execute(database.kysely);
    await compareAll(25);
    const renamed = await listIds(ctx(), { query: 'umbenannt', role: 'all' }, null, 50);
    assert.equal(renamed.length, 3);
    const theirs = await documents({}, 'umbenannt', 50);
    assert.ok(theirs.length > 0);
    assert.deepEqual(theirs, await documentsByWalk({}, 'umbenannt', 50));
  }
  const later = new Date(NOW.getTime() + 3_600_000);
  await indexParts(database, [id], later);
  const left = await database.kysely
    .selectFrom('search_part_pending')
    .selectAll()
    .where('entity_id', '=', id)
    .execute();
  assert.deepEqual(left, []);
  await compareAll(40);
  // Begun before the index was brought up to date, and in the database after it.
  await insertNames(stored(), 20, new Date(later.getTime() - 300_000), false);
  await insertStatement(stored(), 20, new Date(later.getTime() - 300_000), false);
  await compareAll(20);
  assert.equal(await countListed(ctx(), { query: 'umbenannt', role: 'all' }, 1_001), 3);
});

test('a company with few records is walked, and indexed whole once it has more', async () => {
  const few = await addEntity(database, await addOrganisation(database), { country_code: 'MX' });
  const small = { database, id: few, texts };
  const books: Tenant<Reader> = { db: database.reader, entity: { id: few } };
  const state = async (): Promise<readonly [parts: number, pending: number]> => {
    const count = async (table: 'search_part' | 'search_part_pending') =>
      (await scoped(books, table).select().select('record_id').execute()).length;
    return [await count('search_part'), await count('search_part_pending')];
  };
  await insertNames(small, 40, LONG_AGO, true);
  await indexParts(database, [few], NOW, 50);
  assert.deepEqual(await state(), [0, 0]);
  const called = await sql<{ id: string }>`select id from counterparty where entity_id = ${few}
    and (instr(name_norm, 'ba') > 0 or instr(coalesce(tax_id, ''), 'BA') > 0)`.execute(database.kysely);
  assert.ok(called.rows.length > 0);
  const listed = await listIds(books, { query: 'ba', role: 'all' }, null, 50);
  assert.deepEqual(listed.toSorted(), called.rows.map((row) => row.id).toSorted());
  await insertNames(small, 20, LONG_AGO, true);
  await indexParts(database, [few], new Date(NOW.getTime() + 3_600_000), 50);
  const [parts, pending] = await state();
  assert.ok(parts >= 60 && pending === 0, `${parts} parts, ${pending} pending`);
  const { rows } = await sql<{ id: string }>`select id from counterparty where entity_id = ${few}
    and not exists (select 1 from search_part where entity_id = ${few} and record_id = counterparty.id)`.execute(
    database.kysely,
  );
  assert.deepEqual(rows, [], 'those from before are in the index too');
});

test('pages of lines follow each other without a gap', async () => {
  const filters = { filters: {}, ranges: [], inactive: [], plan: null };
  const page = linePage(ctx(), { ...filters, text: 'recibido', unindexed: await unindexedStatements(ctx()) });
  const found: string[] = [];
  for (let last: { readonly date: string; readonly id: string } | undefined; ;) {
    const after =
      last === undefined
        ? null
        : sql<boolean>`(bank_transaction.date < ${last.date}
            or (bank_transaction.date = ${last.date} and bank_transaction.id < ${last.id}))`;
    const rows = await page.rows(after, 37, last === undefined ? null : [last.date, last.id]);
    found.push(...rows.map((row) => row.id));
    last = rows.at(-1);
    if (last === undefined) break;
  }
  assert.deepEqual(found, await linesByWalk({}, 'recibido', 10_000));
});

/** The walk over the list, as for a text in many words, and the records of one word in their order. */
for (const query of ['ba', 'comercial'])
  test(`pages of names with ${query} follow each other without a gap`, () => followPages(query));

const followPages = async (query: string): Promise<void> => {
  const all = await namesByWalk(query, 'all', 5_000);
  assert.ok(all.length > 300, `${all.length} names`);
  const found: string[] = [];
  for (let last: { readonly name_norm: string; readonly id: string } | undefined; ;) {
    const after =
      last === undefined
        ? null
        : sql<boolean>`(name_norm > ${last.name_norm} or (name_norm = ${last.name_norm} and id > ${last.id}))`;
    const page = await listIds(ctx(), { query, role: 'all' }, after, 97, last?.name_norm ?? null);
    found.push(...page);
    const end = page.at(-1);
    if (end === undefined) break;
    last = await database.kysely
      .selectFrom('counterparty')
      .select(['name_norm', 'id'])
      .where('entity_id', '=', id)
      .where('id', '=', end)
      .executeTakeFirstOrThrow();
  }
  assert.deepEqual(found, all);
};

/** The rows and index entries that the work reads on its connection. */
const countReads = (work: (db: Reader) => Promise<unknown>): Promise<number> =>
  inTransaction(database, async (db) => {
    const reads = async (): Promise<number> => {
      const { rows } = await sql<{ Value: string }>`show session status like 'Handler_read%'`.execute(db);
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const before = await reads();
    await work(db);
    const after = await reads();
    // What asking for the status reads itself is in both.
    return after - before - ((await reads()) - after);
  });

test('a text reads a fraction of the book', async () => {
  await sql`update counterparty set name = 'Xylofon Gutucer', name_norm = 'xylofon gutucer' where entity_id = ${id}
    order by id desc limit 1`.execute(database.kysely);
  await writing(async (db) => {
    const one = await scoped({ db, entity: { id } }, 'counterparty')
      .select()
      .select('id')
      .where('name_norm', '=', 'xylofon gutucer')
      .executeTakeFirstOrThrow();
    await notePending({ db, entity: { id } }, 'names', [one.id]);
  });
  await indexParts(database, [id], new Date(NOW.getTime() + 7_200_000));
  for (const asked of ['gutucer', 'utuce', 'nadie se llama asi', 'xyl', 'fon gut']) {
    const reads = await countReads((db) =>
      listIds({ db, entity: { id } }, { query: asked, role: 'all' }, null, 1_001),
    );
    assert.ok(reads < MOST_READ, `names ${asked}: ${reads}`);
  }
  for (const asked of ['nadie', 'ref 99999999999', 'nadie se llama asi', 'xqz']) {
    const question = {
      filters: {},
      ranges: [],
      inactive: [],
      text: asked,
      unindexed: [],
      plan: null,
    };
    const reads = await countReads((db) => linePage({ db, entity: { id } }, question).rows(null, 21));
    assert.ok(reads < MOST_READ, `lines ${asked}: ${reads}`);
  }
});

test('each stretch of a word leads to it', () => {
  for (let round = 0; round < 2_000; round += 1) {
    const whole = [...pick([word() + word(), number(), long(), normaliseName(word() + long())])].join('');
    const start = Math.floor(random() * (whole.length - 2));
    const asked = whole.slice(start, start + 2 + Math.floor(random() * 18));
    if (asked.length < 3) continue;
    const grams = piecesOf(whole)
      .filter((piece) => piece.includes(asked))
      .flatMap(gramsOf);
    assert.ok(grams.length > 0, `${asked} is in no piece of ${whole}`);
    const found = gramsAsked(asked).some(
      (places) =>
        places.length > 0 &&
        places.every(({ gram, open }) =>
          grams.some((each) => (open ? each.startsWith(gram) : each === gram)),
        ),
    );
    assert.ok(found, `${asked} does not lead to ${whole}`);
  }
});

test('documents of a counterparty that was merged are found by the name of the other one', async () => {
  const { rows } = await sql<{ id: string; n: number }>`select c.id, count(*) as n from counterparty c
    join received_document r on r.entity_id = c.entity_id and r.counterparty_id = c.id
    where c.entity_id = ${id} and c.name <> 'Zug Umbenannt' group by c.id order by c.id limit 1`.execute(
    database.kysely,
  );
  const [from] = rows;
  const [to] = await listIds(ctx(), { query: 'umbenannt', role: 'all' }, null, 1);
  assert.ok(from !== undefined && to !== undefined);
  const before = await documents({}, 'umbenannt', 1_001);
  await writing((db) => moveReceived({ db, entity: { id } }, { from: from.id, to }));
  const after = await documents({}, 'umbenannt', 1_001);
  assert.equal(after.length, before.length + from.n);
  assert.deepEqual(after, await documentsByWalk({}, 'umbenannt', 1_001));
});

test('pages of received documents follow each other without a gap', async () => {
  const found: string[] = [];
  const page = receivedPage(ctx(), { query: 'xml' });
  for (let key: readonly [string, string] | null = null; ;) {
    const after: ReturnType<typeof sql<boolean>> | null =
      key === null
        ? null
        : sql<boolean>`(received_at < ${key[0]} or (received_at = ${key[0]} and received_document.id < ${key[1]}))`;
    const rows = await page.rows(after, 97, key);
    found.push(...rows.map((row) => row.id));
    const last = rows.at(-1);
    if (last === undefined) break;
    key = [last.received_at, last.id];
  }
  assert.ok(found.length > 300, `${found.length} documents`);
  assert.deepEqual(found, await documentsByWalk({}, 'xml', 5_000));
});
