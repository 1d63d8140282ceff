// Random cells of what the trail watches, and of the trail itself, are changed one at a time: each change is found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Column, readColumns } from '../../src/db/row-types/read-columns.ts';
import { WATCHED } from '../../src/db/trail/kinds.ts';
import { NONE_KEPT } from '../../src/domain/trail/verify/kept.ts';
import { verifyTrail } from '../../src/domain/trail/verify/verify.ts';
import { randomOf } from '../property/random.ts';
import { SIGNER, usingTrail } from './office.ts';
import { dose, seedOf } from '../support/dose.ts';

const held = usingTrail();
const CHANGES = dose(10);
const seed = seedOf(import.meta.filename);

const TABLES = [
  'audit',
  'trail_state',
  'trail_leaf',
  ...WATCHED.flatMap(({ kind, part }) => (part === undefined ? [kind] : [kind, part.table])),
];

/** An expression that gives another value than the cell has. */
const another = ({ name, type }: Column): string => {
  const cell = `\`${name}\``;
  if (type === 'json') return `'{"other": 1}'`;
  if (/char|text/.test(type)) return `if(coalesce(${cell}, '') = 'x', 'y', 'x')`;
  if (/date/.test(type)) return `coalesce(${cell} + interval 1 day, '2020-01-01')`;
  return `if(coalesce(${cell}, 0) = 0, 1, 0)`;
};

/** The tables' columns and keys. */
const readSchema = async () => {
  const { office } = held;
  const columns = (await readColumns(office.service.database.kysely)).filter(
    ({ name }) => name !== 'organisation_id',
  );
  const keys = await office.rows<{ readonly tbl: string; readonly name: string }>(
    `select table_name as tbl, column_name as name from information_schema.statistics
     where table_schema = database() and index_name = 'PRIMARY'`,
  );
  return {
    columnsOf: (table: string) => columns.filter((column) => column.table === table),
    keysOf: (table: string) => keys.filter(({ tbl }) => tbl === table),
  };
};

test('each of many random changes is found', async () => {
  const { office } = held;
  await office.verify();
  const { database } = office.service;
  const organisation = { id: office.service.organisation_id, name: '' };
  const parts = { database, key: SIGNER, now: new Date() };
  const isSound = async () => (await verifyTrail(parts, organisation, NONE_KEPT)).ok;
  const schema = await readSchema();
  const filled: string[] = [];
  for (const table of TABLES) {
    await office.run(`create table kept_${table} as select * from ${table}`);
    if ((await office.rows(`select 1 from ${table} limit 1`)).length > 0) filled.push(table);
  }
  const random = randomOf(seed);
  const hit = new Set<string>();
  for (let done = 0; done < CHANGES;) {
    const table = random.pick(filled);
    const rows = await office.rows<Record<string, unknown>>(`select * from ${table}`);
    const row = random.pick(rows);
    const column = random.pick(schema.columnsOf(table));
    const where = schema.keysOf(table).map(({ name }) => `\`${name}\` = '${String(row[name])}'`);
    const value = another(column);
    const change = `update ${table} set \`${column.name}\` = ${value} where ${where.join(' and ')}`;
    // What a column does not take cannot be changed like this.
    const taken = await office.run(change).then(
      () => true,
      () => false,
    );
    if (!taken) continue;
    assert.equal(await isSound(), false, `SEED=${seed}: ${change}`);
    await office.run(`delete from ${table}`);
    await office.run(`insert into ${table} select * from kept_${table}`);
    hit.add(`${table}.${column.name}`);
    done += 1;
  }
  assert.equal(await isSound(), true, `SEED=${seed}`);
  assert.ok(hit.size > CHANGES / 2, [...hit].join(' '));
});
