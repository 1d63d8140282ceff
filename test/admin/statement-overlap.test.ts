// Whatever files a bank cuts a history into, the account has every line as often as it happened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { admin, db, entity, usingCompany } from './company.ts';
import { longDose, seedOf } from '../support/dose.ts';

usingCompany();

const DAYS = 6;

/** Few texts and amounts, so that twins are common. */
const SEED = seedOf(import.meta.filename);

const movement = fc.record({
  day: fc.integer({ min: 1, max: DAYS }),
  text: fc.constantFrom('CAFE', 'Comisión', 'SPEI 1'),
  minor: fc.constantFrom(-4500, -100, 250_000),
});
type Movement = typeof movement extends fc.Arbitrary<infer M> ? M : never;

/** A file of whole days, in either order. */
const file = fc.record({
  from: fc.integer({ min: 1, max: DAYS }),
  days: fc.integer({ min: 1, max: DAYS }),
  newestFirst: fc.boolean(),
});

const written = (movements: readonly Movement[]): string =>
  [
    'Fecha,Concepto,Importe',
    ...movements.map(({ day, text, minor }) => `0${day}/03/2026,${text},${(minor / 100).toFixed(2)}`),
  ].join('\n');

const tally = (keys: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const key of keys.toSorted()) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};

test('what looks alike and leaves another balance is another movement', async () => {
  const { id } = await admin.json('bank-account', 'create', '--entity', entity, '--name=b', '--currency=MXN');
  const importing = (balance: string) =>
    admin.json(
      'statement',
      'import',
      '--bank-account',
      id,
      admin.file('b.csv', `Fecha,Concepto,Importe,Saldo\n03/03/2026,CAFE,-45.00,${balance}`),
    );
  const counts = async (balance: string) => {
    const { imported, duplicates } = await importing(balance);
    return [imported, duplicates];
  };
  assert.deepEqual(await counts('955.00'), [1, 0]);
  assert.deepEqual(await counts('910.00'), [1, 0]);
  assert.deepEqual(await counts('910.00'), [0, 1]);
});

test('overlapping files of whole days, in any order, again and again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 12 }),
      fc.array(file, { minLength: 1, maxLength: 4 }),
      async (history, files) => {
        const { id } = await admin.json(
          'bank-account',
          'create',
          '--entity',
          entity,
          '--name=x',
          '--currency=MXN',
        );
        const sorted = history.toSorted((a, b) => a.day - b.day);
        const seen = new Set<number>();
        for (const { from, days, newestFirst } of files) {
          const part = sorted.filter(({ day }) => day >= from && day < from + days);
          if (part.length === 0) continue;
          for (const { day } of part) seen.add(day);
          const path = admin.file('part.csv', written(newestFirst ? part.toReversed() : part));
          const report = await admin.json('statement', 'import', '--bank-account', id, path);
          assert.equal(report.imported + report.duplicates, part.length);
        }
        const rows = await db.database.kysely
          .selectFrom('bank_transaction')
          .select(['date', 'description', 'amount_minor', 'transaction_type'])
          .where('bank_account_id', '=', id)
          .execute();
        const kept = rows.map((row) => {
          const sign = row.transaction_type === 'debit' ? -1 : 1;
          return `${Number(row.date.slice(8))} ${row.description} ${sign * row.amount_minor}`;
        });
        const happened = sorted.filter(({ day }) => seen.has(day));
        const expected = happened.map(({ day, text, minor }) => `${day} ${text} ${minor}`);
        assert.deepEqual(tally(kept), tally(expected));
      },
    ),
    { numRuns: longDose(6), seed: SEED },
  );
});
