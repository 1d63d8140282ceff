// Which strings identify a document, and which do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBook } from '../../../src/matching/books/book.ts';
import { FOLIO_LEVELS, isSlip } from '../../../src/matching/books/folio.ts';
import { mentionsIn } from '../../../src/matching/books/mentions.ts';
import { readLine } from '../../../src/matching/text/read-line.ts';
import { documentOf, inputOf, lineOf } from './support.ts';

const levelOf = (number: string, series: string | null, text: string): string => {
  const book = openBook({ ...inputOf({ lines: [] }), documents: [documentOf({ id: 'd', series, number })] });
  const mentions = mentionsIn(readLine(lineOf({ amountMinor: 1, description: text })), book);
  return FOLIO_LEVELS[mentions.levels.get(0) ?? 0];
};

const CASES: readonly (readonly [number: string, series: string | null, text: string, level: string])[] = [
  ['1203', 'A', 'PAGO A-1203', 'full'],
  ['1203', 'A', 'PAGO A1203', 'full'],
  ['1203', 'A', 'SERIE A FOLIO 1203', 'full'],
  ['1203', 'A', 'PAGO 1203', 'number'],
  ['1203', 'A', 'PAGO 12034', 'none'],
  ['1203', 'A', 'PAGO 91203', 'none'],
  ['1203', 'A', 'TOTAL 1,203.00', 'none'],
  ['1203', 'A', 'REF 0001203', 'padded'],
  ['77552', 'F', '0000001F77552', 'full'],
  ['3560', null, '07574993560 DIESEL', 'padded'],
  ['RE-2026-0123', null, 'RE 2026 123', 'full'],
  ['RE-2026-0123', null, 'Rechnung 2026-0123', 'strong'],
  ['RE-2026-0123', null, 'RE20260123', 'strong'],
  ['RE-2026-0123', null, 'RE-26-0123', 'full'],
  ['002845/2026', null, 'R-Nr 002845', 'number'],
  ['002845/2026', null, '2845/26', 'full'],
  ['202616857', null, 'Projekt 16857', 'long'],
  ['14', null, 'Rechnung 1814', 'none'],
  ['14', null, 'Rechnung 14', 'none'],
  ['14', 'A', 'A-14', 'padded'],
  ['2026', null, 'Miete 2026', 'near'],
  ['1203', 'A', 'FACTURA DEL 12/03/2026', 'none'],
];

for (const [number, series, text, level] of CASES) {
  test(`${series ?? ''}${number} in "${text}" is ${level}`, () => {
    assert.equal(levelOf(number, series, text), level);
  });
}

test('slips: one digit, two swapped, one left out', () => {
  assert.ok(isSlip('1203', '1208') && isSlip('1203', '1230') && isSlip('12034', '1234'));
  assert.ok(!isSlip('1203', '1203') && !isSlip('1203', '1311') && !isSlip('12', '13'));
});
