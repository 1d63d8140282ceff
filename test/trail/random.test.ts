// Random cells of what the trail watches, and of the trail itself, are changed one at a time: each change is found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WATCHED } from '../../src/db/trail/kinds.ts';
import { NONE_KEPT } from '../../src/domain/views/trail/verify/kept.ts';
import { verifyTrail } from '../../src/domain/views/trail/verify/verify.ts';
import { randomOf } from '../property/random.ts';
import { another, usingSchema } from './cells.ts';
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

test('each of many random changes is found', async () => {
  const { office } = held;
  await office.verify();
  const { database } = office.service;
  const organisation = { id: office.service.organisation_id, name: '' };
  const parts = { database, key: SIGNER, now: new Date() };
  const isSound = async () => (await verifyTrail(parts, organisation, NONE_KEPT)).ok;
  const schema = await usingSchema(office);
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
