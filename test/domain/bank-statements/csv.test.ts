// Numbers, days and headings as banks write them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLayout } from '../../../src/domain/bank/statements/csv/columns.ts';
import { provenOrder, readDate } from '../../../src/domain/bank/statements/csv/dates.ts';
import { findDecimalSign, readNumber } from '../../../src/domain/bank/statements/csv/numbers.ts';
import { checkBalances } from '../../../src/domain/bank/statements/balance.ts';
import type { StatementLine } from '../../../src/domain/bank/statements/format.ts';
import { asDay } from '../../../src/base/time/day.ts';

describe('numbers', () => {
  const sign = (currency: string, ...texts: string[]) =>
    findDecimalSign(
      texts.map((text, index) => ({ line: index + 2, text })),
      currency,
    );

  test('the decimal sign is that of the file', () => {
    assert.equal(sign('EUR', '12', '1.234', '-1.234,5'), 'comma');
    assert.equal(sign('EUR', '1.234.567'), 'comma');
    assert.equal(sign('EUR', '3,5'), 'comma');
    assert.equal(sign('MXN', '$1,234.56', '-', ''), 'point');
    assert.equal(sign('MXN', '1,234', '0.5'), 'point');
    assert.equal(sign('MXN', '0.125'), 'point');
    assert.equal(sign('JPY', '1,234'), 'point');
    assert.equal(sign('MXN', '12', '7'), undefined);
    assert.equal(sign('KWD', '1.234'), undefined);
    assert.throws(() => sign('MXN', '1.234,50', '99.95'), /Line 3/);
    assert.throws(() => sign('MXN', '1.2E+05'), /Line 2/);
  });

  test('a number that may be a thousand is asked about, unless another one or the user tells', () => {
    const cells = [
      { line: 2, text: '7' },
      { line: 3, text: '1.005' },
    ];
    assert.throws(() => sign('EUR', '7', '1.005'), {
      code: 'statement_decimals_unclear',
      message:
        'Line 3: "1.005" has thousands or decimals, and no other number of the file tells which. Nothing was imported.',
    });
    assert.throws(() => sign('MXN', '1,005', '2,500'), /Line 2: "1,005"/);
    assert.equal(findDecimalSign(cells, 'EUR', { said: 'comma', beside: undefined }), undefined);
    const beside = { line: 1, text: '1.234,56 EUR' };
    assert.equal(findDecimalSign(cells, 'EUR', { said: null, beside }), 'comma');
    assert.equal(sign('EUR', '1.005', '2.345.678'), 'comma');
  });

  test('exact text, or nothing', () => {
    const cases: [string, 'comma' | 'point', string | null | undefined][] = [
      ['1.234,50', 'comma', '1234.50'],
      ['-1234,5', 'comma', '-1234.5'],
      ['1 234,50 €', 'comma', '1234.50'],
      ['1\u00a0234,50\u00a0EUR', 'comma', '1234.50'],
      ['250,00-', 'comma', '-250.00'],
      ["1'234.50", 'point', '1234.50'],
      ['(1,234.50)', 'point', '-1234.50'],
      ['\u2212 7', 'point', '-7'],
      ['.5', 'point', '0.5'],
      ['-', 'point', null],
      ['', 'point', null],
      ['1.23.4', 'comma', undefined],
      ['12,34,567.00', 'point', undefined],
      ['1,234.50 USD', 'point', undefined],
      ['--5', 'point', undefined],
      ['€', 'comma', null],
    ];
    for (const [cell, decimal, expected] of cases) {
      assert.equal(readNumber(cell, decimal, 'EUR'), expected, cell);
    }
    assert.equal(readNumber('$12,500.00', 'point', 'MXN'), '12500.00');
    assert.equal(readNumber('€5', 'point', 'MXN'), undefined);
  });
});

describe('days', () => {
  test('in every form', () => {
    const day = '2026-03-04';
    for (const cell of [
      '2026-03-04',
      '2026/3/4',
      '20260304',
      '04.03.2026',
      '4.3.26',
      '04/03/26',
      '04-03-2026',
      "'04/03/2026",
      "'04032026'",
    ])
      assert.equal(readDate(cell, 'dmy'), day, cell);
    for (const cell of [
      '04-mar-2026',
      '4 de marzo de 2026',
      '04/Mar/26',
      '4. März 2026',
      '2026-03-04T10:15:00Z',
      '04/03/2026 10:15',
    ])
      assert.equal(readDate(cell, 'dmy'), day, cell);
    assert.equal(readDate('03/04/2026', 'mdy'), day);
    assert.equal(readDate('26-03-04', 'ymd'), day);
    for (const cell of [
      '30/02/2026',
      '04/13/2026',
      '46000',
      '04.03/2026',
      'saldo',
      '',
      '04/03/0026',
      '4 foo 2026',
    ])
      assert.equal(readDate(cell, 'dmy'), undefined, cell);
  });

  test('which of day and month comes first', () => {
    assert.equal(provenOrder(['01/02/2026', '13/02/2026']), 'dmy');
    assert.equal(provenOrder(['02/01/2026', '02/13/2026']), 'mdy');
    assert.equal(provenOrder(['01.02.2026']), 'dmy');
    assert.equal(provenOrder(['03/04/2026']), undefined);
    // One number above twelve outweighs the order in which the others stand.
    assert.equal(provenOrder(['13/01/2026', '01/02/2026', '01/03/2026', '02/01/2026']), 'dmy');
    assert.equal(provenOrder(['01/13/2026', '02/01/2026', '03/01/2026', '01/02/2026']), 'mdy');
    assert.equal(provenOrder(['01/05/2026', '02/01/2026', '02/09/2026']), 'mdy');
    assert.equal(provenOrder(['05/01/2026', '01/02/2026', '09/02/2026']), 'dmy');
  });
});

describe('headings', () => {
  const fields = (text: string, map: [string, string][] = []): object | undefined => {
    const layout = findLayout(text, new Map(map));
    return layout === undefined ? undefined : { line: layout.line, ...Object.fromEntries(layout.columns) };
  };

  test('in Spanish, German and English, wherever they stand', () => {
    assert.deepEqual(fields('FECHA;CONCEPTO;RETIROS;DEPOSITOS;SALDO\n'), {
      line: 1,
      date: 0,
      description: 1,
      debit: 2,
      credit: 3,
      balance: 4,
    });
    assert.deepEqual(fields('Konto: 1;\n\nBuchungstag;Valutadatum;Verwendungszweck;Betrag;Währung\n'), {
      line: 3,
      date: 0,
      description: 2,
      amount: 3,
      currency: 4,
    });
    assert.deepEqual(fields('Date\tPayee\tMemo\tAmount\n'), {
      line: 1,
      date: 0,
      counterparty: 1,
      description: 2,
      amount: 3,
    });
    assert.deepEqual(fields('Fecha,Concepto,Importe,Cargo,Abono\n'), {
      line: 1,
      date: 0,
      description: 1,
      debit: 3,
      credit: 4,
    });
  });

  test('a mapping comes first, and what it leaves out is still found', () => {
    const text = 'Fecha,Concepto,Importe,Neto\n';
    assert.deepEqual(fields(text, [['amount', 'NETO']]), { line: 1, date: 0, description: 1, amount: 3 });
    assert.equal(fields(text, [['amount', 'Bruto']]), undefined);
  });

  test('a date alone, or one of debit and credit, is no statement', () => {
    assert.equal(fields('Fecha,Concepto\n'), undefined);
    assert.equal(fields('Fecha,Cargo\n'), undefined);
  });
});

describe('balances', () => {
  const line = (row: number, signed_minor: number, balance_minor: number | null): StatementLine => ({
    line: row + 1,
    row,
    date: asDay('2026-03-01'),
    signed_minor,
    description: '',
    reference: null,
    counterparty: null,
    party_account: null,
    party_tax_id: null,
    balance_minor,
    serial: null,
  });
  const gaps = (...lines: StatementLine[]): number[] =>
    checkBalances(lines, 'EUR').gaps.map((gap) => gap.line);

  test('follow from each other, forwards or backwards', () => {
    assert.deepEqual(gaps(line(1, 10, 110), line(2, -5, 105), line(3, 1, 106)), []);
    assert.deepEqual(gaps(line(1, 1, 106), line(2, -5, 105), line(3, 10, 110)), []);
    assert.deepEqual(gaps(line(1, 10, 110), line(2, -5, null), line(3, 1, 106)), []);
    const { opening_minor, closing_minor } = checkBalances(
      [line(1, 1, 106), line(2, -5, 105), line(3, 10, 110)],
      'EUR',
    );
    assert.deepEqual([opening_minor, closing_minor], [100, 106]);
  });

  test('a gap is told once, and not behind a row that was rejected', () => {
    assert.deepEqual(gaps(line(1, 10, 110), line(2, -5, 100), line(3, 1, 101)), [3]);
    assert.deepEqual(gaps(line(1, 10, 110), line(3, 1, 106), line(4, 1, 107)), []);
    assert.deepEqual(gaps(line(1, 10, null), line(2, 1, null)), []);
  });
});
