import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packageRoot } from '../../src/base/package-root.ts';
import {
  compareRowTypes,
  ROWS,
  WATCHED_COLUMNS,
  writeRowTypes,
  writeWatchedColumns,
} from '../../src/db/row-types/emit.ts';
import { readStated } from '../../src/db/row-types/stated.ts';
import { type Column, readColumns } from '../../src/db/row-types/read-columns.ts';
import { WATCHED_TABLES } from '../../src/db/trail/kinds.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const STATED = readStated(packageRoot());

let base: TestDatabase;
let columns: readonly Column[];

before(async () => {
  base = await createTestDatabase();
  columns = await readColumns(base.database.kysely);
});
after(() => base.close());

test('the row types are those of the migrated schema', () => {
  const present = readFileSync(join(packageRoot(), ROWS), 'utf8');
  assert.equal(compareRowTypes(present, writeRowTypes(columns, STATED)), undefined);
});

test('so is what the trail knows of the columns of its tables', () => {
  const present = readFileSync(join(packageRoot(), WATCHED_COLUMNS), 'utf8');
  const wanted = writeWatchedColumns(columns, WATCHED_TABLES);
  assert.equal(compareRowTypes(present, wanted, WATCHED_COLUMNS), undefined);
});

test('a schema that has moved on makes the row types stale, and the message says how to renew them', () => {
  const present = writeRowTypes(columns, STATED);
  const added: Column = {
    table: 'bill',
    name: 'approved_on',
    type: 'date',
    length: null,
    nullable: true,
    has_default: false,
    standard: null,
    scale: null,
  };
  assert.equal(
    compareRowTypes(present, writeRowTypes([...columns, added], STATED)),
    'src/db/rows.ts is stale: it lacks "approved_on: Day | null;". Run: npm run rows',
  );
});

test('an override for what the schema does not have is refused by name', () => {
  const overrides = { bill: { columns: { stat: 'BillStatus' } }, bil: {} };
  assert.throws(() => writeRowTypes(columns, { ...STATED, overrides }), /does not have: bill\.stat, bil$/);
});

test('a type that the pool does not know is refused with its column', () => {
  const unknown = columns.map((column) =>
    column.name === 'quantity' ? { ...column, type: 'double' } : column,
  );
  assert.throws(() => writeRowTypes(unknown, STATED), /^Error: bill_line\.quantity is a double/);
});
