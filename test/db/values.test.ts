import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Insertable, sql } from 'kysely';
import { readErrno } from '../../src/db/errno.ts';
import type { DB } from '../../src/db/schema.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let base: TestDatabase;
before(async () => {
  base = await createTestDatabase();
});
after(() => base.close());

const line = {
  entity_id: 'enti_1',
  invoice_id: 'invc_1',
  description: 'Ñandú & Söhne 漢字 🧾',
  unit_price: '0.000001',
  subtotal: '99999999999999.999999',
  tax_rate: '16.000000',
  tax_amount: '-0.100000',
  country_details: JSON.stringify({ b: 1, a: ['ß', null], big: '9007199254740993' }),
};

test('decimals come back digit by digit, as text', async () => {
  const { kysely } = base.database;
  await kysely
    .insertInto('invoice_line')
    .values({ ...line, position: 1, quantity: '123456789012.123456' })
    .execute();
  const row = await kysely
    .selectFrom('invoice_line')
    .selectAll()
    .where('position', '=', 1)
    .executeTakeFirstOrThrow();
  assert.deepEqual(row, {
    ...line,
    position: 1,
    quantity: '123456789012.123456',
    content: null,
    country_details: { b: 1, a: ['ß', null], big: '9007199254740993' },
  });
});

test('what does not fit is refused, not cut off', async () => {
  const { kysely } = base.database;
  const insert = (values: Partial<typeof line> & { quantity: string }) =>
    kysely
      .insertInto('invoice_line')
      .values({ ...line, position: 2, ...values })
      .execute();
  await assert.rejects(insert({ quantity: '1234567890123' }), (error) => readErrno(error) === 1264);
  await assert.rejects(
    insert({ quantity: '1', description: 'x'.repeat(1_001) }),
    (error) => readErrno(error) === 1406,
  );
  await assert.rejects(insert({ quantity: '1', country_details: '{"a":' }), (error) =>
    [4025, 3140].includes(readErrno(error) ?? 0),
  );
});

test('amounts in minor units are numbers up to 2^53 and text beyond, never rounded', async () => {
  const { kysely } = base.database;
  const row = async (amount: string) => {
    const { rows } = await sql<{ amount: unknown }>`select cast(${amount} as signed) as amount`.execute(
      kysely,
    );
    return rows[0]?.amount;
  };
  assert.equal(await row('999999999999999'), 999_999_999_999_999);
  assert.equal(await row('-9007199254740991'), -9_007_199_254_740_991);
  assert.equal(await row('9007199254740993'), '9007199254740993');
});

test('sums of amounts are numbers when they are cast', async () => {
  const { kysely } = base.database;
  const { rows } = await sql<{ plain: unknown; cast: unknown }>`
    select sum(x) as plain, cast(sum(x) as signed) as cast from (select 1 as x union all select 2 as x) as t`.execute(
    kysely,
  );
  assert.deepEqual(rows, [{ plain: '3', cast: 3 }]);
});

test('days and instants are text and move with no time zone', async () => {
  const { kysely } = base.database;
  const rate: Insertable<DB['exchange_rate']> = {
    organisation_id: '',
    base: 'USD',
    quote: 'MXN',
    date: '2026-02-28',
    source: 'test',
    rate: '17.12345678',
    created_at: '2026-10-25 01:30:00.007',
  };
  await kysely.insertInto('exchange_rate').values(rate).execute();
  assert.deepEqual(await kysely.selectFrom('exchange_rate').selectAll().executeTakeFirst(), rate);
  const impossible = kysely
    .insertInto('exchange_rate')
    .values({ ...rate, date: '2026-02-30' })
    .execute();
  await assert.rejects(impossible, (error) => readErrno(error) === 1292);
});

test('codes are told apart by case and accent, names are not', async () => {
  const { kysely } = base.database;
  const member = {
    organisation_id: 'orgn_1',
    role: 'accountant',
    created_at: '2026-01-01 00:00:00.000',
  } as const;
  await kysely
    .insertInto('member')
    .values([
      { ...member, id: 'memb_a', email: 'a@x', name: 'Peña' },
      { ...member, id: 'memb_A', email: 'A@x', name: 'PENA' },
    ])
    .execute();
  const named = await kysely.selectFrom('member').select('id').where('name', '=', 'pena').execute();
  const coded = await kysely.selectFrom('member').select('id').where('email', '=', 'a@x').execute();
  assert.deepEqual([named.length, coded.length], [2, 1]);
});
