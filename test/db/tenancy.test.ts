// The watch over the companies of statements sees what it is there for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/base/package-root.ts';
import { EXCEPTIONS } from '../support/tenancy/exceptions.ts';
import { shapeOf } from '../support/tenancy/statement.ts';
import { faultOf, isWatching, tenantTables } from '../support/tenancy/watch.ts';
import { createTestDatabase } from '../support/database.ts';

const TENANTS = new Set(['invoice', 'invoice_line']);

const judge = (
  text: string,
  values: readonly string[],
  touched: readonly string[] = [],
): string | undefined => {
  const shape = shapeOf(text, TENANTS);
  return faultOf(shape, new Set(shape.parameters.map((place) => values[place] ?? '')), new Set(touched));
};

const NONE = 'is bound to no company';
const SEVERAL = 'touches several companies';
const ANOTHER = 'touches another company than the statements before it in its transaction';
const INSERT = 'insert into `invoice` (`id`, `entity_id`) values (?, ?), (upper(?), ?)';
const ONE = 'select * from `invoice` where `id` = ? and `invoice`.`entity_id` = ?';

for (const [what, fault, expected] of [
  ['one company', judge(ONE, ['i', 'a']), undefined],
  ['no company', judge('update `invoice` set `title` = ? where `id` = ?', ['t', 'i']), NONE],
  [
    'a join on the same company',
    judge(
      'select 1 from `invoice` inner join `invoice_line` on `invoice_line`.`entity_id` = `invoice`.`entity_id` where `invoice`.`entity_id` = ?',
      ['a'],
    ),
    undefined,
  ],
  [
    'a join that leaves the company open',
    judge(
      'select 1 from `invoice` inner join `invoice_line` on `invoice_line`.`invoice_id` = `invoice`.`id` where `invoice`.`entity_id` = ?',
      ['a'],
    ),
    NONE,
  ],
  [
    'a copy within one company, written by hand',
    judge(
      'insert into invoice_line (entity_id, id) select entity_id, id from (select entity_id, id from invoice where entity_id = ?) part',
      ['a'],
    ),
    undefined,
  ],
  ['rows of anybody, read by hand', judge('select id from invoice where id = ?', ['i']), NONE],
  [
    'a list of two',
    judge('select 1 from `invoice` where `invoice`.`entity_id` in (?, ?)', ['a', 'b']),
    SEVERAL,
  ],
  ['rows of one company', judge(INSERT, ['i', 'a', 'j', 'a']), undefined],
  ['rows of two companies', judge(INSERT, ['i', 'a', 'j', 'b']), SEVERAL],
  ['the second company of a transaction', judge(ONE, ['i', 'b'], ['a']), ANOTHER],
  ['a table that belongs to nobody', judge('select 1 from `entity` where `id` = ?', ['a'], ['b']), undefined],
] as const)
  test(`${what}: ${expected ?? 'is fine'}`, () => assert.equal(fault, expected));

test('every table with rows of companies is watched, wherever its key has the company', () => {
  const tables = tenantTables();
  for (const table of ['invoice', 'outbox', 'search_token', 'reference_record', 'event'])
    assert.ok(tables.has(table), table);
  for (const table of ['entity', 'organisation', 'api_key', 'webhook_endpoint'])
    assert.ok(!tables.has(table), table);
});

test('the guide lists every exception, with its reason and its cost', () => {
  const guide = readFileSync(join(packageRoot(), 'spec/guides/cluster.md'), 'utf8');
  const start = guide.indexOf('| several companies ');
  const rows = guide
    .slice(start, guide.indexOf('\n\n', start))
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  assert.deepEqual(
    rows,
    EXCEPTIONS.map(({ name, reason, cost }) => [name, reason, cost]),
  );
});

test('the statements of this very test are watched', async () => {
  const { database, close } = await createTestDatabase();
  await database.ready();
  await close();
  assert.ok(isWatching());
});
