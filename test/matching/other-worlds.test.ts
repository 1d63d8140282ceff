// The second generator: the same seed gives the same world, the truth fits the books, and every kind of line occurs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeOtherWorld } from '../worlds/other/make-world.ts';
import type { ReplayWorld } from './replay.ts';

const worldOf = (country: 'MX' | 'DE', profile: 'standard' | 'hard', seed: number): ReplayWorld =>
  makeOtherWorld({ country, profile, lines: 600, seed });

test('the same seed gives the same world, another one another', () => {
  const plain = ({ input, truth }: ReplayWorld): string => JSON.stringify([{ ...input, rate: null }, truth]);
  assert.equal(plain(worldOf('MX', 'hard', 3)), plain(worldOf('MX', 'hard', 3)));
  assert.notEqual(plain(worldOf('MX', 'hard', 3)), plain(worldOf('MX', 'hard', 4)));
});

for (const country of ['MX', 'DE'] as const) {
  for (const seed of [1, 2]) {
    test(`the truth fits the books: ${country}, seed ${seed}`, () => {
      const { input, truth } = worldOf(country, 'standard', seed);
      assert.equal(input.lines.length, 600);
      assert.equal(truth.length, 600);
      const documents = new Map(input.documents.map((document) => [document.id, document]));
      const left = new Map(input.documents.map(({ id, balanceMinor }) => [id, balanceMinor]));
      for (const [index, { lineId, allocations, category }] of truth.entries()) {
        const line = input.lines[index];
        assert.equal(line?.id, lineId);
        const parties = new Set<string | undefined>();
        for (const { documentId, amountMinor } of allocations) {
          const document = documents.get(documentId);
          parties.add(document?.partyId);
          assert.equal(document?.open, true, lineId);
          assert.equal(document.type, line?.direction === 'credit' ? 'invoice' : 'bill', lineId);
          if (document.currency === input.currency)
            left.set(documentId, (left.get(documentId) ?? 0) - amountMinor);
        }
        assert.ok(parties.size <= 1, lineId);
        const sum = allocations.reduce((total, { amountMinor }) => total + amountMinor, 0);
        const apart = (line?.amountMinor ?? 0) - sum;
        if (category === 'surplus') assert.ok(apart >= 100 && apart <= 5_000, lineId);
        else if (allocations.length > 0) assert.equal(apart, 0, lineId);
      }
      // Overpaid by less than a unit at most.
      assert.ok([...left.values()].every((minor) => minor > -100));
    });
  }
}

test('every kind of line occurs', () => {
  const found = new Set(
    (['MX', 'DE'] as const).flatMap((country) =>
      [1, 2, 3].flatMap((seed) => worldOf(country, 'hard', seed).truth.map(({ category }) => category)),
    ),
  );
  const wanted = `exact_folio exact_name same_series several_listed several_name several_skipping partial final_part fee_deducted
withheld difference other_currency wrong_number third_party paid_twice second_payment returned resent already_paid amount_only
customer_number list_short surplus foreign_card returned_late late_return loans rent insurance owners cash
quote advance other_month other_number chance_sum refund own_transfer fees taxes payroll cards processor collective unbooked unrelated`;
  assert.deepEqual(
    wanted.split(/\s+/u).filter((category) => !found.has(category)),
    [],
  );
});
