// Tables as banks write them: words beside amounts, long dates, lines in quotes, encodings, columns by number, cards whose
// charges are positive, and fees; what cannot be told is refused with what to say.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkBalances } from '../../../src/domain/bank/statements/balance.ts';
import { decodeStatement } from '../../../src/domain/bank/statements/file.ts';
import type { ReadOptions } from '../../../src/domain/bank/statements/format.ts';
import { readOptions } from './options.ts';
import { amountsOf, csv, readText } from './read-text.ts';

const amounts = (heading: string, ...cells: readonly string[]): string =>
  csv(['Datum', 'Text', heading], ...cells.map((cell, at) => [`0${at + 2}.11.2026`, `Zahlung ${at}`, cell]));

describe('amounts with a word for the side', () => {
  for (const [out, into] of [
    ['25.50 DR', '1000.00 CR'],
    ['25.50DR', '1000.00CR'],
    ['25,50 S', '1.000,00 H'],
    ['S 25,50', 'H 1.000,00'],
    ['25,50 (S)', '1.000,00 (H)'],
    ['25,50-', '1.000,00+'],
    ['- 25,50', '+ 1.000,00'],
    ['25.50 Db.', '1000.00 Cr.'],
    ['25.50 Cargo', '1000.00 Abono'],
    ['25.50 C', '1000.00 A'],
    ['25.50 D', '1000.00 C'],
    ['EUR 25.50 DR', '1000.00 CR EUR'],
    ['(25.50)', '1000.00'],
    ['-25.50', "1'000.00"],
    ['\u221225,50\u00a0€', '1\u2009000,00\u202f€'],
    ['25.50', '1000.00 CR'],
  ] as const)
    test(`${out} and ${into}`, () => {
      const read = readText(amounts('Betrag', out, into));
      assert.deepEqual([read.refused, read.rejected, amountsOf(read)], ['', [], [-2550, 100_000]]);
    });

  test('what nobody knows is no number, nor is a word against its sign', () => {
    for (const cell of ['25.50 C', '25.50 XY', '-25.50 CR', '25.50 USD'])
      assert.deepEqual(
        readText(amounts('Betrag', cell, '25.50 XZ')).rejected.map(({ line }) => line),
        [2, 3],
        cell,
      );
  });

  test('pesos', () => {
    const account = readOptions({ currency: 'MXN' }).account;
    const file = amounts('Importe', 'MX$1,100.00', '-$20.50 M.N.', '$5.00 MXN', '-MXN 3.00');
    assert.deepEqual(amountsOf(readText(file, {}, { account })), [110_000, -2050, 500, -300]);
  });
});

test('a day that may be a month is asked about where the month may come first', () => {
  const account = readOptions({ currency: 'USD' }).account;
  const file = (heading: string, ...days: readonly string[]): string =>
    csv([heading, 'Text', 'Amount'], ...days.map((day) => [day, 'x y', '1.00']));
  const unclear = file('Posting Date', '03/09/2026', '03/05/2026', '03/04/2026');
  assert.match(readText(unclear, {}, { account }).refused, /may begin with the day or with the month/);
  const days = (text: string, date_order: 'mdy' | null = null): readonly string[] =>
    readText(text, {}, { account, date_order }).lines.map(({ date }) => date);
  assert.deepEqual(days(unclear, 'mdy'), ['2026-03-09', '2026-03-05', '2026-03-04']);
  assert.deepEqual(days(file('Posting Date', '03/09/2026', '02/25/2026')), ['2026-03-09', '2026-02-25']);
  assert.deepEqual(days(file('Fecha', '03/04/2026')), ['2026-04-03']);
});

test('without headings and balances nobody guesses which of two columns goes out', () => {
  const rows = [
    ['15.11.2026', 'Kunde', '1000,00', ''],
    ['16.11.2026', 'Miete', '', '600,00'],
  ];
  const text = csv(...rows);
  assert.match(readText(text).refused, /which of the columns #3 and #4 is money that goes out/);
  const columns = new Map([
    ['date', '#1'],
    ['description', '#2'],
    ['credit', '#3'],
    ['debit', '#4'],
  ]);
  assert.deepEqual(amountsOf(readText(text, {}, { columns })), [100_000, -60_000]);
});

test('a transfer is no balance, though two of them and what is between make a sum', () => {
  for (const word of ['Übertrag / Überweisung', 'Balance transfer', 'Traspaso de saldo'])
    assert.deepEqual(
      amountsOf(
        readText(
          csv(
            ['Date', 'Description', 'Amount'],
            ['2026-11-15', word, '1000.00'],
            ['2026-11-16', 'Miete', '-600.00'],
            ['2026-11-17', word, '400.00'],
          ),
        ),
      ),
      [100_000, -60_000, 40_000],
      word,
    );
});

test('long dates in three languages', () => {
  const days = `Nov 17 2026; November 17, 2026; 17 de noviembre de 2026; martes, 17 de noviembre de 2026;
    Dienstag, 17. November 2026; Tue Nov 17 2026; 17-NOV-26; 2026-Nov-17; 17th of November 2026; Di., 17.11.2026;
    17.11.2026 um 10:00 Uhr; 17/11/2026 10:00 p. m.; Nov. 17, 2026 10:00 PM`.split(/;\s*/u);
  const read = readText(csv(['Date', 'Text', 'Amount'], ...days.map((day) => [day, 'x y', '1.00'])));
  assert.deepEqual(
    read.lines.map(({ date }) => date),
    days.map(() => '2026-11-17'),
  );
  for (const day of ['Foo 17 2026', 'November 31, 2026', '17 de foo de 2026'])
    assert.equal(readText(csv(['Date', 'Text', 'Amount'], [day, 'x', '1.00'])).rejected.length, 1, day);
});

describe('files as they come', () => {
  test('whole lines in quotes, ends of all kinds, a line that names the separator', () => {
    const rows = ['Datum;Text;Betrag', '02.11.2026;"Miete; kalt";-10,00', '03.11.2026;Strom;-11,00'];
    const quoted = rows.map((row) => `"${row.replaceAll('"', '""')}"`);
    for (const text of [
      quoted.join('\n'),
      quoted.map((row) => `${row};`).join('\r\n'),
      `sep=;\n${rows.join('\r\n')}`,
      `${rows[0]}\r\n${rows[1]}\n${rows[2]}\r`,
    ]) {
      const read = readText(text);
      assert.deepEqual([read.refused, read.rejected, amountsOf(read)], ['', [], [-1000, -1100]], text);
      assert.equal(read.lines[0]?.description, 'Miete; kalt');
    }
  });

  test('in every encoding', async () => {
    const text = 'Datum;Text;Betrag\n02.11.2026;Müller 5 €;-10,00 €\n03.11.2026;y;1,00 €\n';
    const wide = Buffer.from(text, 'utf16le');
    const euro = (code: number): Buffer =>
      Buffer.concat(
        text
          .split('€')
          .flatMap((part, at) => [...(at > 0 ? [Buffer.from([code])] : []), Buffer.from(part, 'latin1')]),
      );
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      wide,
      Buffer.from(wide).swap16(),
      Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
      euro(0x80),
      euro(0xa4),
    ])
      assert.equal((await decodeStatement('file', bytes)).text, text);
    await assert.rejects(async () => decodeStatement('file', Buffer.from([1, 0, 0, 2, 0, 0, 3])), {
      code: 'file_not_text',
    });
  });
});

describe('columns by number', () => {
  const file = '02.11.2026;Miete;-1.000,00;4.000,00\n03.11.2026;RE-7;2.000,00;6.000,00\n';
  const numbers = { date: '#1', description: '#2', amount: '#3', balance: '#4' };

  test('a file without headings says what to send, and keeps its first row', () => {
    assert.match(
      readText(file).refused,
      /no headings.*#1 02\.11\.2026, #2 Miete.*'date=#1,amount=#3,balance=#4'/,
    );
    const read = readText(file, numbers);
    assert.deepEqual([read.rejected, read.warnings, amountsOf(read)], [[], [], [-100_000, 200_000]]);
  });

  test('is remembered, and asked again where the file differs', () => {
    const remembered = [readText(file, numbers).layout ?? assert.fail()];
    assert.deepEqual(amountsOf(readText(file, {}, { remembered })), [-100_000, 200_000]);
    const wider = file.replaceAll(';', ';x;');
    assert.match(readText(wider, {}, { remembered }).refused, /has no headings/);
  });

  test('numbers that there are not, and columns of something else', () => {
    assert.match(readText(file, { ...numbers, amount: '#9' }).refused, /there is no column "#9" for amount/);
    assert.match(readText(file, { date: '#2', amount: '#3' }).refused, /No line has a day in the column #2/);
    const swapped = readText(file, { ...numbers, amount: '#4', balance: '#3' });
    assert.equal(checkBalances(swapped.lines, 'EUR').gaps.length, 1);
    // A first row that is wrong is no line of headings.
    const broken = readText(file.replace('02.11', 'xx.11'), numbers);
    assert.deepEqual(
      broken.rejected.map(({ line }) => line),
      [1],
    );
    assert.equal(readText(`${file}04.11.2026;a;b;c;1,00\n`, numbers).rejected.length, 1);
  });

  test('two marks in a column that nobody named are asked about', () => {
    const rows = ['X', 'Y', 'Y']
      .map((mark, at) => `0${at + 2}/11/2026,renta ${at},${mark},1000.00`)
      .join('\n');
    assert.match(
      readText(rows, { date: '#1', description: '#2', amount: '#4' }).refused,
      /the column "#3" has "X", "Y"/,
    );
  });
});

describe('cards whose charges are positive', () => {
  const { account } = readOptions({ currency: 'MXN', account_type: 'credit' });
  const card = (...rows: readonly (readonly [string, string])[]): string =>
    csv(
      ['Fecha', 'Concepto', 'Importe'],
      ...rows.map(([text, cell], at) => [`0${at + 2}/11/2026`, text, cell]),
    );
  const read = (text: string, more: Partial<ReadOptions> = {}) => readText(text, {}, { account, ...more });
  const charged = card(['HOTEL', '371.30'], ['GASOLINA', '50.00'], ['PAGO RECIBIDO GRACIAS', '-400.00']);

  test('are asked about, turned when told, and remembered', () => {
    for (const text of [
      charged,
      card(['HOTEL', '371.30']),
      card(['HOTEL', '371.30'], ['GASOLINA', '-1.00']),
      card(['PAGO RECIBIDO', '-400.00']),
    ])
      assert.match(read(text).refused, /^Line \d+: .*--sign reversed/, text);
    const turned = read(charged, { sign: 'reversed' });
    assert.deepEqual(amountsOf(turned), [-37_130, -5000, 40_000]);
    assert.deepEqual(turned.warnings, ['The amounts are turned: what the file writes as positive goes out.']);
    const remembered = [turned.layout ?? assert.fail()];
    assert.deepEqual(amountsOf(read(charged, { remembered })), [-37_130, -5000, 40_000]);
    assert.deepEqual(amountsOf(read(charged, { remembered, sign: 'as_written' })), [37_130, 5000, -40_000]);
  });

  test('are left alone where charges have their minus, and on other accounts', () => {
    const right = card(['HOTEL', '-371.30'], ['DEVOLUCION', '50.00'], ['GASOLINA', '-1.00']);
    assert.deepEqual(amountsOf(read(right)), [-37_130, 5000, -100]);
    assert.deepEqual(amountsOf(readText(charged)), [37_130, 5000, -40_000]);
  });

  test('a column of sides, a pair of columns and a format that says them leave nothing to turn', () => {
    const sides = csv(
      ['Fecha', 'Concepto', 'Tipo', 'Importe'],
      ['02/11/2026', 'HOTEL', 'Cargo', '371.30'],
      ['03/11/2026', 'PAGO', 'Abono', '50.00'],
    );
    const pair = csv(['Fecha', 'Concepto', 'Cargo', 'Abono'], ['02/11/2026', 'HOTEL', '371.30', '']);
    for (const text of [sides, pair])
      assert.match(read(text, { sign: 'reversed' }).refused, /^The column ".+" says which way money goes/);
    assert.deepEqual(amountsOf(read(sides)), [-37_130, 5000]);
    const mt940 = ':20:A\n:25:1\n:60F:C261101EUR0,\n:61:2611021102D1,00NMSC\n:86:x\n:62F:D261102EUR1,\n';
    assert.match(readText(mt940, {}, { sign: 'reversed' }).refused, /mt940 says itself/);
  });
});

describe('a column of fees', () => {
  const rows = [
    ['02/11/2026', 'a b', '100.00', '0.00', '100.00'],
    ['03/11/2026', 'c d', '-50.00', '1.50', '48.50'],
    ['04/11/2026', 'e f', '20.00', '0.50', '68.00'],
  ] as const;
  const table = (...given: readonly (readonly string[])[]): string =>
    csv(['Fecha', 'Concepto', 'Importe', 'Comisión', 'Saldo'], ...given);

  test('is a line of its own beside the gross one, where the balance proves it', () => {
    for (const given of [rows, rows.toReversed()]) {
      const read = readText(table(...given));
      assert.deepEqual(
        read.lines
          .map(({ date, signed_minor, description, balance_minor }) =>
            [date, signed_minor, description, balance_minor].join(' '),
          )
          .toSorted(),
        [
          '2026-11-02 10000 a b 10000',
          '2026-11-03 -150 Comisión: c d 4850',
          '2026-11-03 -5000 c d 5000',
          '2026-11-04 -50 Comisión: e f 6800',
          '2026-11-04 2000 e f 6850',
        ].toSorted(),
      );
    }
  });

  test('is part of the amount, where the balance proves that', () => {
    const inside = rows.map(([day, text, amount, fee], at) => [
      day,
      text,
      amount,
      fee,
      ['100.00', '50.00', '70.00'][at] ?? '',
    ]);
    const read = readText(table(...inside));
    assert.deepEqual(amountsOf(read), [10_000, -5000, 2000]);
    assert.deepEqual(read.warnings, ['The fees of the column "Comisión" are part of the amounts.']);
  });

  test('is asked about where nothing tells, and refused where the numbers contradict', () => {
    const bare = csv(['Fecha', 'Concepto', 'Importe', 'Comisión'], ...rows.map((row) => row.slice(0, 4)));
    assert.match(readText(bare).refused, /^Line 3 has a fee.*'fee="Comisión"'.*'ignore="Comisión"'/);
    assert.deepEqual(amountsOf(readText(bare, { fee: 'Comisión' })), [10_000, -5000, -150, 2000, -50]);
    assert.deepEqual(amountsOf(readText(bare, { ignore: 'Comisión' })), [10_000, -5000, 2000]);
    const net = (value: string): string =>
      csv(['Fecha', 'Concepto', 'Bruto', 'Tarifa', 'Neto'], ['02/11/2026', 'a b', '100.00', '-3.00', value]);
    assert.deepEqual(amountsOf(readText(net('97.00'))), [10_000, -300]);
    assert.match(readText(net('96.00')).refused, /^Line 2: with the column "Tarifa"/);
  });
});
