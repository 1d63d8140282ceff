// CSV cells: what spreadsheets would run is text, numbers stay numbers, and every text comes back as it was.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

import { csvHeader, csvLines, csvText, numberColumn, textColumn } from '../../../src/base/csv.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

interface Row {
  readonly text: string | null;
  readonly number: string | null;
}

const COLUMNS = [
  textColumn<Row>('text', ({ text }) => text),
  numberColumn<Row>('number', ({ number }) => number),
];

const line = (text: string | null, number: string | null = null): string =>
  csvLines(COLUMNS, [{ text, number }]);

describe('cells that a spreadsheet would run', () => {
  for (const text of [
    '=1+1',
    '+52 55',
    '-5',
    '@SUM(A1)',
    '\tx',
    '\u{FF1D}1',
    '\u{FF0B}1',
    '\u{FF0D}1',
    '\u{FF20}x',
  ]) {
    test(JSON.stringify(text), () => assert.equal(line(text), `'${text},\r\n`));
  }
  test('behind a line break', () => {
    assert.equal(line('\r=1'), `"'\r=1",\r\n`);
    assert.equal(line('\n=1'), `"'\n=1",\r\n`);
  });
  test('with quotes and commas of their own', () => {
    assert.equal(line('=HYPERLINK("http://a","b")'), `"'=HYPERLINK(""http://a"",""b"")",\r\n`);
  });
});

test('numbers stay numbers, also below zero', () => {
  assert.equal(line(null, '-1234.50'), ',-1234.50\r\n');
  assert.equal(line(null, '0.00'), ',0.00\r\n');
});

test('nothing and an empty text are an empty cell', () => {
  assert.equal(line(null), ',\r\n');
  assert.equal(line('', ''), ',\r\n');
});

test('formula signs inside a text stay as they are', () => {
  assert.equal(line("a=b+c-d@e 'x'"), "a=b+c-d@e 'x',\r\n");
});

test('a page without rows is its header', () => {
  assert.equal(csvText(COLUMNS, []), 'text,number\r\n');
  assert.equal(csvHeader(COLUMNS), 'text,number\r\n');
});

test('every text comes back through a CSV reader, one line each', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', '\r\n', "'", '=', '-', ' ', '😀', 'ñ') }),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), (texts) => {
      const csv = csvText(
        COLUMNS,
        texts.map((text) => ({ text, number: '1' })),
      );
      const rows = parse<{ text: string }>(csv, { columns: true, record_delimiter: '\r\n' });
      const read = rows.map(({ text }) =>
        /^'[=+\-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}]/u.test(text) ? text.slice(1) : text,
      );
      const written = texts.map((text) =>
        /^'[=+\-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}]/u.test(text) ? text.slice(1) : text,
      );
      assert.deepEqual(read, written);
    }),
    { seed: SEED, numRuns: dose(100) },
  );
});
