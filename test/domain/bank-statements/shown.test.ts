// What people see in a sheet counts: signs and words that number formats paint, every digit of long references; and seeded
// random workbooks and QIF files whose sums are known, with rows among them that are no movement.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isRefusal, tellShell } from '../../../src/base/errors.ts';
import { decodeStatement } from '../../../src/domain/bank/statements/file.ts';
import { chooseFormat } from '../../../src/domain/bank/statements/formats.ts';
import { asShown, readNumberFormat } from '../../../src/domain/bank/statements/xlsx/number-format.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { readOptions } from './options.ts';
import { amountsOf, csv, readText } from './read-text.ts';
import { type Cell, toXlsx } from './workbooks.ts';

const SEED = seedOf(import.meta.filename);
const RUNS = { numRuns: dose(60), seed: SEED };

/** The styles of `toXlsx` from 4 on. */
const stylesOf = (...codes: readonly string[]): string => {
  const own = codes.map(
    (code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const used = codes.map((_, at) => `<xf numFmtId="${170 + at}"/>`);
  return `<styleSheet><numFmts>${own.join('')}</numFmts><cellXfs><xf/><xf numFmtId="14"/><xf/><xf/>${used.join('')}</cellXfs></styleSheet>`;
};
const DAY = 46_053;
const read = async (rows: readonly (readonly Cell[])[], styles: readonly string[] = []) => {
  const bytes = toXlsx({
    sheets: { Hoja1: rows },
    ...(styles.length === 0 ? {} : { parts: { 'xl/styles.xml': stylesOf(...styles) } }),
  });
  const file = await decodeStatement('file.xlsx', bytes);
  const account = readOptions({ currency: 'EUR' });
  try {
    return { ...chooseFormat(file, 'auto').read(file, account), refused: '' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { lines: [], rejected: [], left_out: [], refused: tellShell(error) };
  }
};

describe('formats', () => {
  for (const [code, value, shown] of [
    ['-#,##0.00', '25.50', '-25.50'],
    ['[Red]($#,##0.00)', '25.50', '-25.50'],
    ['-#,##0.00\\ "EUR"', '25.50', '-25.50'],
    ['#,##0.00-', '25.50', '-25.50'],
    ['#,##0.00" S"', '25.50', '25.50 S'],
    ['#,##0.00" CR";#,##0.00" DR"', '-25.50', '25.50 DR'],
    ['#,##0.00" CR";#,##0.00" DR"', '25.50', '25.50 CR'],
    ['-#,##0.00;+#,##0.00', '-25.50', '25.50'],
    ['#,##0.00;[Red]#,##0.00', '-25.50', '-25.50'],
    ['#,##0.00_);(#,##0.00)', '25.50', '25.50'],
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', '25.50', '25.50'],
    ['"Ref-"0', '25', '25'],
    ['#,##0.00 "Stk"', '25.50', '25.50'],
    ['General', '25.50', '25.50'],
    ['-#,##0.00', '0.00', '0.00'],
  ] as const)
    test(`${value} as ${code}`, () => {
      assert.equal(asShown(value, readNumberFormat(code)), shown);
    });

  test('no money is turned round where only the format tells the side', async () => {
    const styled = (style: number, digits: number): Cell => ({ day: digits, style: 4 + style });
    for (const [out, into] of [
      ['-#,##0.00', '#,##0.00'],
      ['[Red]($#,##0.00)', '$#,##0.00'],
      ['#,##0.00" S"', '#,##0.00" H"'],
      ['#,##0.00" Cargo"', '#,##0.00" Abono"'],
    ] as const) {
      const told = await read(
        [
          ['Datum', 'Text', 'Betrag'],
          [{ day: DAY }, 'Strom', styled(0, 25.5)],
          [{ day: DAY + 1 }, 'Kunde', styled(1, 1000)],
          [{ day: DAY + 2 }, 'Miete', styled(0, 1200)],
        ],
        [out, into],
      );
      assert.deepEqual(
        [told.refused, told.lines.map(({ signed_minor }) => signed_minor)],
        ['', [-2550, 100_000, -120_000]],
        out,
      );
    }
  });
});

test('every digit of a long reference counts', async () => {
  const { lines } = await read([
    ['Fecha', 'Referencia', 'Concepto', 'Importe'],
    [{ day: DAY }, { n: '12345678901234567890' }, 'LUZ', { n: '-25.5' }],
  ]);
  assert.deepEqual(
    lines.map(({ reference, signed_minor }) => [reference, signed_minor]),
    [['12345678901234567890', -2550]],
  );
});

test('a workbook without known headings is refused with the columns to name', async () => {
  const { refused } = await read([
    ['Bewegungen', null, null],
    ['Tag', 'Was', 'Zahl'],
    [{ day: DAY }, 'Strom', { n: '-25.5' }],
  ]);
  assert.match(refused, /Say which columns/u);
});

describe('tables', () => {
  test('cells that a spreadsheet is to leave alone', () => {
    const file =
      'Cuenta,Fecha,Referencia,Importe\n="0012",2026/03/04,="00,7",-25.50\n"=""0012""",2026/03/05,8,1000.00';
    const told = readText(file);
    assert.deepEqual(
      [told.refused, amountsOf(told), told.lines[0]?.reference],
      ['', [-2550, 100_000], '00,7'],
    );
  });

  test('headings with a bare currency, and with the form of a day', () => {
    const row = ['04/03/26', 'LUZ', '-25.50', '974.50'];
    for (const headings of [
      ['Fecha (DD/MM/AA)', 'Concepto', 'Importe EUR', 'Saldo EUR'],
      ['Datum [TT/MM/JJ]', 'Text', 'Betrag in EUR', 'Saldo EUR'],
      ['Date (UTC)', 'Description', 'Amount EUR', 'Balance EUR'],
    ]) {
      const told = readText(csv(headings, row));
      assert.deepEqual(
        [told.refused, told.lines.map(({ signed_minor, balance_minor }) => [signed_minor, balance_minor])],
        ['', [[-2550, 97_450]]],
      );
    }
    assert.match(readText(csv(['Datum', 'Text', 'Betrag USD'], row.slice(0, 3))).refused, /USD/u);
  });

  test('a remark beside the rows that are not booked', () => {
    const told = readText(
      csv(
        ['Date', 'Payee', 'Amount', 'Remark'],
        ['2026-03-04', 'Power', '-25.50', ''],
        ['2026-03-06', 'Taxi', '-9.00', 'Pending'],
        ['2026-03-06', 'Bar', '-8.00', 'Declined'],
      ),
    );
    assert.deepEqual(
      [amountsOf(told), told.left_out.map(({ kind, minor }) => [kind, minor])],
      [
        [-2550],
        [
          ['pending', -900],
          ['void', -800],
        ],
      ],
    );
  });

  test('the user may write such a word beside what is booked', () => {
    const told = readText(
      csv(
        ['Date', 'Payee', 'Amount', 'Notes'],
        ['2026-03-04', 'Power', '-25.50', 'open'],
        ['2026-03-05', 'A B', '9.00', ''],
      ),
    );
    assert.deepEqual(amountsOf(told), [-2550, 900]);
  });
});

const minor = fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((n) => n !== 0);
const noise = fc.constantFrom<'' | 'zero' | 'void' | 'pending'>('', '', '', 'zero', 'void', 'pending');
const rowsOf = fc.array(fc.tuple(minor, noise), { minLength: 1, maxLength: 25 });
const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

test('random workbooks: titles above, states, a painted sign or one of the number, a sum below', async () => {
  const painted = ['-#,##0.00', '#,##0.00', '(#,##0.00)', '#,##0.00" S"', '#,##0.00" H"'] as const;
  const ways = [
    [1, 1, true],
    [0, 1, false],
    [2, 1, false],
    [3, 4, false],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      rowsOf,
      fc.constantFrom(...ways),
      fc.boolean(),
      async (rows, [out, into, signed], titles) => {
        const told = await read(
          [
            ...(titles ? [['Umsätze', 'vom Januar'], []] : []),
            ['Datum', 'Text', 'Betrag', 'Status'],
            ...rows.map(([amount, kind], at): readonly Cell[] => [
              { day: DAY + at },
              `Zahlung ${at}`,
              kind === 'zero'
                ? { n: '0' }
                : { day: (signed ? amount : Math.abs(amount)) / 100, style: 4 + (amount < 0 ? out : into) },
              kind === 'void' ? 'Storniert' : kind === 'pending' ? 'Vorgemerkt' : 'Gebucht',
            ]),
            ['Summe', null, { n: '1' }, null],
          ],
          painted,
        );
        const booked = rows.filter(([, kind]) => kind === '').map(([amount]) => amount);
        assert.deepEqual([told.refused, told.rejected], ['', []]);
        const moved = told.lines.map(({ signed_minor }) => signed_minor).filter((each) => each !== 0);
        assert.deepEqual([moved, sum(moved)], [booked, sum(booked)]);
      },
    ),
    RUNS,
  );
});

test('random QIF files of both countries', () => {
  fc.assert(
    fc.property(fc.array(minor, { minLength: 1, maxLength: 25 }), fc.boolean(), (amounts, german) => {
      const text = (amount: number): string => {
        const [whole = '', decimals = ''] = (Math.abs(amount) / 100).toFixed(2).split('.');
        const grouped = whole.replace(/\B(?=(\d{3})+$)/gu, german ? '.' : ',');
        return `${amount < 0 ? '-' : ''}${grouped}${german ? ',' : '.'}${decimals}`;
      };
      const day = (at: number): string => (german ? `${at + 1}.02.26` : `2/${at + 1}'26`);
      const records = amounts.map((amount, at) => `D${day(at)}\nT${text(amount)}\nPName ${at}\n^`);
      const opening = `D${day(0)}\nT${text(500_000)}\nPOpening Balance\nL[Konto]\n^`;
      const last = `D${day(27)}\nT${text(100)}\nPLetzter\n^`;
      const told = readText(['!Type:Bank', opening, ...records, last, ''].join('\n'));
      assert.deepEqual(
        [told.refused, told.rejected, amountsOf(told).slice(-amounts.length - 1)],
        ['', [], [...amounts, 100]],
      );
    }),
    RUNS,
  );
});
