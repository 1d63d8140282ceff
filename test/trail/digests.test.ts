// Which changes of a record its digest shows: all of them, on every server alike.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import type { WatchedKind } from '../../src/db/stated-trail.ts';
import { ADDED, LEFT_OUT, WATCHED } from '../../src/db/trail/kinds.ts';
import { readUnits } from '../../src/db/trail/units.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let base: TestDatabase;
before(async () => {
  base = await createTestDatabase();
});
after(() => base.close());

const COMPANY = 'enti_a';
const ID = 'record_a';

/** Of each type two values, since every column is changed from the one to the other. */
const VALUES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  varchar: ['a', 'A'],
  text: ['a', ' a'],
  json: ['{"b":[1,null],"a":{"d":"é","c":0.5}}', '{"b":[1,null],"a":{"d":"e","c":0.5}}'],
  int: [1, 2],
  bigint: [1, -1],
  tinyint: [0, 1],
  decimal: ['1.500000', '1.500001'],
  date: ['2026-03-01', '2026-03-02'],
  datetime: ['2026-03-01 10:00:00.000', '2026-03-01 10:00:00.001'],
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: 'YES' | 'NO';
  readonly place: number;
}

const columnsOf = async (table: string): Promise<readonly Column[]> => {
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type, is_nullable as nullable, ordinal_position as place
    from information_schema.columns where table_schema = database() and table_name = ${table}
    order by ordinal_position`.execute(base.database.kysely);
  // MariaDB keeps JSON as a long text.
  return rows.map((row) => ({ ...row, type: row.type === 'longtext' ? 'json' : row.type }));
};

const TABLES = WATCHED.flatMap(({ kind, part }) => [
  { kind, table: kind, owner: 'id' },
  ...(part === undefined ? [] : [{ kind, table: part.table, owner: part.owner }]),
]);
type Table = (typeof TABLES)[number];

const insert = async ({ table, owner }: Table): Promise<readonly Column[]> => {
  const columns = await columnsOf(table);
  const value = ({ name, type }: Column): unknown =>
    name === 'entity_id' ? COMPANY : name === owner ? ID : (VALUES[type] ?? assert.fail(type))[0];
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(columns.map(value))})`.execute(
    base.database.kysely,
  );
  return columns;
};

const digestOf = async (kind: WatchedKind, db = base.database.kysely): Promise<string | undefined> =>
  (await readUnits(db, COMPANY, kind, [ID])).get(ID)?.digest;

const UNDONE = new Error('undone');
/** The digest while something is changed. */
const digestWith = async (kind: WatchedKind, change: RawBuilder<unknown>): Promise<string | undefined> => {
  let digest: string | undefined;
  const changing = base.database.kysely.transaction().execute(async (db) => {
    await change.execute(db);
    digest = await digestOf(kind, db);
    throw UNDONE;
  });
  await assert.rejects(changing, UNDONE);
  return digest;
};

test('every column of every table counts, but for those that are left out with a reason', async () => {
  for (const table of TABLES) await insert(table);
  const silent: string[] = [];
  for (const { kind, table, owner } of TABLES) {
    const before = await digestOf(kind);
    assert.match(before ?? '', /^[0-9a-f]{64}$/);
    const of = sql`where entity_id = ${COMPANY} and ${sql.ref(owner)} = ${ID}`;
    for (const { name, type, nullable } of await columnsOf(table)) {
      if (name === owner) continue;
      if (name !== 'entity_id') {
        const [, other] = VALUES[type] ?? assert.fail(type);
        const set = (value: unknown) => sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} ${of}`;
        const changed = await digestWith(kind, set(other));
        if (changed === before) silent.push(`${table}.${name}`);
        else if (nullable === 'YES') {
          const without = await digestWith(kind, set(null));
          assert.ok(without !== before && without !== changed, `${table}.${name} as null`);
        }
      }
    }
  }
  const left = WATCHED.map(({ kind }) => `${kind}.state_version`);
  assert.deepEqual(silent.toSorted(), [...left, 'bill.number_key', 'bill.uuid_unique'].toSorted());
  assert.deepEqual(Object.keys(LEFT_OUT), ['entity_id', 'state_version', 'number_key', 'uuid_unique']);
});

test('JSON counts by what it says, since one server keeps its text and another one reorders it', async () => {
  const before = await digestOf('bill');
  const reordered = String.raw`{"a": {"c":0.50, "d":"\u00e9"},  "b":[1,null]}`;
  assert.equal(await digestWith('bill', sql`update bill set validation = ${reordered}`), before);
  const turned = '{"b":[null,1],"a":{"d":"é","c":0.5}}';
  assert.notEqual(await digestWith('bill', sql`update bill set validation = ${turned}`), before);
});

test('rows that belong to a record count: that they are there, which and how many', async () => {
  for (const { kind, part } of WATCHED) {
    if (part === undefined) continue;
    const before = await digestOf(kind);
    const table = sql.table(part.table);
    assert.notEqual(await digestWith(kind, sql`delete from ${table}`), before);
    const columns = (await columnsOf(part.table)).map(({ name }) => name);
    const other = part.order === 'position' ? 7 : 'z';
    const copied = columns.map((name) => (name === part.order ? sql`${other}` : sql.ref(name)));
    const added = sql`insert into ${table} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(copied)} from ${table}`;
    assert.notEqual(await digestWith(kind, added), before);
  }
});

/** Columns of the tables that have no `state_version`, the last one of the first release elsewhere. */
const FIRST: Readonly<Record<string, number>> = {
  invoice_line: 11,
  bill_line: 9,
  payment_allocation: 7,
  complement_document: 3,
};

test('a column that is added leaves the digests of the records that are there', async () => {
  for (const { table } of TABLES) {
    const columns = await columnsOf(table);
    const last = columns.find(({ name }) => name === 'state_version')?.place ?? FIRST[table] ?? 0;
    const added: Readonly<Record<string, unknown>> = ADDED[table] ?? {};
    assert.ok(last > 0 && columns.every(({ name, place }) => place > last || !(name in added)));
    const counted = columns.filter(
      ({ name, place, nullable }) => place > last && nullable === 'NO' && !(name in added),
    );
    assert.deepEqual(
      counted.map(({ name }) => `${table}.${name}`),
      [],
      'name these in ADDED of src/db/trail/kinds.ts with their default, or make them nullable',
    );
  }
});
