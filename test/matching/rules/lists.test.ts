// Lists of numbers and ranges of them: the dash of a series or a year makes no range, and reasons tell only what stands in
// the text.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { MatchDocument } from '../../../src/matching/types.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { documentIds, documentOf, lineOf, resultOf } from './support.ts';
import { english } from '../../../src/base/said.ts';

const SEED = seedOf(import.meta.filename);
const NAME = 'FERRETERIA HERMANOS QUIROZ';

/** Five invoices in a row, whose sums in pairs are all different. */
const invoices = (series: string, write: (at: number) => string): readonly MatchDocument[] =>
  [49_310, 61_725, 83_127, 86_995, 99_510].map((totalMinor, at) =>
    documentOf({ id: `s${at}`, partyId: 'p1', series, number: write(at), totalMinor }),
  );

const sumOf = (documents: readonly MatchDocument[], ...at: readonly number[]): number =>
  at.reduce((sum, each) => sum + (documents[each]?.totalMinor ?? 0), 0);

const paid = (documents: readonly MatchDocument[], amountMinor: number, description: string) =>
  resultOf({ documents: [...documents], lines: [lineOf({ amountMinor, description, party: NAME })] });

const WRITTEN: readonly (readonly [
  series: string,
  write: (at: number) => string,
  as: (at: number) => string,
])[] = [
  ['RE', (at) => `085${at}`, (at) => `RE-85${at}`],
  ['RE', (at) => `085${at}`, (at) => `RE-085${at}`],
  ['', (at) => `RE-2026-085${at}`, (at) => `RE-2026-085${at}`],
  ['', (at) => `2026-085${at}`, (at) => `2026-085${at}`],
  ['A', (at) => `185${at}`, (at) => `A-185${at}`],
  ['A', (at) => `185${at}`, (at) => `A185${at}`],
  ['A', (at) => `185${at}`, (at) => `A 185${at}`],
  ['B', (at) => `185${at}`, (at) => `B–185${at}`],
];
const BETWEEN = [', ', ' und ', ' Y ', ' / ', ' + ', '; ', ' & ', ' u. '];

describe('a list of numbers is no range', () => {
  for (const [series, write, as] of WRITTEN)
    test(`${as(0)} and ${as(4)}`, () => {
      const documents = invoices(series, write);
      for (const between of BETWEEN) {
        const text = `ZAHLUNG RECHNUNGEN ${as(0)}${between}${as(4)}`;
        const both = paid(documents, sumOf(documents, 0, 4), text);
        assert.deepEqual([both.outcome, documentIds(both)], ['auto', ['s0', 's4']], text);
        assert.match(both.reasons.map(english).join(), /All 2 numbers stand in the text: /, text);
        // Two of those between make the amount, and the text names two others.
        const others = paid(documents, sumOf(documents, 1, 3), text);
        assert.notEqual(others.outcome, 'auto', text);
        assert.doesNotMatch(others.reasons.map(english).join(), /numbers stand in|lie in a range/, text);
      }
    });

  test('whichever of them are listed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...WRITTEN),
        fc.constantFrom(...BETWEEN),
        fc.subarray([0, 1, 2, 3, 4], { minLength: 2, maxLength: 4 }),
        ([series, write, as], between, listed) => {
          const documents = invoices(series, write);
          const text = `PAGO FACTURAS ${listed.map(as).join(between)}`;
          const result = paid(documents, sumOf(documents, ...listed), text);
          assert.deepEqual(
            documentIds(result),
            listed.map((at) => `s${at}`),
            text,
          );
          assert.doesNotMatch(result.reasons.map(english).join(), /lie in a range/, text);
        },
      ),
      { numRuns: dose(60), seed: SEED },
    );
  });
});

describe('a range takes in what lies between', () => {
  test('and the reason says that it does', () => {
    for (const [series, write, as] of WRITTEN) {
      if (as(0).includes('A 1')) continue;
      const documents = invoices(series, write);
      for (const between of [' A ', ' BIS ', ' AL ', ' - ', ' – ']) {
        const text = `PAGO FACTURAS ${as(0)}${between}${as(4)}`;
        const result = paid(documents, sumOf(documents, 0, 1, 2, 3, 4), text);
        assert.deepEqual(documentIds(result), ['s0', 's1', 's2', 's3', 's4'], text);
        assert.match(
          result.reasons.map(english).join(),
          /5 of 5 numbers lie in a range that stands in the text: /,
          text,
        );
      }
    }
  });
});

test('an open number is no slip of another one', () => {
  const documents = invoices('RE', (at) => `24085${at}`);
  const result = paid(documents, sumOf(documents, 1), 'RECHNUNG RE-240850');
  assert.notEqual(result.outcome, 'auto');
  // One that is paid may be.
  const closed = documents.map((each, at) => (at === 0 ? { ...each, open: false, balanceMinor: 0 } : each));
  assert.doesNotMatch(
    paid(closed, sumOf(closed, 1), 'RECHNUNG RE-240850').reasons.map(english).join(),
    /names another document/,
  );
});
