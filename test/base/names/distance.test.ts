import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { forgivenSlips, slipsBetween, trigramsOf } from '../../../src/base/closest.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const SLIPS: readonly (readonly [string, string, number])[] = [
  ['robles', 'robles', 0],
  ['robles', 'rolbes', 1],
  ['robles', 'roble', 1],
  ['robles', 'robbles', 1],
  ['robles', 'nobles', 1],
  ['muller', 'miler', 2],
  ['', 'ab', 2],
];

for (const [a, b, slips] of SLIPS) {
  test(`"${a}" and "${b}" are ${slips} slips apart`, () => {
    assert.equal(slipsBetween(a, b, 2), slips);
  });
}

test('a distance above the bound is not told', () => {
  assert.equal(slipsBetween('robles', 'papeleria', 2), undefined);
  assert.equal(slipsBetween('robles', 'rxyles', 1), undefined);
});

/** The same recurrence over the whole table, without bounds. */
const slowSlips = (a: string, b: string): number => {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_inner, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + cost);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, at(row - 2, column - 2) + 1);
      }
      (table[row] ?? [])[column] = best;
    }
  }
  return at(a.length, b.length);
};

test('the bounded distance is the unbounded one wherever it is within the bound', () => {
  const word = fc.stringMatching(/^[abc]{0,8}$/);
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
      const full = slowSlips(a, b);
      assert.equal(slipsBetween(a, b, max), full <= max ? full : undefined);
    }),
    { seed: SEED, numRuns: dose(100), verbose: true },
  );
});

test('short words forgive one slip, long ones two, the shortest none', () => {
  assert.deepEqual(['ab', 'abc', 'abcde', 'abcdef'].map(forgivenSlips), [0, 1, 1, 2]);
});

test('trigrams mark the edges of a word', () => {
  assert.deepEqual(trigramsOf('ana'), ['_an', 'ana', 'na_']);
  assert.deepEqual(trigramsOf('a'), ['_a_']);
});
