// What is open by day is what the documents say: after many changes at once, some of them undone, with recounts between,
// and where a process of an earlier release has changed sums of months without their days.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { sql } from 'kysely';
import { addDays, asDay, monthFrom, monthOf } from '../../../src/base/time/day.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { countOpen } from '../../../src/domain/documents/shared/open-months.ts';
import {
  isWhole,
  sumOpen,
  unequalOpenMonth,
} from '../../../src/domain/documents/shared/store/open-months.ts';
import { recountMonths } from '../../../src/domain/views/summary/summary.ts';
import { countSomeMonths } from '../../../src/jobs/sums.ts';
import { randomOf } from '../../property/random.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const SEED = seedOf(import.meta.filename);
const WRITERS = 6;
const CHANGES = Math.round(dose(25));
const START = asDay('2026-01-20');
const MONTHS = { from: monthOf(START), before: monthFrom(addDays(START, 40)) };

let service: TestService;
const bills: string[] = [];
before(async () => {
  service = await startTestService({ database: 'own' });
  const client = service.client(service.keys.mx);
  const { id } = await client.create_counterparty({
    name: 'Aceros',
    postal_code: '06600',
    is_supplier: true,
    country_details: { rfc: 'AAA010101AAA', fiscal_regime_code: '601' },
  });
  for (let made = 0; made < 8; made += 1) {
    const bill = await client.create_bill({
      counterparty_id: id,
      bill_number: `F${made}`,
      issue_date: START,
      due_date: addDays(START, made * 7),
      line_items: [{ description: 'Acero', unit_price: 1000 + made }],
    });
    bills.push(bill.id);
  }
});
after(() => service.close());

const ctx = () => ({ db: service.database.reader, entity: { id: service.entities.mx } });

const agree = async (): Promise<void> => {
  const rows = await scoped(ctx(), 'bill')
    .select()
    .select(['due_date', 'balance_minor'])
    .where('open', '=', true)
    .execute();
  const expected = new Map<string, [number, number]>();
  for (const { due_date, balance_minor } of rows) {
    const due = due_date < MONTHS.from ? 'before' : due_date >= MONTHS.before ? 'after' : due_date;
    const [minor, count] = expected.get(due) ?? [0, 0];
    expected.set(due, [minor + balance_minor, count + 1]);
  }
  const shown = (await sumOpen(ctx().db, [service.entities.mx], MONTHS)).filter(({ count }) => count !== 0);
  assert.deepEqual(
    new Map(shown.map(({ due, minor, count }): [string, [number, number]] => [due, [minor, count]])),
    expected,
  );
};

const differences = async () =>
  (await ledgerDifferences(service.database, service.entities.mx)).filter(({ what }) =>
    what.startsWith('open'),
  );

const appliedAt = (applied_at: string, like: string): Promise<unknown> =>
  service.database.kysely
    .updateTable('schema_migration' as never)
    .set({ applied_at } as never)
    .where('name' as never, 'like', `${like}%` as never)
    .execute();

test('days count only once all documents were summed', async () => {
  const { kysely } = service.database;
  assert.equal(await isWhole(ctx()), false);
  await agree();
  // As the version before leaves a month.
  await kysely.updateTable('open_month').set({ d20_minor: 0, d20_count: 0 }).execute();
  await agree();
  // And as it leaves it where a document was due on another day: the month is the same.
  await kysely
    .updateTable('open_month')
    .set({ d21_minor: sql`balance_minor`, d21_count: sql`document_count`, d27_minor: 0, d27_count: 0 })
    .where('month', '=', MONTHS.from)
    .execute();
  await agree();
  assert.equal(await unequalOpenMonth(ctx()), null);
  await appliedAt('2026-01-01', '0');
  await appliedAt('2026-03-01', '0391');
  await countSomeMonths({ database: service.database, now: () => new Date('2026-03-01T00:59:00Z') });
  assert.equal(await isWhole(ctx()), false, 'the version before may still write');
  while (await countSomeMonths({ database: service.database, now: () => new Date() }));
  assert.equal(await isWhole(ctx()), true);
  await agree();
  assert.deepEqual(await differences(), []);
});

test('a month that an earlier release has changed is summed from its documents', async () => {
  const { kysely } = service.database;
  const [id = ''] = bills;
  await kysely
    .updateTable('bill')
    .set({ balance_minor: 0, paid_minor: 116_000, open: false })
    .where('id', '=', id)
    .execute();
  await kysely
    .updateTable('open_month')
    .set(({ eb }) => ({
      balance_minor: eb('balance_minor', '-', 116_000),
      document_count: eb('document_count', '-', 1),
    }))
    .where('month', '=', MONTHS.from)
    .where('kind', '=', 'bill')
    .execute();
  await agree();
  assert.equal(await unequalOpenMonth(ctx()), MONTHS.from);
  await inTransaction(service.database, (db) => recountMonths(db, service.entities.mx));
  assert.equal(await unequalOpenMonth(ctx()), null);
  await agree();
});

test('after a recount by an earlier release days wait for one of this', async () => {
  await service.database.kysely.deleteFrom('open_month').where('kind', '=', '').execute();
  assert.equal(await isWhole(ctx()), false);
  await agree();
  await countSomeMonths({ database: service.database, now: () => new Date() });
  assert.equal(await isWhole(ctx()), true);
});

test(`${WRITERS} writers at once, ${CHANGES} changes each`, async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const { mx } = service.entities;
  const write = async (writer: number): Promise<void> => {
    const random = randomOf(SEED + writer);
    for (let change = 0; change < CHANGES; change += 1) {
      const isUndone = random.int(1, 6) === 1;
      const id = random.pick(bills);
      const after = {
        due_date: addDays(START, random.int(-40, 70)),
        balance_minor: random.pick([0, 1, random.int(1, 900_000)]),
        currency: random.pick(['MXN', 'USD']),
      };
      await inTransaction(service.database, async (db) => {
        if (random.int(1, 15) === 1) await recountMonths(db, mx);
        else {
          const scope = { db, entity: { id: mx } };
          const row = await scoped(scope, 'bill')
            .select()
            .select(['due_date', 'balance_minor', 'currency', 'open'])
            .where('id', '=', id)
            .forUpdate()
            .executeTakeFirstOrThrow();
          const open = after.balance_minor > 0;
          await scoped(scope, 'bill')
            .update()
            .set({ ...after, open })
            .where('id', '=', id)
            .execute();
          await countOpen(scope, [{ kind: 'bill', before: row, after: { ...row, ...after, open } }]);
        }
        if (isUndone) throw new Error('undone');
      }).catch((error: unknown) => assert.equal((error as Error).message, 'undone'));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  assert.equal(await unequalOpenMonth(ctx()), null);
  assert.deepEqual(await differences(), []);
});
