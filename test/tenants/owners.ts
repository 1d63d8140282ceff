// Whose each record is, and which texts and rows name records of another.
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';

const ID_IN_TEXT = /\b[a-z]{4}_[0-9a-hjkmnp-tv-z]{26}\b/g;

export const idsIn = (text: string): readonly string[] => text.match(ID_IN_TEXT) ?? [];

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

interface Row {
  readonly table: string;
  readonly owner: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** All rows of companies, with whose they are. */
const rowsOfCompanies = async ({ kysely }: Database): Promise<Row[]> => {
  const { rows: columns } = await sql<Column>`select c.table_name as \`table\`, c.column_name as name,
    c.data_type as type from information_schema.columns c where c.table_schema = database()`.execute(kysely);
  const tables = columns.filter(({ name }) => name === 'entity_id').map(({ table }) => table);
  const found: Row[] = [];
  for (const table of tables) {
    const texts = columns.filter((column) => column.table === table && /char|text|json/.test(column.type));
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(
      texts.map(({ name }) => sql.ref(name)),
    )} from ${sql.table(table)} where entity_id is not null`.execute(kysely);
    for (const values of rows) found.push({ table, owner: String(values['entity_id']), values });
  }
  return found;
};

/** Whose each record is: a company's, or an organisation's that belongs to no company. */
export const ownersOf = async (database: Database): Promise<ReadonlyMap<string, string>> => {
  const owners = new Map<string, string>();
  for (const { owner, values } of await rowsOfCompanies(database)) {
    owners.set(owner, owner);
    if (typeof values['id'] === 'string') owners.set(values['id'], owner);
  }
  const entities = await database.kysely.selectFrom('entity').select('id').execute();
  for (const { id } of entities) owners.set(id, id);
  return owners;
};

/** Rows of one company that name a record of another; those of an organisation may name all of its companies. */
export const crossings = async (
  database: Database,
): Promise<{ readonly rows: number; readonly leaks: string[] }> => {
  const owners = await ownersOf(database);
  const entities = await database.kysely.selectFrom('entity').select(['id', 'organisation_id']).execute();
  const organisations = new Map<string, string>(entities.map((row) => [row.id, row.organisation_id]));
  const mayName = (owner: string, named: string): boolean =>
    owner === named ||
    ((organisations.get(owner) ?? owner) === (organisations.get(named) ?? named) &&
      !(organisations.has(owner) && organisations.has(named)));
  const rows = await rowsOfCompanies(database);
  const leaks = rows.flatMap(({ table, owner, values }) =>
    Object.entries(values).flatMap(([column, value]) =>
      idsIn(typeof value === 'string' ? value : JSON.stringify(value ?? ''))
        .filter((id) => !mayName(owner, owners.get(id) ?? owner))
        .map((id) => `${table}.${column} of ${owner} names ${id} of ${owners.get(id)}`),
    ),
  );
  return { rows: rows.length, leaks };
};
