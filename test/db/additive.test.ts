// Migrations leave the version before running: they add, and take away or rename nothing that it uses. While instances
// are replaced one by one, and when a release is taken back, old code runs on new tables.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { readMigrations } from '../../src/db/migrations/index.ts';
import { readStatements } from '../../src/db/migrations/statement.ts';

/** Of the statements without their comments. Databases have these tables: what changes one is a migration after it. */
const BASELINE_SHA256 = 'e558808048277a56b041dd9830ae5dc378942cee10972a2f292991ac851b9097';

test('the baseline stays as it is', () => {
  const [baseline] = readMigrations();
  const text = baseline?.statements.join('\n').replaceAll(/\n\s*/g, ' ') ?? '';
  assert.equal(createHash('sha256').update(text).digest('hex'), BASELINE_SHA256);
});

test('migrations are in the order of their names, which start with a number of their own', () => {
  const names = readMigrations().map(({ name }) => name);
  const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1] ?? name);
  assert.deepEqual(numbers, [...new Set(numbers)].toSorted());
  assert.deepEqual(names, names.toSorted());
});

const isTaken = (statement: string): boolean => {
  try {
    return readStatements(`${statement};\n`, 'x.sql').length === 1;
  } catch {
    return false;
  }
};

test('what a migration may be adds to the tables', () => {
  for (const statement of [
    'create table motto (\n  id int not null,\n  primary key (id)\n)',
    'alter table bill add column note varchar(10) collate utf8mb4_bin',
    "alter table bill add column note varchar(10) not null default ''",
    'alter table bill add column note int\n  not null default 0',
    'create index ix_bill_note on bill (entity_id, note)',
    'insert into motto (id) select 1 where not exists (select 1 from motto)',
    "update bill set note = '' where note is null",
  ])
    assert.ok(isTaken(statement), statement);
});

test('what would break the version before is refused, with its place', () => {
  for (const statement of [
    'alter table bill add column note varchar(10) not null',
    'alter table bill add column note int\n  not null',
    'alter table bill drop column note',
    'alter table bill rename column note to notes',
    'alter table bill modify column note int',
    'alter table bill add column a int, drop column b',
    'create unique index uq_bill_note on bill (note)',
    'create table if not exists motto (id int)',
    'drop table bill',
    'truncate table bill',
    'delete from bill',
  ])
    assert.ok(!isTaken(statement), statement);
  assert.throws(
    () => readStatements('-- Why.\nalter table bill\n  drop column note;\n', 'src/db/migrations/0400_x.sql'),
    /^Error: src\/db\/migrations\/0400_x\.sql: "alter table bill" is none of the statements of a migration: /,
  );
});

test('a unique index is of a column that its own file adds and leaves null', () => {
  const index = 'create unique index uq_bill_note on bill (entity_id, note);\n';
  const column = (definition: string) => `alter table bill add column ${definition};\n`;
  const text = `${column('note varchar(10) collate utf8mb4_bin')}${index}`;
  assert.equal(readStatements(text, 'x.sql').length, 2);
  for (const before of ['', column('notes varchar(10)'), column("note varchar(10) not null default ''")])
    assert.throws(() => readStatements(`${before}${index}`, 'x.sql'), /create unique index/, before);
});

test('comments are lines of their own, and a semicolon ends a statement where it ends a line', () => {
  const text = `-- Of the file; it says why.\n\ncreate table a (\n  -- Of a column;\n  id int primary key\n);\n\nupdate a\nset id = 1 where id = 'x;y';\n`;
  assert.deepEqual(readStatements(text, 'x.sql'), [
    'create table a (\n  id int primary key\n)',
    "update a\nset id = 1 where id = 'x;y'",
  ]);
});
