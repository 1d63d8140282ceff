// Each layout of a bank: its example against what it is read into, also with its columns in another order and with others
// beside them; random files whose movements are known, known again in the next file; wrong numbers told by the balances.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { packageRoot } from '../../../src/base/package-root.ts';
import { checkBalances } from '../../../src/domain/bank/statements/balance.ts';
import { readRecords } from '../../../src/domain/bank/statements/csv/records.ts';
import { countOccurrences } from '../../../src/domain/bank/statements/fingerprint.ts';
import { dose, seedOf } from '../../support/dose.ts';
import {
  currencyOf,
  EXAMPLES,
  expected,
  type Example,
  layoutOf,
  movements,
  optionsOf,
  writeFile,
} from './layout-files.ts';
import { amountsOf, type Outcome, readText } from './read-text.ts';

const SEED = seedOf(import.meta.filename);
const RUNS = { numRuns: dose(20), seed: SEED };
const GOLDEN = join(packageRoot(), 'test', 'domain', 'bank-statements', 'layouts.json');
const golden = existsSync(GOLDEN) ? (JSON.parse(readFileSync(GOLDEN, 'utf8')) as Record<string, object>) : {};

const keyOf = ({ name, product }: Example): string => `${name}, ${product}`;
const read = (example: Example, text: string): Outcome => readText(text, {}, optionsOf(example));
const gapsOf = (example: Example, { lines, gaps }: Outcome): number =>
  gaps.length + checkBalances(lines, currencyOf(example)).gaps.length;
const print = (lines: Outcome['lines']): readonly string[] =>
  countOccurrences(lines).map(({ fingerprint, occurrence }) => `${fingerprint} ${occurrence}`);

/** The same table with its columns the other way round, one of them new. */
const shuffled = (example: Example): string => {
  const { delimiter, line, width } = layoutOf(example);
  // Rows of the bank's own below the table keep no column.
  const booked = new Set([line, ...read(example, example.fixture).lines.map((each) => each.line)]);
  return readRecords('file', example.fixture, delimiter)
    .filter((record) => booked.has(record.line))
    .map((record) => {
      const cells = Array.from({ length: width }, (_, column) => record.cells[column] ?? '');
      const more = record.line === line ? 'Xyz 77' : '';
      return [...cells.toReversed(), more].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter);
    })
    .join('\n');
};

for (const example of EXAMPLES)
  describe(keyOf(example), () => {
    const layout = layoutOf(example);

    test('its example', () => {
      const outcome = read(example, example.fixture);
      const { layout: _, ...told } = outcome;
      assert.deepEqual([outcome.refused, outcome.rejected, gapsOf(example, outcome)], ['', [], 0]);
      assert.equal(outcome.format, example.name);
      if (process.env['UPDATE_GOLDEN'] === '1') golden[keyOf(example)] = told;
      assert.deepEqual(JSON.parse(JSON.stringify(told)), golden[keyOf(example)]);
    });

    test('its columns in another order, and others', () => {
      const [one, other] = [example.fixture, shuffled(example)].map((text) => read(example, text));
      assert.deepEqual([other?.refused, other?.rejected, other?.format], ['', [], example.name]);
      const facts = (outcome: Outcome | undefined) => outcome?.lines.map((each) => ({ ...each, line: 0 }));
      assert.deepEqual(facts(other), facts(one));
    });

    test('random files have their movements, and are known again', () => {
      fc.assert(
        fc.property(movements, fc.integer({ min: 0, max: 900_000 }), (drawn, opening) => {
          const whole = read(example, writeFile(example, layout, drawn, { opening }));
          assert.deepEqual([whole.refused, whole.rejected, gapsOf(example, whole)], ['', [], 0]);
          assert.deepEqual(amountsOf(whole), expected(layout, drawn));
          assert.deepEqual(
            whole.lines
              .filter(({ signed_minor }) => signed_minor > 0)
              .map(({ date }) => date)
              .toSorted(),
            drawn.filter(({ minor }) => minor > 0).map(({ date }) => date),
          );
          // The same days in a file that begins later.
          const cut = Math.floor(drawn.length / 2);
          const before = drawn
            .slice(0, cut)
            .reduce((sum, { minor, fee }) => sum + minor - (layout.columns.has('fee') ? fee : 0), opening);
          const later = read(
            example,
            writeFile(example, layout, drawn.slice(cut), { opening: before, from: cut }),
          );
          const known = new Set(print(whole.lines));
          if (later.refused === '')
            assert.deepEqual(
              print(later.lines).filter((each) => !known.has(each)),
              [],
            );
        }),
        RUNS,
      );
    });

    if (layout.columns.has('balance') || layout.net !== undefined)
      test('a wrong amount, a wrong fee and a missing row are told', () => {
        fc.assert(
          fc.property(
            movements.filter((drawn) => drawn.length > 3 && drawn.some(({ fee }) => fee !== 0)),
            fc.nat(),
            fc.constantFrom('amount', 'fee', 'row'),
            (drawn, seed, what) => {
              if (what === 'fee' && !layout.columns.has('fee')) return;
              if (what === 'row' && !layout.columns.has('balance')) return;
              const right = writeFile(example, layout, drawn, { opening: 100_000 }).split('\n');
              const charged = drawn.flatMap(({ fee }, index) => (fee === 0 ? [] : [index]));
              const index =
                what === 'row' || what === 'amount'
                  ? 1 + (seed % (drawn.length - 2))
                  : (charged[seed % charged.length] ?? 0);
              // Beside a net amount, only what has a fee is proven by it.
              if (!layout.columns.has('balance') && !charged.includes(index)) return;
              if (what === 'fee' && index === 0 && layout.net === undefined) return;
              const row = drawn[index];
              if (row === undefined) return;
              const wrong = {
                ...row,
                ...(what === 'amount' ? { minor: row.minor + 1 } : { fee: row.fee + 1 }),
              };
              if (wrong.minor === 0) return;
              const at = layout.line + index;
              const changed = writeFile(example, layout, drawn.with(index, wrong), {
                opening: 100_000,
              }).split('\n');
              const text =
                what === 'row'
                  ? right.toSpliced(at, 1)
                  : right.with(at, mixed(changed[at] ?? '', right[at] ?? '', what));
              const outcome = read(example, text.join('\n'));
              assert.ok(
                outcome.refused !== '' || outcome.rejected.length + gapsOf(example, outcome) > 0,
                text.join('\n'),
              );
            },
          ),
          RUNS,
        );
      });

    /** One number of a line wrong, its balance and its net amount as they were. */
    const mixed = (wrong: string, right: string, what: 'amount' | 'fee' | 'row'): string => {
      const columns = what === 'fee' ? ['fee' as const] : (['amount', 'debit', 'credit'] as const);
      const [from, to] = [wrong, right].map((text) => [
        ...(readRecords('file', text, layout.delimiter)[0]?.cells ?? []),
      ]);
      const cells = [...(to ?? [])];
      for (const column of columns.flatMap((field) => layout.columns.get(field) ?? []))
        cells[column] = from?.[column] ?? '';
      return cells.map((cell) => `"${cell}"`).join(layout.delimiter);
    };
  });

test('the expectations', () => {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN, `${JSON.stringify(golden, null, 2)}\n`);
  assert.deepEqual(Object.keys(golden).toSorted(), EXAMPLES.map(keyOf).toSorted());
});
