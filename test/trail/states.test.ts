// What every transaction leaves behind of the records that the trail watches, below all nouns.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { compiled } from '../../src/db/compiled.ts';
import type { Writer } from '../../src/db/database.ts';
import { newId } from '../../src/db/ids.ts';
import { scoped, type Tenant, type TenantRow } from '../../src/db/scoped.ts';
import { restate, stateEntries } from '../../src/db/trail/entries.ts';
import { readUnits, type Unit } from '../../src/db/trail/units.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { checkStates, statesOf } from '../support/trail-states.ts';

let base: TestDatabase;
before(async () => {
  base = await createTestDatabase();
});
after(() => base.close());

const ENTITY = newId('EntityId');
const change = <T>(work: (ctx: Tenant<Writer>) => Promise<T>, entity: string = ENTITY): Promise<T> =>
  inTransaction(base.database, (db) => work({ db, entity: { id: entity } }));

const NOW = '2026-03-01 10:00:00.000';
const bill = (id: string): TenantRow<'bill'> => ({
  id,
  counterparty_id: newId('CounterpartyId'),
  status: 'received',
  bill_number: id.slice(-9),
  series: null,
  number_unique: id,
  uuid: null,
  title: null,
  issue_date: '2026-03-01',
  due_date: '2026-03-31',
  currency: 'MXN',
  exchange_rate: '17.250000',
  exchange_rate_date: null,
  exchange_rate_source: null,
  subtotal_minor: 100,
  tax_minor: 16,
  total_minor: 116,
  balance_minor: 116,
  open: true,
  closed_on: null,
  deductibility: null,
  validation: '{"b": [1, null], "a": {"d": "é", "c": 0.5}}',
  notes: null,
  external_id: null,
  created_at: NOW,
  updated_at: NOW,
});
const line = (bill_id: string, position: number): TenantRow<'bill_line'> => ({
  bill_id,
  position,
  description: `Papel ${position}`,
  quantity: '1.500000',
  unit_price: '2.000000',
  subtotal: '3.000000',
  tax_amount: '0.480000',
});

const insertBill = async (ctx: Tenant<Writer>, lines = 2): Promise<string> => {
  const id = newId('BillId');
  await scoped(ctx, 'bill').insert(bill(id)).execute();
  await scoped(ctx, 'bill_line')
    .insert(Array.from({ length: lines }, (_, index) => line(id, index + 1)))
    .execute();
  return id;
};
const rename = (ctx: Tenant<Writer>, ids: readonly string[], title: string) =>
  scoped(ctx, 'bill').update().set({ title }).where('id', 'in', ids).execute();
const unitOf = async (id: string): Promise<Unit | undefined> =>
  (await readUnits(base.database.reader, ENTITY, 'bill', [id])).get(id);
/** Versions and whether it was deleted, of one record. */
const left = async (id: string): Promise<readonly string[]> =>
  ((await statesOf(base.database, ENTITY)).get(id) ?? []).map(
    ({ version, digest }) => `${version}${digest === null ? ' deleted' : ''}`,
  );

test('a record is stated once a transaction, whatever is done to it in there', async () => {
  const id = await change(async (ctx) => {
    const made = await insertBill(ctx);
    await rename(ctx, [made], 'one');
    return made;
  });
  assert.deepEqual(await left(id), ['1']);
  await change(async (ctx) => {
    await rename(ctx, [id], 'two');
    await scoped(ctx, 'bill').update().set({ title: 'three' }).where('bill.id', '=', id).execute();
    // The rows that belong to it are a part of it.
    await scoped(ctx, 'bill_line').delete().where('bill_id', '=', id).where('position', '=', 2).execute();
    await scoped(ctx, 'bill_line').insert(line(id, 3)).execute();
  });
  assert.deepEqual(await left(id), ['1', '2']);
  await change((ctx) =>
    scoped(ctx, 'bill_line').update().set({ description: 'x' }).where('bill_id', '=', id).execute(),
  );
  assert.deepEqual(await left(id), ['1', '2', '3']);
  // What finds no row writes nothing; what writes the same again is stated again.
  await change((ctx) => rename(ctx, [newId('BillId')], 'nobody'));
  await change((ctx) =>
    scoped(ctx, 'bill').update().set({ title: 'x' }).where('id', '=', id).where('open', '=', false).execute(),
  );
  assert.deepEqual(await left(id), ['1', '2', '3']);
  await checkStates(base.database, ENTITY);
});

test('what is deleted ends with a state that has no digest; what never was leaves none', async () => {
  const remove = async (ctx: Tenant<Writer>, id: string): Promise<void> => {
    await scoped(ctx, 'bill').delete().where('id', '=', id).execute();
    await scoped(ctx, 'bill_line').delete().where('bill_id', '=', id).execute();
  };
  const id = await change(insertBill);
  await change(async (ctx) => {
    await rename(ctx, [id], 'last');
    await remove(ctx, id);
  });
  assert.deepEqual(await left(id), ['1', '2 deleted']);
  const brief = await change(async (ctx) => {
    const made = await insertBill(ctx);
    await remove(ctx, made);
    return made;
  });
  assert.deepEqual(await left(brief), []);
  await change((ctx) => remove(ctx, newId('BillId')));
  await checkStates(base.database, ENTITY);
});

test('a write that does not say whose rows it changes is refused', async () => {
  const id = await change(insertBill);
  const refused = async (what: RegExp, write: (ctx: Tenant<Writer>) => Promise<unknown>): Promise<void> => {
    await assert.rejects(change(write), what);
  };
  const update = (ctx: Tenant<Writer>) => scoped(ctx, 'bill').update().set({ title: 'lost' });
  const names = /has to name its rows.*select the ids first.*where\('id', 'in', ids\)/s;
  await refused(names, (ctx) => update(ctx).where('status', '=', 'received').execute());
  await refused(names, (ctx) => update(ctx).where('id', '>', '').execute());
  await refused(names, (ctx) =>
    update(ctx)
      .where(({ or, eb }) => or([eb('id', '=', id), eb('open', '=', true)]))
      .execute(),
  );
  await refused(names, (ctx) =>
    update(ctx).where('id', 'in', scoped(ctx, 'bill').select().select('bill.id')).execute(),
  );
  await refused(/where\('bill_id', 'in', ids\)/, (ctx) =>
    scoped(ctx, 'bill_line').delete().where('position', '=', 1).execute(),
  );
  await refused(names, ({ db }) => db.updateTable('bill').set({ title: 'x' }).where('id', '=', id).execute());
  await refused(/written through scoped\(ctx, 'bill'\)/, ({ db }) =>
    sql`update bill set title = 'x' where id = ${id}`.execute(db),
  );
  await refused(/written through scoped\(ctx, 'bill_line'\)/, ({ db }) =>
    sql`delete from ${sql.table('bill_line')}`.execute(db),
  );
  await refused(/with ignore\(\)/, (ctx) => scoped(ctx, 'bill').insert(bill(id)).ignore().execute());
  await refused(/stays with its bill/, (ctx) =>
    scoped(ctx, 'bill_line').update().set({ bill_id: 'bill_x' }).where('bill_id', '=', id).execute(),
  );
  const once = compiled((ctx, of: string) =>
    scoped(ctx, 'bill').update().set({ title: 'lost' }).where('id', '=', of),
  );
  await refused(/may not be compiled once/, (ctx) => once(ctx, id));
  const outside = { db: base.database.kysely as unknown as Writer, entity: { id: ENTITY } };
  await assert.rejects(
    scoped(outside, 'bill')
      .insert(bill(newId('BillId')))
      .execute(),
    /inTransaction/,
  );
  assert.equal((await unitOf(id))?.content['title'], undefined);
  assert.deepEqual(await left(id), ['1']);
});

test('a row that is copied or written back as it was read does not take the count of its states along', async () => {
  const id = await change(insertBill);
  await change((ctx) => rename(ctx, [id], 'x'));
  const copy = newId('BillId');
  await change(async (ctx) => {
    const {
      validation,
      content: _content,
      ...row
    } = await scoped(ctx, 'bill').select().selectAll('bill').where('id', '=', id).executeTakeFirstOrThrow();
    const written = { ...row, validation: JSON.stringify(validation) };
    await scoped(ctx, 'bill')
      .insert({ ...written, id: copy, number_unique: copy })
      .execute();
    await rename(ctx, [id], 'y');
    await scoped(ctx, 'bill').update().set(written).where('id', '=', id).execute();
  });
  assert.deepEqual([await left(id), await left(copy)], [['1', '2', '3'], ['1']]);
  await checkStates(base.database, ENTITY);
});

test('a run that is repeated after a conflict leaves its states once, and a refused one none', async () => {
  const id = await change(insertBill);
  let runs = 0;
  const second = await change(async (ctx) => {
    runs += 1;
    await rename(ctx, [id], `run ${runs}`);
    const made = await insertBill(ctx);
    if (runs < 3) throw Object.assign(new Error('deadlock'), { errno: 1213 });
    return made;
  });
  assert.equal(runs, 3);
  assert.deepEqual([await left(id), await left(second)], [['1', '2'], ['1']]);
  await assert.rejects(
    change(async (ctx) => {
      await rename(ctx, [id], 'refused');
      throw new Error('refused');
    }),
    /refused/,
  );
  assert.deepEqual(await left(id), ['1', '2']);
  // A handle that is made from the transaction's own is watched too.
  await change(({ db, entity }) => rename({ db: db.withTables() as Writer, entity }, [id], 'wrapped'));
  assert.deepEqual(await left(id), ['1', '2', '3']);
  await checkStates(base.database, ENTITY);
});

test('many records at once, and writers that meet on some of them', async () => {
  const company = newId('EntityId');
  const ids = Array.from({ length: 450 }, () => newId('BillId')).toReversed();
  await change(async (ctx) => {
    await scoped(ctx, 'bill').insert(ids.map(bill)).execute();
    await scoped(ctx, 'bill_line')
      .insert(ids.map((id) => line(id, 1)))
      .execute();
  }, company);
  await Promise.all(
    [0, 1, 2, 3].map((number) =>
      change(async (ctx) => {
        const some = ids.slice(number * 10, number * 10 + 60);
        await rename(ctx, some, `writer ${number}`);
        // Only the lines are locked here; that of their bill follows with its version.
        await scoped(ctx, 'bill_line')
          .update()
          .set({ description: `writer ${number}` })
          .where('bill_id', 'in', some)
          .execute();
      }, company),
    ),
  );
  assert.equal(await checkStates(base.database, company), 450);
});

test('records from before the trail get their first state once, also beside a writer', async () => {
  const company = newId('EntityId');
  const ids = Array.from({ length: 5 }, () => newId('BillId'));
  const { database } = base;
  await database.kysely
    .insertInto('bill')
    .values(ids.map((id) => ({ ...bill(id), entity_id: company })))
    .execute();
  const adopt = () => change(({ db }) => stateEntries(db, company, 'bill', ids), company);
  const [adopted] = await Promise.all([adopt(), adopt(), change((ctx) => rename(ctx, ids, 'x'), company)]);
  assert.ok(adopted === 5 || adopted === 0);
  assert.equal(await adopt(), 0);
  const states = await statesOf(database, company);
  for (const id of ids) {
    const ofBill = states.get(id) ?? [];
    assert.deepEqual(
      ofBill.map(({ version }) => version),
      ofBill.length === 2 ? [1, 2] : [2],
    );
    const unit = (await readUnits(database.reader, company, 'bill', [id])).get(id);
    assert.equal(ofBill.at(-1)?.digest, unit?.digest);
  }
  // What an older instance wrote or deleted is stated when somebody says so.
  const [changed = '', deleted = ''] = ids;
  await database.kysely.updateTable('bill').set({ title: 'y' }).where('id', '=', changed).execute();
  await database.kysely.deleteFrom('bill').where('id', '=', deleted).execute();
  await change(async ({ db }) => {
    restate(db, company, 'bill', [changed], 'changed');
    restate(db, company, 'bill', [deleted], 'deleted');
  }, company);
  const later = await statesOf(database, company);
  const unit = (await readUnits(database.reader, company, 'bill', [changed])).get(changed);
  assert.deepEqual(later.get(changed)?.at(-1)?.digest, unit?.digest);
  assert.deepEqual([later.get(deleted)?.at(-1)?.version, later.get(deleted)?.at(-1)?.digest], [3, null]);
});
