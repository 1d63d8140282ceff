// Sums by months are those of the entries, whatever days a ledger begins and ends on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import fc from 'fast-check';

import { addDays, asDay } from '../../../src/base/time/day.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { sumBefore, sumWithin } from '../../../src/domain/money/ledger/months.ts';
import { type Movement, post, removeEntries, shrink } from '../../../src/domain/money/ledger/post.ts';
import { type LedgerFilters, sumDays } from '../../../src/domain/money/ledger/store/entries.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { dose, seedOf } from '../../support/dose.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
});
after(() => service.close());

const START = asDay('2025-01-01');
const SEED = seedOf(import.meta.filename);

const movement = fc.record({
  day: fc.nat(200),
  ledger: fc.constantFrom('ar' as const, 'ap' as const),
  currency: fc.constantFrom('MXN', 'USD'),
  amount_minor: fc.integer({ min: 1, max: 9_000_000_000_000 }),
});

const toMovement = (
  { day, ledger, currency, amount_minor }: typeof movement extends fc.Arbitrary<infer M> ? M : never,
  index: number,
): Movement => ({
  entry_type: ledger === 'ar' ? 'invoice' : 'bill',
  ledger,
  date: addDays(START, day),
  counterparty_id: 'ctpy_one',
  currency,
  amount_minor,
  record_id: `record_${index}`,
  document_id: 'document',
  number: null,
  description: null,
});

test('of any days, after entries were added, reduced and deleted', async () => {
  const { database, entities } = service;
  const entity = { id: entities.mx };
  const [movements] = fc.sample(fc.array(movement, { minLength: 60, maxLength: 60 }), {
    seed: SEED,
    numRuns: 1,
  });
  const all = (movements ?? []).map(toMovement);
  const write = (work: Parameters<typeof inTransaction>[1]): Promise<unknown> =>
    inTransaction(database, work);
  for (const each of all) await write((db) => post({ db, entity, now: new Date() }, [each]));
  await write((db) => removeEntries({ db, entity }, 'record_3'));
  for (const [index, share] of [
    [5, 1],
    [8, 2],
  ] as const) {
    const reduced = all[index];
    assert.ok(reduced);
    const { entry_type, record_id, document_id, amount_minor } = reduced;
    const minor = Math.ceil(amount_minor / share);
    await write((db) =>
      shrink({ db, entity, now: new Date() } as never, { entry_type, record_id, document_id }, minor),
    );
  }
  assert.deepEqual(await ledgerMonthsOf(), []);
  await checkRanges();
});

const ledgerMonthsOf = async () =>
  (await ledgerDifferences(service.database, service.entities.mx)).filter(({ what }) =>
    what.includes('month'),
  );

const checkRanges = async (): Promise<void> => {
  const ctx = { db: service.database.reader, entity: { id: service.entities.mx } };
  const day = fc.option(fc.nat(240).map((n) => addDays(START, n - 20)));
  await fc.assert(
    fc.asyncProperty(day, day, fc.constantFrom('ar', 'ap', 'both'), async (from, to, type) => {
      const filters = {
        type,
        ...(from === null ? {} : { date_from: from }),
        ...(to === null ? {} : { date_to: to }),
      } as LedgerFilters;
      const before = to === null ? null : addDays(to, 1);
      assert.deepEqual(
        sorted(await sumWithin(ctx, filters)),
        sorted(await sumDays(ctx, filters, { from, before })),
      );
      if (from === null) return;
      const opening = await sumDays(ctx, filters, { from: null, before: from });
      assert.deepEqual(sorted(await sumBefore(ctx, filters, from)), sorted(opening));
    }),
    { seed: SEED, numRuns: dose(50) },
  );
};

const sorted = <V>(sums: ReadonlyMap<string, V>): readonly unknown[] =>
  [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1));
