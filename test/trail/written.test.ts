// What the trail says of rows that it has not read again: the same as the server, whatever was written.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Writer } from '../../src/db/database.ts';
import { newId } from '../../src/db/ids.ts';
import { scoped } from '../../src/db/scoped.ts';
import { WATCHED } from '../../src/db/trail/kinds.ts';
import { columnsOf, rowAsRead } from '../../src/db/trail/written.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { drawSeed } from '../support/dose.ts';
import { checkStates } from '../support/trail-states.ts';
import { compared } from '../support/written.ts';

let base: TestDatabase;
before(async () => {
  base = await createTestDatabase();
});
after(() => base.close());

const ENTITY = newId('EntityId');
const seed = drawSeed();
let state = seed >>> 0;
const draw = (most: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
};
const pick = <T>(values: readonly T[]): T => values[draw(values.length)] as T;

const TEXTS = [
  '',
  ' ',
  'a ',
  ' a',
  'É',
  'ß',
  '0',
  '1.0',
  'NULL',
  "'",
  '\\',
  '"',
  '\u0000',
  '😀',
  'é',
  '\n\t',
];
const NUMBERS = [0, 1, -1, 2_147_483_647, -2_147_483_648];
const LARGE = [...NUMBERS, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const DECIMALS = [
  '0',
  '-0',
  '0.0',
  '1',
  '1.5',
  '-1.5',
  '001.50',
  '1.123456',
  '1.12345678',
  '-999.9',
  7,
  0.25,
  1e-7,
];
const JSONS = [
  {},
  [],
  null,
  'a ',
  0,
  -0,
  0.1,
  -1500.5,
  999999999.999999,
  0.000001,
  { price: 1234.56, rates: [0.16, 17.123456] },
  0.1 + 0.2,
  1234567890.5,
  1.5e300,
  2 ** 53,
  1e21,
  true,
  { b: [1, null, { z: '', a: 'é😀' }], a: { '': 0, d: '\u0000"\\' } },
  { 'long name of a key': '1.50', a: [[], {}] },
];

const valueOf = (type: string, size: number): unknown => {
  if (type === 'varchar' || type === 'text') {
    const text = pick(TEXTS);
    return type === 'text' && draw(3) === 0 ? text.repeat(draw(400)) : text.slice(0, Math.min(size || 9, 9));
  }
  if (type === 'int') return pick(NUMBERS);
  if (type === 'bigint') return pick(LARGE);
  if (type === 'tinyint') return pick([true, false, 0, 1]);
  if (type === 'decimal') return pick(DECIMALS);
  if (type === 'date') return pick(['2026-02-28', '2024-02-29', '1970-01-01', '9999-12-31']);
  if (type === 'datetime')
    return pick(['2026-03-01 10:00:00.000', '2026-03-01 23:59:59.999', '2026-03-01 10:00:00']);
  return JSON.stringify(pick(JSONS));
};

let made = 0;
const drawRow = (table: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const row: Record<string, unknown> = {};
  for (const [name, written] of columnsOf(table)) {
    if (name === 'entity_id' || name === 'state_version' || name in given) continue;
    if (/ default /.test(written) && draw(3) === 0) continue;
    if (/ null/.test(written) && draw(3) === 0) {
      if (draw(2) === 0) row[name] = null;
      continue;
    }
    const [, type = '', size = '0'] = /^(\w+)(?:\((\d+)\))?/.exec(written) ?? [];
    // Keys that must differ.
    const unique =
      /external_id|^number|number_unique|uuid_unique|pending_|replaces|^payment_id|^record_id|complement_id/.test(
        name,
      );
    row[name] = unique ? `k${(made += 1)}` : valueOf(type, Number(size));
  }
  return { ...row, ...given };
};

const ROUNDS = 40;

test(`records of random rows are told as they are stored (seed ${seed})`, async () => {
  const before = compared.records;
  const insert = (db: Writer, table: string, rows: readonly object[]) =>
    scoped({ db, entity: { id: ENTITY } }, table as 'invoice')
      .insert(rows as never)
      .execute();
  for (let round = 0; round < ROUNDS; round += 1) {
    await inTransaction(base.database, async (db) => {
      for (const { kind, part } of WATCHED) {
        const id = `${kind.slice(0, 4)}_${(made += 1)}`;
        await insert(db, kind, [drawRow(kind, { id })]);
        if (part === undefined) continue;
        const places = [2, 1, 11, 3].slice(0, draw(5));
        const keys = places.map((place) => (part.order === 'position' ? place : `doc${place}`));
        const rows = keys.map((key) => drawRow(part.table, { [part.owner]: id, [part.order]: key }));
        for (const row of rows) await insert(db, part.table, [row]);
      }
    });
  }
  await checkStates(base.database, ENTITY);
  const told = compared.records - before;
  assert.ok(told > ROUNDS, `of ${ROUNDS * WATCHED.length} records only ${told} were told without reading`);
});

test('what is not certain to come back as it was written is read', () => {
  const row = { entity_id: 'e', payment_id: 'p', position: 1, record_type: 'bill', record_id: 'b' };
  const whole = { ...row, amount_minor: 1, payment_minor: 1 };
  const unsaid = {
    difference_cause: null,
    difference_taxes: null,
    credit_note_id: null,
    complement_uuid: null,
    complement_task_id: null,
  };
  assert.deepEqual(rowAsRead('payment_allocation', whole), { ...whole, ...unsaid });
  for (const [name, value] of [
    ['record_id', '\ud800'],
    ['record_id', 'x'.repeat(32)],
    ['record_id', 5],
    ['amount_minor', 2 ** 53],
    ['amount_minor', '1'],
    ['amount_minor', undefined],
    ['added_by_a_later_version', 1],
  ] as const)
    assert.equal(rowAsRead('payment_allocation', { ...whole, [name]: value }), undefined, name);
});
