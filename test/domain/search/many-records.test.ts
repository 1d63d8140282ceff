// What a search reads of a company with many records whose names are alike: it follows from the records with the words, not
// from these times all words of the company. Counted in rows, which are the same on a busy machine.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Database, Reader } from '../../../src/db/database.ts';
import { newId } from '../../../src/db/ids.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { indexRecords } from '../../../src/domain/ground/search-index/index-record.ts';
import { lookup } from '../../../src/domain/ground/search-index/lookup.ts';
import { idsOfHits, waysByText } from '../../../src/domain/ground/search-index/store/ids-by-text.ts';
import { textFilter } from '../../../src/domain/ground/search-index/text-filter.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase } from '../../support/database.ts';
import { watchLoop } from '../../support/held.ts';
import { NOW, openBooks, type TestBooks } from '../../support/scope.ts';

const RECORDS = 2_000;
/** Each word that is typed stands for so many words of the index. */
const ENDINGS = ['ador', 'anza', 'edo', 'elia', 'ento', 'ero', 'illa', 'ina', 'ista', 'ona', 'ota', 'ura'];
/** Much above what is needed, much below records times words. */
const MOST_READ = 30 * RECORDS;

let database: Database;
let close: () => Promise<void>;
let books: TestBooks;

before(async () => {
  ({ database, close } = await createTestDatabase());
  const organisation = await addOrganisation(database);
  const id = await addEntity(database, organisation, { country_code: 'MX' });
  books = await openBooks(database, organisation, id);
  await inTransaction(database, (db) =>
    indexRecords(
      { db, entity: { id } },
      Array.from({ length: RECORDS }, (_, at) => {
        const ending = (step: number): string => ENDINGS[Math.floor(at / step) % ENDINGS.length] ?? '';
        const label = `Brug${ending(1)} cerd${ending(ENDINGS.length)} tol${ending(7)}`;
        return {
          record_id: newId('CounterpartyId'),
          type: 'counterparties',
          label,
          identifiers: [`C-${at}`],
        };
      }),
    ),
  );
  await sql`analyze table search_token, search_identifier, search_record, search_vocabulary`.execute(
    database.kysely,
  );
});
after(() => close());

/** The rows and index entries that the work reads on its connection. */
const countReads = (work: (db: Reader) => Promise<unknown>): Promise<number> =>
  inTransaction(database, async (db) => {
    const reads = async (): Promise<number> => {
      const { rows } = await sql<{ Value: string }>`show session status like 'Handler_read%'`.execute(db);
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const [idle, start] = [await reads(), await reads()];
    await work(db);
    return (await reads()) - start - (start - idle);
  });

for (const query of ['brug cerd', 'bru cer tol', 'brugina cerdo', 'bruhina cerdi', 'tolura bru']) {
  test(`a search for "${query}"`, async () => {
    const request = { tenants: [books.entity.id], types: null, query, limit: 20 };
    let found = 0;
    const read = await countReads(async (db) => {
      found = (await lookup(db, request)).length;
    });
    assert.equal(found, 20);
    assert.ok(read < MOST_READ, `${read} rows are read`);
  });
  test(`a list of "${query}"`, async () => {
    const read = await countReads(async (db) => {
      const ctx = { db, entity: books.entity, today: books.reading.today, now: NOW };
      for (const forgiving of [true, false])
        for (const { hits } of await waysByText(
          ctx,
          'counterparties',
          await textFilter(ctx, query, forgiving, ['counterparties']),
        ))
          await idsOfHits(ctx, hits, RECORDS);
    });
    assert.ok(read < MOST_READ, `${read} rows are read`);
  });
}

test('long words that are alike hold up nobody', async () => {
  const name = (at: number): string => `${'a'.repeat(190)}x${at}`;
  const records = Array.from({ length: 300 }, (_, at) => ({
    record_id: newId('CounterpartyId'),
    type: 'counterparties' as const,
    label: name(at + 100),
    identifiers: [],
  }));
  await inTransaction(database, (db) => indexRecords({ db, entity: books.entity }, records));
  const request = { tenants: [books.entity.id], types: null, query: `${'a'.repeat(190)}y111`, limit: 300 };
  const { held_ms, result } = await watchLoop(() => lookup(database.reader, request));
  // One letter and at most one digit differ.
  assert.equal(result.length, 21);
  assert.ok(held_ms < 100, `the others were held up for ${Math.round(held_ms)} ms`);
});
