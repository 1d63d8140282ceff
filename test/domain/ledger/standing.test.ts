// What a cursor of a ledger carries.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import {
  type CurrencyStanding,
  parseStanding,
  writeStanding,
} from '../../../src/domain/money/ledger/standing.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const amount = fc.bigInt(-(10n ** 24n), 10n ** 24n);
const total = fc.bigInt(0n, 10n ** 24n);

const sums = ({ totals }: CurrencyStanding): unknown[] => [totals.debit, totals.credit, totals.count];

test('comes back as it was, or is left out when it is too long', () => {
  const one = fc.record({
    currency: fc.constantFrom('MXN', 'USD', 'EUR', 'JPY', 'GBP', 'KWD', 'CHF', 'CAD'),
    balance: amount,
    closing: amount,
    totals: fc.record({ debit: total, credit: total, count: fc.maxSafeNat().map((n) => n % 10 ** 15) }),
  });
  const several = fc.uniqueArray(one, { minLength: 1, selector: ({ currency }) => currency });
  fc.assert(
    fc.property(several, (all: CurrencyStanding[]) => {
      const standing = new Map(all.map((of) => [of.currency, of]));
      const text = writeStanding(standing);
      assert.ok(text.length <= 640);
      if (text === '') return;
      const read = [...(parseStanding(text)?.values() ?? [])].map((of) => [
        of.currency,
        of.balance,
        of.closing,
        ...sums(of),
      ]);
      assert.deepEqual(
        read,
        all.map((of) => [of.currency, of.balance, of.closing, ...sums(of)]),
      );
    }),
    { seed: SEED, numRuns: dose(100) },
  );
});

test('what was not written so is nothing', () => {
  const texts = [
    'MXN',
    'MXN 1 2 3 4',
    'MXN 1 2 3 4 5 6',
    'mxn 1 2 3 4 5',
    'MXN 1.5 2 3 4 5',
    'MXN 1 2 -3 4 5',
    ',',
    'MXN 1 2 3 4 5,',
  ];
  for (const text of texts) assert.equal(parseStanding(text), undefined, text);
});
