// Files of all formats whose true movements are known, with rows among them that are no movement: no line has the wrong sign,
// nothing else is booked, every row is accounted for; or the file is refused with the column to name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asDay, type IsoDay } from '../../../src/base/time/day.ts';
import { longDose, seedOf } from '../../support/dose.ts';
import { amountsOf, csv, type Outcome, readText } from './read-text.ts';
import { toCamt, toEnlace, type Movement, toMt940, toOfx } from './writers.ts';

const SEED = seedOf(import.meta.filename);
const RUNS = { numRuns: longDose(150), seed: SEED };

const text = fc.constantFrom(
  'Miete',
  'PAGO RENTA',
  'INV-7 Hotel',
  'Papelería',
  'RE-2026-17',
  'Comisión SPEI',
  'Total Energies',
);
const day = fc.integer({ min: 1, max: 28 }).map((n) => asDay(`2026-11-${String(n).padStart(2, '0')}`));
const minor = fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((n) => n !== 0);
const movement: fc.Arbitrary<Movement> = fc.record({
  date: day,
  signed_minor: minor,
  description: text,
  reference: fc.constant(null),
  counterparty: fc.constant(null),
  party_account: fc.constant(null),
});

type Noise = 'zero' | 'pending' | 'void' | 'no day';
type Row = { readonly noise: Noise | null } & Movement;
const row: fc.Arbitrary<Row> = fc
  .tuple(
    movement,
    fc.option(fc.constantFrom<Noise>('zero', 'pending', 'void', 'no day'), { nil: null, freq: 3 }),
  )
  .map(([each, noise]) => ({ ...each, noise, ...(noise === 'zero' ? { signed_minor: 0 } : {}) }));

const KNOWN = [
  ['Haben', 'Soll'],
  ['H', 'S'],
  ['Abono', 'Cargo'],
  ['CRDT', 'DBIT'],
  ['Credit', 'Debit'],
  ['CR', 'DB'],
  ['C', 'D'],
  ['A', 'C'],
  ['Gutschrift', 'Belastung'],
  ['Ingreso', 'Gasto'],
  ['Entrada', 'Salida'],
  ['Depósito', 'Retiro'],
  ['Money in', 'Money out'],
  ['+', '-'],
] as const;
const UNKNOWN = [
  ['Foo', 'Bar'],
  ['1', '2'],
  ['P', 'N'],
  ['Hinzu', 'Weg'],
] as const;

interface Style {
  readonly amounts: 'signed' | 'pair' | 'words' | 'unknown';
  readonly words: readonly [string, string];
  readonly heading: string;
  readonly comma: boolean;
  readonly balances: readonly [string, string] | null;
  readonly pending: string;
  readonly void: string;
  readonly latestFirst: boolean;
}
const style: fc.Arbitrary<Style> = fc
  .record({
    amounts: fc.constantFrom('signed', 'pair', 'words', 'words', 'unknown'),
    known: fc.constantFrom(...KNOWN),
    unknown: fc.constantFrom(...UNKNOWN),
    heading: fc.constantFrom(
      'Tipo',
      'Kennzeichen',
      '',
      'Transaction Type',
      'Xyz',
      'Soll/Haben',
      'Naturaleza',
    ),
    comma: fc.boolean(),
    balances: fc.option(
      fc.constantFrom<[string, string]>(
        ['Saldo inicial', 'Saldo final'],
        ['Anfangssaldo', 'Endsaldo'],
        ['Opening balance', 'Closing balance'],
        ['Kontostand am 01.11.2026', 'Kontostand am 30.11.2026'],
      ),
      { nil: null },
    ),
    pending: fc.constantFrom('Pending', 'Vorgemerkt', 'En proceso', 'Authorised', 'offen'),
    void: fc.constantFrom('Declined', 'Storniert', 'Cancelado', 'Reverted', 'Failed'),
    latestFirst: fc.boolean(),
  })
  .map(({ known, unknown, ...rest }) => ({ ...rest, words: rest.amounts === 'unknown' ? unknown : known }));

const OPENING = 1_234_567;

/** The file, and how many of its rows are no movement. */
const write = (rows: readonly Row[], given: Style): { readonly file: string; readonly others: number } => {
  const number = (value: number): string => {
    const digits = String(Math.abs(value)).padStart(3, '0');
    return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}${given.comma ? ',' : '.'}${digits.slice(-2)}`;
  };
  const amounts = (value: number): readonly string[] => {
    if (given.amounts === 'signed') return [number(value)];
    if (given.amounts === 'pair') return value < 0 ? [number(-value), ''] : ['', number(value)];
    return [number(Math.abs(value)), given.words[value < 0 ? 1 : 0]];
  };
  const states: Readonly<Record<Noise, string>> = {
    zero: 'Booked',
    pending: given.pending,
    void: given.void,
    'no day': 'Booked',
  };
  const line = (date: string, description: string, value: number, state: string): readonly string[] => [
    date,
    description,
    ...amounts(value),
    state,
  ];
  const body = rows.map(({ date, description, signed_minor, noise }) =>
    line(
      noise === 'no day' ? given.pending : date,
      description,
      signed_minor,
      noise === null ? 'Booked' : states[noise],
    ),
  );
  const sum = rows.reduce(
    (total, { signed_minor, noise }) => total + (noise === null ? signed_minor : 0),
    OPENING,
  );
  const all =
    given.balances === null
      ? body
      : [
          line('2026-11-01', given.balances[0], OPENING, ''),
          ...body,
          line('2026-11-30', given.balances[1], sum, ''),
        ];
  const heads = {
    signed: ['Importe'],
    pair: ['Cargo', 'Abono'],
    words: ['Importe', given.heading],
    unknown: ['Importe', given.heading],
  };
  return {
    file: csv(
      ['Fecha', 'Concepto', ...heads[given.amounts], 'Status'],
      ...(given.latestFirst ? all.toReversed() : all),
    ),
    others: rows.filter(({ noise }) => noise !== null).length + (given.balances === null ? 0 : 2),
  };
};

const facts = (
  list: readonly { readonly date: IsoDay; readonly signed_minor: number; readonly description: string }[],
) => list.map(({ date, signed_minor, description }) => `${date} ${signed_minor} ${description}`).toSorted();

const accounted = (read: Outcome, rows: number): void => {
  assert.deepEqual([read.rejected, read.gaps, read.rows], [[], [], rows]);
  assert.equal(read.rows, read.lines.length + read.left_out.length);
  assert.deepEqual(
    read.lines.map(({ row }) => row),
    read.lines.map((_, at) => at + 1),
  );
};

test('CSV of any style has its true sums, or names the column', () => {
  let told = 0;
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), style, (rows, given) => {
      const { file, others } = write(rows, given);
      const truth = rows.filter(({ noise }) => noise === null);
      const sides = new Set(truth.map(({ signed_minor }) => signed_minor > 0));
      const read = readText(file, {}, { decimal: given.comma ? 'comma' : 'point' });
      const name = given.heading === '' ? '#4' : given.heading;
      if (given.amounts === 'unknown') {
        // Words that nobody knows: two of them are asked about, one of them tells nothing.
        if (sides.size < 2 || truth.length < 3) return;
        if (given.heading === 'Soll/Haben') assert.ok(read.rejected.length > 0, file);
        else assert.match(read.refused, new RegExp(`the column "${name}" has `), file);
        const said = { direction: name, money_in: given.words[0], money_out: given.words[1] };
        const again = readText(file, said, { decimal: given.comma ? 'comma' : 'point' });
        assert.deepEqual(facts(again.lines), facts(truth), file);
        return;
      }
      if (read.refused !== '') {
        // Of one side only, a short word under a heading that explains nothing is asked about.
        assert.match(read.refused, new RegExp(`the column "${name}" has `), file);
        assert.ok(sides.size === 1 && given.amounts === 'words', file);
        return;
      }
      // C alone is credit or cargo, D alone debit or depósito: the heading tells, or nothing says that they are sides.
      const isUnclear =
        sides.size === 1 && given.amounts === 'words' && given.words.some((word) => /^[A-D-]$/.test(word));
      if (isUnclear) return;
      told += 1;
      assert.deepEqual(facts(read.lines), facts(truth), file);
      accounted(read, truth.length + others);
      assert.equal(
        read.left_out.filter(({ kind }) => kind === 'balance').length,
        given.balances === null ? 0 : 2,
        file,
      );
    }),
    RUNS,
  );
  assert.ok(told > RUNS.numRuns / 3, `${told} files were read`);
});

test('OFX, with signs or without', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), fc.boolean(), (rows, isSigned) => {
      const movements = rows.map(({ noise, ...each }) =>
        noise === null || noise === 'zero' ? each : { ...each, signed_minor: 0 },
      );
      const truth = movements.filter(({ signed_minor }) => signed_minor !== 0);
      const typed = toOfx(movements).replaceAll(
        /<TRNTYPE>OTHER(<DTPOSTED>\d+)<TRNAMT>(-?)([\d.]+)/gu,
        (_, date: string, minus: string, amount: string) =>
          `<TRNTYPE>${minus === '' ? 'CREDIT' : 'DEBIT'}${date}<TRNAMT>${isSigned ? minus : ''}${amount}`,
      );
      const read = readText(typed);
      const sides = new Set(truth.map(({ signed_minor }) => signed_minor > 0));
      const cannot = !isSigned && sides.has(false) && sides.size === 1;
      if (cannot)
        assert.match(
          read.refused,
          /^Line \d+: whether the DEBIT brings money in or takes it out cannot be told/,
        );
      else {
        assert.deepEqual([read.refused, facts(read.lines)], ['', facts(truth)], typed);
        accounted(read, rows.length);
      }
    }),
    RUNS,
  );
});

test('CAMT, MT940 and Enlace', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), (rows) => {
      const movements = rows.map(({ noise, ...each }) =>
        noise === null || noise === 'zero' ? each : { ...each, signed_minor: 0 },
      );
      const truth = movements.filter(({ signed_minor }) => signed_minor !== 0);
      for (const [name, file] of [
        ['camt', toCamt(movements)],
        ['mt940', toMt940(movements)],
        ['enlace', toEnlace(movements)],
      ] as const) {
        const read = readText(file);
        assert.deepEqual([read.refused, facts(read.lines)], ['', facts(truth)], name);
        accounted(read, rows.length);
      }
    }),
    RUNS,
  );
});

test('amounts of files without a column of sides stay as they are', () => {
  fc.assert(
    fc.property(fc.array(movement, { minLength: 1, maxLength: 12 }), (movements) => {
      const rows = movements.map(({ date, description, signed_minor }) => [
        date,
        description,
        (signed_minor / 100).toFixed(2),
      ]);
      const read = readText(csv(['Fecha', 'Concepto', 'Importe'], ...rows));
      assert.deepEqual(
        amountsOf(read),
        movements.map(({ signed_minor }) => signed_minor),
      );
    }),
    RUNS,
  );
});
