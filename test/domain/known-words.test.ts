// What is remembered of vocabularies: only what is stored, of one tenant, and not for ever.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../src/db/ids.ts';
import { scoped } from '../../src/db/scoped.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { indexRecord } from '../../src/domain/ground/search-index/index-record.ts';
import {
  rememberWords,
  unknownWords,
  vocabularyOf,
} from '../../src/domain/ground/search-index/known-words.ts';
import { statementsOf } from '../bench/statements.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let base: TestDatabase;
before(async () => {
  base = await createTestDatabase();
});
after(() => base.close());

const UNDONE = new Error('undone');
const index = (tenant: string, label: string, fails = false): Promise<void> =>
  inTransaction(base.database, async (db) => {
    const record_id = newId('TaskId');
    const record = { record_id, type: 'tasks', label, identifiers: [] } as const;
    await indexRecord({ db, entity: { id: tenant } }, record);
    if (fails) throw UNDONE;
  });
const storedWords = async (tenant: string): Promise<string[]> => {
  const ctx = { db: base.database.reader, entity: { id: tenant } };
  const rows = await scoped(ctx, 'search_vocabulary').select().select('token').orderBy('token').execute();
  return rows.map(({ token }) => token);
};
const lookups = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(work)).filter(({ sql }) => sql.includes('search_vocabulary')).length;

test('a word of a transaction that was taken back is not known, and is stored by the next', async () => {
  const tenant = newId('EntityId');
  await assert.rejects(index(tenant, 'quetzal marimba', true), UNDONE);
  assert.deepEqual(unknownWords(vocabularyOf(base.database, tenant), ['marimba']), ['marimba']);
  await index(tenant, 'marimba');
  assert.deepEqual(await storedWords(tenant), ['marimba']);
  assert.deepEqual(unknownWords(vocabularyOf(base.database, tenant), ['marimba', 'quetzal']), ['quetzal']);
});

test('known words are not looked for again, those of another tenant are', async () => {
  const [tenant, other] = [newId('EntityId'), newId('EntityId')];
  assert.equal(await lookups(() => index(tenant, 'café luna')), 2);
  assert.equal(await lookups(() => index(tenant, 'luna café')), 0);
  assert.equal(await lookups(() => index(tenant, 'luna nueva')), 2);
  assert.equal(await lookups(() => index(other, 'luna')), 2);
  assert.deepEqual(await storedWords(other), ['luna']);
});

test('the same tenant in another database has words of its own', async () => {
  const tenant = newId('EntityId');
  await index(tenant, 'luna');
  const beside = await createTestDatabase();
  try {
    const record = { record_id: newId('TaskId'), type: 'tasks', label: 'luna', identifiers: [] } as const;
    await inTransaction(beside.database, (db) => indexRecord({ db, entity: { id: tenant } }, record));
    const ctx = { db: beside.database.reader, entity: { id: tenant } };
    const rows = await scoped(ctx, 'search_vocabulary').select().select('token').execute();
    assert.deepEqual(rows, [{ token: 'luna' }]);
  } finally {
    await beside.close();
  }
});

test('what is remembered is bounded, over all tenants', () => {
  const words = Array.from({ length: 50_000 }, (_, at) => `word${at}`);
  const tenants = Array.from({ length: 6 }, () => newId('EntityId'));
  for (const tenant of tenants) rememberWords(tenant, words);
  const kept = tenants.filter((tenant) => unknownWords(tenant, words).length === 0);
  assert.deepEqual(kept, tenants.slice(2));
});
