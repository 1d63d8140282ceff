// Amounts without a sign: the column that says the side is found by its words; what cannot be told is refused with the column
// to name, and no file turns money round.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountsOf, csv, readText } from './read-text.ts';

/** Two movements, the first of which takes money out. */
const pair = (heading: string, out: string, into: string): string =>
  csv(
    ['Fecha', 'Concepto', heading, 'Importe'],
    ['02/11/2026', 'PAGO RENTA', out, '1000.00'],
    ['03/11/2026', 'F-7', into, '2000.00'],
  );

describe('a column of words for a side is the direction, whatever its heading', () => {
  const pairs =
    `Soll/Haben S/H D/C DR/CR DB/CR DBIT/CRDT Debit/Credit Debit/CR Belastung/Gutschrift Lastschrift/Gutschrift
    SEPA-Lastschrift/SEPA-Gutschrift Basislastschrift/Überweisungsgutschrift LS/GS L/G B/G Ausgang/Eingang Aus/Ein A/E
    Auszahlung/Einzahlung Ausgabe/Einnahme Zahlungsausgang/Zahlungseingang Cargo/Abono C/A Débito/Crédito debe/haber D/H
    Retiro/Depósito R/D Gasto/Ingreso Egreso/Ingreso E/I Salida/Entrada S/E Enviado/Recibido Withdrawal/Deposit W/D
    Out/In Money·out/Money·in Paid·out/Paid·in Outgoing/Incoming Sent/Received Expense/Income -/+ (-)/(+) Minus/Plus
    Cargo·(-)/Abono·(+) S·-·Soll/H·-·Haben DEBITO/CREDITO Umsatz·Soll/Umsatz·Haben Ausgaenge/Eingaenge Abgang/Zugang
    Outgoing·payment/Incoming·payment Transferencia·enviada/Transferencia·recibida`
      .split(/\s+/u)
      .map((each) => each.replaceAll('·', ' ').split(/(?<!\()\/(?!\))/u));
  const headings = [
    'Tipo',
    'Kennzeichen',
    'Naturaleza',
    'Transaction Type',
    'Soll/Haben',
    '',
    ' ',
    'Xyz',
    '+/-',
  ];

  for (const [out = '', into = ''] of pairs) {
    test(`${out} and ${into}`, () => {
      for (const heading of headings) {
        // A heading of another pair says nothing against two words of one.
        const read = readText(pair(heading, out, into));
        assert.deepEqual(
          [read.refused, read.rejected, amountsOf(read)],
          ['', [], [-100_000, 200_000]],
          heading,
        );
      }
    });
  }

  test('also a text, where every cell of it is such a word', () => {
    const file = csv(
      ['Fecha', 'Concepto', 'Importe'],
      ['02/11/2026', 'Retiro', '1000.00'],
      ['03/11/2026', 'Depósito', '2000.00'],
    );
    assert.deepEqual(amountsOf(readText(file)), [-100_000, 200_000]);
  });

  test('also where all of them go out', () => {
    for (const [heading, word] of [
      ['Tipo', 'Cargo'],
      ['Xyz', 'Belastung'],
      ['', 'S'],
      ['Soll/Haben', 'S'],
      ['Cargo/Abono', 'C'],
      ['D/C', 'D'],
    ] as const)
      assert.deepEqual(amountsOf(readText(pair(heading, word, word))), [-100_000, -200_000], heading);
  });

  test('the signs count where amounts have them, and the words agree', () => {
    const file = csv(
      ['Datum', 'Zweck', 'Umsatzart', 'Betrag'],
      ['02.11.2026', 'Miete', 'Lastschrift', '-1.000,00'],
      ['03.11.2026', 'RE-7', 'Gutschrift', '2.000,00'],
    );
    assert.deepEqual(amountsOf(readText(file)), [-100_000, 200_000]);
  });
});

describe('what cannot be told is refused with the column to name', () => {
  const three = (heading: string, ...words: readonly string[]): string =>
    csv(
      ['Fecha', 'Concepto', heading, 'Importe'],
      ...words.map((word, at) => ['02/11/2026', `pago ${at}`, word, `${at + 1}.00`]),
    );

  test('two words that nobody knows, beside amounts that all go one way', () => {
    const file = three('Clave', 'Foo', 'Bar', 'Foo');
    assert.equal(
      readText(file).refused,
      `All amounts have the same sign, and the column "Clave" has "Foo", "Bar": it may say whether money comes in or goes out. Nothing was imported. If it does, add --map-columns 'direction="Clave",money_in="Foo",money_out="Bar"', with the words as the bank means them; if the amounts have the right sign already, add --map-columns 'ignore="Clave"'.`,
    );
    const told = { direction: 'Clave', money_in: 'Bar', money_out: 'Foo' };
    assert.deepEqual(amountsOf(readText(file, told)), [-100, 200, -300]);
    assert.deepEqual(amountsOf(readText(file, { ignore: 'Clave' })), [100, 200, 300]);
    // Without the words the column says nothing.
    assert.match(readText(file, { direction: 'Clave' }).refused, /the column "Clave" has "Foo", "Bar"/);
  });

  test('a column without a heading is named by its number', () => {
    const file = three('', '1', '2', '1');
    assert.match(
      readText(file).refused,
      /the column "#3" has "1", "2".*direction=#3,money_in="1",money_out="2"/,
    );
    const told = { direction: '#3', money_in: '2', money_out: '1' };
    assert.deepEqual(amountsOf(readText(file, told)), [-100, 200, -300]);
  });

  test('what marks one side, or answers whether it is that one', () => {
    for (const [heading, marks] of [
      ['X', ['-', '', '-']],
      ['Efecto', ['D', '', 'D']],
      ['Cargo', ['X', '', 'X']],
      ['Es cargo', ['X', '', 'X']],
      ['Abono?', ['0', '1', '0']],
      ['IsCredit', ['false', 'true', 'false']],
      ['Incoming', ['No', 'Yes', 'No']],
      ['Cod', ['01', '02', '01']],
      ['Clave', ['Depositado', 'Retirado', 'Depositado']],
    ] as const)
      assert.match(
        readText(three(heading, ...marks)).refused,
        /^All amounts have the same sign, and the column "[^"]+" has "[^"]*", "[^"]*": it may say/,
        heading,
      );
    // Marks of anything else are no question.
    for (const [heading, marks] of [
      ['Facturado', ['X', '', 'X']],
      ['Revisado', ['Sí', 'No', 'Sí']],
      ['Notas', ['D', '', 'D']],
      ['Mes', ['03', '04', '03']],
      ['Forma de pago', ['SPEI', 'Efectivo', 'SPEI']],
      ['Medio', ['Internet', 'Ventanilla', 'Internet']],
      ['Fase', ['Depositado', 'Completado', 'Depositado']],
    ] as const)
      assert.deepEqual(amountsOf(readText(three(heading, ...marks))), [100, 200, 300], heading);
    assert.match(
      readText(three('Es cargo', 'X', '', 'X')).refused,
      /direction="Es cargo",money_in="",money_out="X"/,
    );
  });

  test('direct debits that the company has drawn', () => {
    const drawn = (sign: string): string =>
      csv(
        ['Datum', 'Buchungstext', 'Verwendungszweck', 'Betrag'],
        ['02.11.2026', 'Lastschrift', 'Beitrag Anna', `${sign}50,00`],
        ['03.11.2026', 'Lastschrift', 'Beitrag Bert', `${sign}60,00`],
      );
    assert.deepEqual(amountsOf(readText(drawn('+'))), [5_000, 6_000]);
    assert.match(readText(drawn('')).refused, /the column "Buchungstext" has "Lastschrift": it may say/);
    assert.deepEqual(amountsOf(readText(drawn(''), { direction: 'Buchungstext' })), [-5_000, -6_000]);
    assert.deepEqual(amountsOf(readText(drawn(''), { ignore: 'Buchungstext' })), [5_000, 6_000]);
  });

  test('a word that is known beside one that is not', () => {
    for (const words of [
      ['Cargo', 'Otro', 'Cargo'],
      ['Lastschrift', 'Überweisung', 'Gutschrift'],
      ['Debit', '', 'Debit'],
    ])
      assert.match(readText(three('Clave', ...words)).refused, /the column "Clave" has/, words.join());
    assert.match(readText(three('Clave', 'Cargo', 'Otro')).refused, /the column "Clave" has "Cargo", "Otro"/);
  });

  test('the words to say follow from those that are known', () => {
    for (const [words, said] of [
      [['PAYMENT', 'DEPOSIT', 'PAYMENT'], `direction="Clave",money_out="PAYMENT"'`],
      [['Retiro', 'Otro', 'Retiro'], `direction="Clave",money_in="Otro"'`],
      [['Cargo', 'Abono', 'Comisión'], `direction="Clave",money_out="Comisión"'`],
      [['Cargo', 'Foo', 'Bar baz'], `direction="Clave",money_in="Foo"+"Bar baz"'`],
      [['Lastschrift', '', 'Lastschrift'], `direction="Clave",money_in=""'`],
    ] as const)
      assert.ok(
        readText(three('Clave', ...words)).refused.includes(said),
        readText(three('Clave', ...words)).refused,
      );
    const told = { direction: 'Clave', money_in: '"Foo"+"Bar baz"' };
    assert.deepEqual(amountsOf(readText(three('Clave', 'Cargo', 'Foo', 'Bar baz'), told)), [-100, 200, 300]);
    const empty = { direction: 'Clave', money_in: '""' };
    assert.deepEqual(
      amountsOf(readText(three('Clave', '-', '', '-'), { ...empty, money_out: '-' })),
      [-100, 200, -300],
    );
  });

  test('a text that has words of both sides among others', () => {
    const file = csv(
      ['Datum', 'Buchungstext', 'Betrag'],
      ['02.11.2026', 'Lastschrift', '50,00'],
      ['03.11.2026', 'Gutschrift', '60,00'],
      ['04.11.2026', 'Überweisung', '70,00'],
    );
    assert.match(
      readText(file).refused,
      /direction="Buchungstext",money_out="Überweisung"'.*right sign already, add --map-columns 'description="Buchungstext"'/,
    );
    assert.deepEqual(amountsOf(readText(file, { description: 'Buchungstext' })), [5_000, 6_000, 7_000]);
    const told = { direction: 'Buchungstext', money_out: 'Überweisung' };
    assert.deepEqual(amountsOf(readText(file, told)), [-5_000, 6_000, -7_000]);
  });

  test('a short word under a heading that does not explain it', () => {
    for (const [heading, word] of [
      ['Conciliado', 'S'],
      ['Tipo', 'C'],
      ['Tipo', 'D'],
      ['Clave', 'DB'],
    ] as const) {
      const { refused, lines } = readText(three(heading, word, word));
      // C and D mean opposite things in different pairs: nothing says that they are sides at all.
      if (refused === '') assert.deepEqual([lines.length, ['C', 'D'].includes(word)], [2, true], word);
      else assert.match(refused, new RegExp(`the column "${heading}" has "${word}"`));
    }
    assert.deepEqual(amountsOf(readText(three('Facturado', 'S', 'N', 'S'))), [100, 200, 300]);
  });

  test('words against the signs of the amounts', () => {
    const file = csv(
      ['Datum', 'Zweck', 'Kz', 'Betrag'],
      ['02.11.2026', 'Miete', 'Soll', '1.000,00'],
      ['03.11.2026', 'RE-7', 'Haben', '2.000,00'],
      ['04.11.2026', 'Storno', 'Soll', '-30,00'],
    );
    assert.equal(
      readText(file).refused,
      `Line 2: the column "Kz" says "Soll", and the amount has the other sign. Nothing was imported. If the word counts, add --map-columns 'direction="Kz"'; if the sign counts, add --map-columns 'ignore="Kz"'.`,
    );
    assert.deepEqual(amountsOf(readText(file, { direction: 'Kz' })), [-100_000, 200_000, -3_000]);
    assert.deepEqual(amountsOf(readText(file, { ignore: 'Kz' })), [100_000, 200_000, -3_000]);
    const minus = file.replace(/"([\d.]+,\d\d)"/gu, '"-$1"');
    assert.match(
      readText(minus).refused,
      /All amounts have the same sign, and the column "Kz" has "Soll", "Haben"/,
    );
  });

  test('two columns that say different sides', () => {
    const file = csv(
      ['Fecha', 'Concepto', 'Tipo', 'Naturaleza', 'Importe'],
      ['02/11/2026', 'uno', 'Cargo', 'CRDT', '1.00'],
      ['03/11/2026', 'dos', 'Abono', 'DBIT', '2.00'],
    );
    assert.match(
      readText(file).refused,
      /Line 2: the columns "Tipo" and "Naturaleza" say "Cargo" and "CRDT"/,
    );
    assert.deepEqual(amountsOf(readText(file, { direction: 'Naturaleza' })), [100, -200]);
  });

  test('no file is refused for two customers, two currencies or a yes and a no', () => {
    for (const [heading, ...words] of [
      ['Kunde', 'Meier', 'Huber', 'Meier'],
      ['Xyz', 'Meier GmbH', 'Huber AG', 'Meier GmbH'],
      ['Xyz', 'EUR', 'USD', 'EUR'],
      ['Gemahnt', 'ja', 'nein', 'ja'],
      ['Sucursal', 'Centro', 'Norte', 'Centro'],
      ['Bank', 'DB', 'ING', 'DB'],
    ] as const)
      assert.deepEqual(amountsOf(readText(three(heading, ...words))), [100, 200, 300], heading);
  });
});
