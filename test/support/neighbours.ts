// The small world that the shared database of a process begins with: another organisation whose companies, people and
// documents are called as those of the tests are. A test that sees any of it has looked beyond its own organisation.
import type { EntityId } from '../../generated/ids.ts';
import type { Database } from '../../src/db/database.ts';
import { addEntity, addKey, addOrganisation } from './books.ts';
import { addBill, addInvoice, addParty } from './documents.ts';

export type Neighbours = readonly EntityId[];

export const addNeighbours = async (database: Database): Promise<Neighbours> => {
  const entities: EntityId[] = [];
  const organisation_id = await addOrganisation(database);
  await addKey(database, organisation_id);
  for (const [country_code, currency] of [
    ['MX', 'MXN'],
    ['DE', 'EUR'],
  ] as const) {
    const entity = await addEntity(database, organisation_id, {
      country_code,
      is_default: country_code === 'MX',
    });
    entities.push(entity);
    const counterparty_id = await addParty(database, entity);
    const facts = { counterparty_id, currency, total: '1160.00' };
    await addInvoice(database, entity, facts);
    await addInvoice(database, entity, { ...facts, status: 'draft' });
    await addBill(database, entity, facts);
  }
  return entities;
};

/** All that their tables have of them, as text: no test may change it. */
export const booksOf = async ({ kysely }: Database, neighbours: Neighbours): Promise<string> => {
  const tables = ['counterparty', 'invoice', 'invoice_line', 'bill', 'bill_line', 'ledger_entry'] as const;
  const books = [];
  for (const table of tables)
    books.push(await kysely.selectFrom(table).selectAll().where('entity_id', 'in', neighbours).execute());
  books.push(await kysely.selectFrom('entity').selectAll().where('id', 'in', neighbours).execute());
  return JSON.stringify(books.map((rows) => rows.map((row) => JSON.stringify(row)).toSorted()));
};
