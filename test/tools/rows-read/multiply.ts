// The large book: the rows of the small one many times, in another company of another organisation, copied by the server. What
// the tables are is read from the schema, so that a new one has its rows without a word here.
import { type Kysely, sql } from 'kysely';
import type { EntityId, OrganisationId } from '../../../generated/ids.ts';
import type { DB } from '../../../src/db/schema.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { newAct, SYSTEM } from '../../../src/domain/ground/change/change.ts';
import { recount } from '../../../src/domain/views/summary/summary.ts';
import type { Database } from '../../../src/db/database.ts';
import { newId } from '../../../src/db/ids.ts';
import { tenantTables } from '../../support/tenancy/watch.ts';
import { MARK } from './seed.ts';

/** Of one table; a book has ten thousand of each kind of record, and more rows of what belongs to them. */
const MOST_ROWS = 150_000;
export const COPIES = 1_250;

/** Ids of what is not of one company. */
const NOT_COPIED = /^(?:akey|orgn|enti|prsn|pers|memb)_/;
const ID = /^[a-z]{4}_[0-9a-hjkmnp-tv-z]{26}$/;
/** Up to the last four characters, where the number of the copy stands. */
const ID_KEPT = 27;
const DIGITS = `lpad(k.c, 4, '0')`;
/** A company has few accounts, each with many lines. */
const ACCOUNT = 'bank_account';
const ACCOUNT_COPIES = 20;
/** Documents are of the last three years. */
const DAYS = 1_000;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly length: number | null;
  readonly generated: boolean;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of each unique index, the primary key first. */
  readonly unique: readonly (readonly string[])[];
  readonly rows: readonly Record<string, unknown>[];
}

export interface Books {
  readonly small: EntityId;
  readonly large: EntityId;
  readonly organisation: OrganisationId;
}

const readTable = async (db: Kysely<DB>, name: string, small: EntityId): Promise<Table> => {
  const columns = await sql<{ name: string; type: string; length: number | null; extra: string }>`
    select column_name as name, data_type as type, character_maximum_length as length, extra as extra
    from information_schema.columns where table_schema = database() and table_name = ${name}`.execute(db);
  const keys = await sql<{ index_name: string; name: string }>`
    select index_name as index_name, column_name as name from information_schema.statistics
    where table_schema = database() and table_name = ${name} and non_unique = 0
    order by index_name = 'PRIMARY' desc, index_name, seq_in_index`.execute(db);
  const unique = new Map<string, string[]>();
  for (const key of keys.rows) unique.set(key.index_name, [...(unique.get(key.index_name) ?? []), key.name]);
  const rows = await sql<Record<string, unknown>>`
    select * from ${sql.table(name)} where entity_id = ${small}`.execute(db);
  return {
    name,
    columns: columns.rows.map(({ extra, ...column }) => ({
      ...column,
      generated: /generated/i.test(extra) && !/default_generated/i.test(extra),
    })),
    unique: [...unique.values()],
    rows: rows.rows,
  };
};

const TEXT = /char|text/;

/** Its values are ids of the company's records. */
const namesRecords = ({ rows }: Table, column: string): boolean => {
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  return values.some((value) => typeof value === 'string' && ID.test(value) && !NOT_COPIED.test(value));
};

/** What keeps the copies of a row apart where no id does: one column of each unique index. */
const toVary = (table: Table): ReadonlySet<string> => {
  const varied = new Set<string>();
  if (table.name.startsWith('search_')) return varied;
  for (const columns of table.unique) {
    const tellsApart = (column: string): boolean => column !== `${ACCOUNT}_id` && namesRecords(table, column);
    if (columns.some((column) => tellsApart(column) || varied.has(column))) continue;
    const last = columns.findLast((name) => {
      const column = table.columns.find((each) => each.name === name);
      return (
        name !== 'entity_id' && column !== undefined && (TEXT.test(column.type) || /int/.test(column.type))
      );
    });
    if (last !== undefined) varied.add(last);
  }
  return varied;
};

const valueOf = (table: Table, column: Column, varied: boolean, { large, organisation }: Books): string => {
  const { name, type, length } = column;
  const from = `t.\`${name}\``;
  if (name === 'entity_id') return `'${large}'`;
  if (name === 'organisation_id') return `'${organisation}'`;
  const isAccount = name === `${ACCOUNT}_id` || table.name === ACCOUNT;
  const digits = isAccount ? `lpad(k.c % ${ACCOUNT_COPIES}, 4, '0')` : DIGITS;
  if (namesRecords(table, name))
    return `if(${from} like '____\\_%' and length(${from}) = 31, concat(left(${from}, ${ID_KEPT}), ${digits}), ${from})`;
  if (name === 'received_at') return `date_sub(${from}, interval k.c % ${DAYS} day)`;
  if (type === 'date') return `date_sub(${from}, interval k.c % ${DAYS} day)`;
  if (varied && TEXT.test(type)) return `concat(left(${from}, ${(length ?? 9) - 5}), '-', ${DIGITS})`;
  if (varied) return `${from} + k.c * 1000`;
  if (TEXT.test(type) && table.rows.some((row) => String(row[name]).includes(MARK)))
    return `replace(${from}, '${MARK}', concat('${MARK.slice(0, 2)}', ${DIGITS}))`;
  return from;
};

/** Sums and counters have no record of their own: there is one of each, and sums are made anew. */
const isOfRecords = (table: Table): boolean =>
  table.name.startsWith('search_') || (table.unique[0] ?? []).some((column) => namesRecords(table, column));

const copy = async (db: Kysely<DB>, table: Table, books: Books): Promise<void> => {
  if (table.rows.length === 0) return;
  const copies = isOfRecords(table) ? Math.min(COPIES, Math.ceil(MOST_ROWS / table.rows.length)) : 1;
  const columns = table.columns.filter(({ generated }) => !generated);
  const varied = isOfRecords(table) ? toVary(table) : new Set<string>();
  const values = columns.map((column) => valueOf(table, column, varied.has(column.name), books));
  const statement = `insert ignore into \`${table.name}\` (${columns.map(({ name }) => `\`${name}\``).join()})
    select ${values.join()} from \`${table.name}\` t join book_copy k on k.c < ${copies}
    where t.entity_id = '${books.small}'`;
  await sql.raw(statement).execute(db);
};

/** Of the index of parts, which follows from the copied texts, of the worker's queues, which no read looks at as a list, and of the seals of the trail. */
const LEFT_OUT = /^(?:outbox|trail_\w+|idempotency|lease|search_part|search_gram)$/;

export const multiply = async (database: Database, small: EntityId, stale: boolean): Promise<Books> => {
  const { kysely } = database;
  const books: Books = { small, large: newId('EntityId'), organisation: newId('OrganisationId') };
  await sql`insert into organisation (id, name, created_at) values (${books.organisation}, 'Large', now())`.execute(
    kysely,
  );
  await copyEntity(kysely, books);
  await sql`create table book_copy (c int primary key)`.execute(kysely);
  const digits = Array.from({ length: COPIES }, (_, c) => `(${c})`).join();
  await sql.raw(`insert into book_copy values ${digits}`).execute(kysely);
  const tables = [...tenantTables()].filter((name) => !LEFT_OUT.test(name));
  if (stale)
    for (const name of tables)
      await sql`alter table ${sql.table(name)} stats_auto_recalc = 0`.execute(kysely);
  for (const name of tables) await copy(kysely, await readTable(kysely, name, small), books);
  await indexCopies(kysely, books.large);
  await openBooks(database).transaction((open) =>
    recount(open, books.large, newAct(SYSTEM, 'entity recount', {}, new Date())),
  );
  if (!stale) await sql`analyze table ${sql.join(tables.map((name) => sql.table(name)))}`.execute(kysely);
  return books;
};

/** The words of these texts, none of which has more. */
const NUMBERS = Array.from({ length: 8 }, (_, at) => `select ${at + 1} n`).join(' union all ');
/** The places of a word that lead to it, none of which is longer. */
const PLACES = Array.from({ length: 12 }, (_, at) => `select ${at * 2} p`).join(' union all ');

/** What the service makes of the texts record by record, see `search-index/parts`, made by the server at once. */
const indexCopies = async (db: Kysely<DB>, large: EntityId): Promise<void> => {
  const texts = [
    ['lines', 'date', 'text_norm', 'bank_transaction'],
    ['names', 'left(name_norm, 24)', 'name_norm', 'counterparty'],
    ['names', 'left(name_norm, 24)', 'tax_id', 'counterparty'],
    [
      'inbox',
      'cast(received_at as char)',
      `lower(regexp_replace(file_name, '[-.]', ' '))`,
      'received_document',
    ],
    ['inbox', 'cast(received_at as char)', `lower(replace(number, '-', ' '))`, 'received_document'],
    ['inbox', 'cast(received_at as char)', 'lower(supplier_name)', 'received_document'],
  ] as const;
  for (const [kind, order, text, table] of texts)
    await sql
      .raw(
        `insert ignore into search_part (entity_id, kind, part, sort, record_id)
        select entity_id, '${kind}', substring_index(substring_index(${text}, ' ', n), ' ', -1), ${order}, id
        from ${table} join (${NUMBERS}) numbers on n <= 1 + length(${text}) - length(replace(${text}, ' ', ''))
        where entity_id = '${large}' and ${text} <> ''`,
      )
      .execute(db);
  await sql
    .raw(
      `insert ignore into search_gram (entity_id, kind, gram, part)
      select entity_id, kind, substring(part, p + 1, 3), part
      from (select distinct entity_id, kind, part from search_part where entity_id = '${large}') parts
      join (${PLACES}) places on p <= greatest(0, 2 * floor(char_length(part) / 2) - 2)`,
    )
    .execute(db);
  // Words with other letters than these are led to by one more.
  await sql
    .raw(
      `insert ignore into search_gram (entity_id, kind, gram, part) select distinct entity_id, kind, '', part
      from search_part where entity_id = '${large}' and part regexp '[^0-9a-zA-Z]'`,
    )
    .execute(db);
};

const copyEntity = async (db: Kysely<DB>, { small, large, organisation }: Books): Promise<void> => {
  const { rows } = await sql<Record<string, unknown>>`select * from entity where id = ${small}`.execute(db);
  const row = { ...rows[0], id: large, organisation_id: organisation };
  const names = Object.keys(row);
  const values = names.map((name) => {
    const value: unknown = Reflect.get(row, name);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
  await sql`insert into entity (${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(values)})`.execute(
    db,
  );
};
