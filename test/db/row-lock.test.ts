// What serialises transactions is a row that they write: a cluster compares nothing else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database, Writer } from '../../src/db/database.ts';
import { lockFirstStart } from '../../src/db/schema-lock.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { lockEntity } from '../../src/domain/ground/entities/store.ts';
import { lockOrganisation } from '../../src/domain/ground/organisations/store.ts';
import { insertPerson, lockPerson } from '../../src/domain/parties/persons/store/persons.ts';
import type { PersonId } from '../../generated/ids.ts';
import { addEntity, addOrganisation } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let base: TestDatabase;
let database: Database;

before(async () => {
  base = await createTestDatabase();
  ({ database } = base);
});
after(() => base.close());

type Locked = 'organisation' | 'entity' | 'person' | 'schema_lock';

const locksOf = async (table: Locked): Promise<number> => {
  const rows = await database.reader.selectFrom(table).select('locks').execute();
  return rows.reduce((sum, { locks }) => sum + locks, 0);
};

/** Each lock is taken twice, in the same millisecond: the row differs after each. */
const writes = async (table: Locked, lock: (db: Writer) => Promise<void>): Promise<void> => {
  const earlier = await locksOf(table);
  await inTransaction(database, lock);
  await inTransaction(database, lock);
  assert.equal((await locksOf(table)) - earlier, 2, `the lock of ${table} is written`);
};

test('the locks that stand for more than their row write it', async () => {
  const organisation = await addOrganisation(database);
  const entity = await addEntity(database, organisation, { country_code: 'MX' });
  const person = 'prsn_00000000000000000000000001' as PersonId;
  const now = new Date();
  await inTransaction(database, (db) =>
    insertPerson(db, { id: person, email: 'ana@example.org', name: 'Ana', locale: 'en' }, now),
  );
  await writes('organisation', (db) => lockOrganisation(db, organisation));
  await writes('entity', (db) => lockEntity(db, entity));
  await writes('person', (db) => lockPerson(db, person));
  await writes('schema_lock', lockFirstStart);
});

test('a lock of one waits for that of another, and then sees what the other wrote', async () => {
  const organisation = await addOrganisation(database);
  const name = async (db: Writer): Promise<string | undefined> =>
    (await db.selectFrom('organisation').select('name').where('id', '=', organisation).executeTakeFirst())
      ?.name;
  const rename = (suffix: string): Promise<unknown> =>
    inTransaction(database, async (db) => {
      await lockOrganisation(db, organisation);
      const seen = await name(db);
      await db
        .updateTable('organisation')
        .set({ name: `${seen}${suffix}` })
        .where('id', '=', organisation)
        .execute();
    });
  await inTransaction(database, async (db) => {
    await db.updateTable('organisation').set({ name: '' }).where('id', '=', organisation).execute();
  });
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(rename));
  assert.equal([...((await name(database.kysely as Writer)) ?? '')].toSorted().join(''), 'abcde');
});
