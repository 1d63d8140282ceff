// One account's movements read the same from every format.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StatementLine } from '../../../src/domain/bank/statements/format.ts';
import { chooseFormat } from '../../../src/domain/bank/statements/formats.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { readOptions } from './options.ts';
import { IBAN, type Movement, toCamt, toCsv, toMt940, toOfx } from './writers.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const word = fc.constantFrom(
  'Rechnung',
  'RE-2026-17',
  'Müller',
  'Miete',
  'März',
  'Käufer',
  'Straße 5',
  'A&B',
  '12.03.',
  'GmbH',
  'Teilzahlung',
);
const words = (max: number) =>
  fc.array(word, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' ').slice(0, max).trim());

const movement: fc.Arbitrary<Movement> = fc.record({
  date: fc.integer({ min: 1, max: 28 }).map((day) => asDay(`2026-03-${String(day).padStart(2, '0')}`)),
  signed_minor: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((minor) => minor !== 0),
  description: words(120),
  reference: fc.option(fc.stringMatching(/^[A-Z]{2}[1-9][0-9]{3,8}$/u), { nil: null }),
  counterparty: fc.option(words(50), { nil: null }),
  party_account: fc.option(fc.constantFrom('DE89370400440532013000', 'DE44500105175407324931'), {
    nil: null,
  }),
});

const facts = (lines: readonly (Movement | StatementLine)[]): Movement[] =>
  lines.map(({ date, signed_minor, description, reference, counterparty, party_account }) => ({
    date,
    signed_minor,
    description,
    reference,
    counterparty,
    party_account,
  }));

const read = (text: string, format: string) => {
  const file = { path: 'statement', name: 'statement', hash: '', text, hidden: 0 };
  const found = chooseFormat(file, 'auto');
  assert.equal(found.name, format);
  const statement = found.read(file, readOptions({ currency: 'EUR', iban: IBAN }));
  assert.deepEqual([statement.rejected, statement.gaps, statement.warnings], [[], [], []]);
  return facts(statement.lines);
};

test('CSV, OFX, CAMT and MT940 of the same movements', () => {
  fc.assert(
    fc.property(fc.array(movement, { minLength: 1, maxLength: 8 }), (movements) => {
      const expected = facts(movements);
      assert.deepEqual(read(toCsv(movements), 'csv'), expected, 'CSV');
      assert.deepEqual(read(toOfx(movements), 'ofx'), expected, 'OFX');
      assert.deepEqual(read(toCamt(movements), 'camt053'), expected, 'CAMT');
      assert.deepEqual(read(toMt940(movements), 'mt940'), expected, 'MT940');
    }),
    { numRuns: dose(60), seed: SEED },
  );
});
