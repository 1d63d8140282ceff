// Rows that are no movement are left out and named, in every format: zero, not booked, never happened, balances and sums.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reasonOf } from '../../../src/domain/bank/statements/report.ts';
import { type Outcome, amountsOf, csv, readText } from './read-text.ts';
import { type Movement, toCamt, toEnlace, toMt940, toOfx } from './writers.ts';
import { asDay } from '../../../src/base/time/day.ts';

const leftOut = ({ left_out }: Outcome): readonly unknown[] =>
  left_out.map((row) => [row.line, reasonOf(row), row.minor]);

describe('states', () => {
  const file = (heading: string, ...words: readonly string[]): string =>
    csv(
      ['Date', 'Description', 'Amount', heading],
      ...words.map((word, at) => ['2026-11-17', `move ${at}`, `-${at + 1}.00`, word]),
    );

  test('what is not booked or never happened is left out, by a list in three languages', () => {
    const words = [
      'Completed',
      'Declined',
      'PENDING',
      'Reverted',
      'Storniert',
      'En proceso',
      'Cancelado',
      'Gebucht',
      '',
    ];
    for (const heading of ['State', 'Status', 'Estado', 'Estatus', 'Transaktionsstatus']) {
      const read = readText(file(heading, ...words));
      assert.deepEqual(amountsOf(read), [-100, -800, -900], heading);
      assert.deepEqual(leftOut(read), [
        [3, 'it never happened: "Declined"', -200],
        [4, 'the bank has not booked it yet: "PENDING"', -300],
        [5, 'it never happened: "Reverted"', -400],
        [6, 'it never happened: "Storniert"', -500],
        [7, 'the bank has not booked it yet: "En proceso"', -600],
        [8, 'it never happened: "Cancelado"', -700],
      ]);
    }
    assert.deepEqual(
      amountsOf(readText(file('Resultado', 'Aplicado', 'Rechazada', 'Aplicado'))),
      [-100, -300],
    );
  });

  test('an unknown state is asked about, with the column to name', () => {
    const asked = readText(file('State', 'Completed', 'Refunded'));
    assert.equal(
      asked.refused,
      `Line 3: "Refunded" in the column "State" does not say whether the bank has booked the row. Nothing was imported. If all rows of the file are booked, add --map-columns 'ignore="State"'; else take those out of the file that are not.`,
    );
    assert.deepEqual(
      amountsOf(readText(file('State', 'Completed', 'Refunded'), { ignore: 'State' })),
      [-100, -200],
    );
    // A column of notes may say anything.
    assert.deepEqual(amountsOf(readText(file('Info', 'Danke', 'Umsatz vorgemerkt'))), [-100]);
  });

  test('a word where the day should stand', () => {
    for (const word of ['offen', 'Vorgemerkt', 'Pending', 'pendiente', 'En tránsito', 'Declined']) {
      const read = readText(
        csv(
          ['Buchungstag', 'Zweck', 'Betrag'],
          [word, 'Tankstelle', '-50,00'],
          ['17.11.2026', 'RE-7', '2.000,00'],
        ),
      );
      assert.deepEqual([amountsOf(read), leftOut(read).length, read.rows], [[200_000], 1, 2], word);
    }
    const none = readText(csv(['Buchungstag', 'Zweck', 'Betrag'], ['gestern', 'Tankstelle', '-50,00']));
    assert.deepEqual(none.rejected, [{ line: 2, reason: '"gestern" is not a date' }]);
  });
});

describe('balances that stand as rows', () => {
  const rows = (...texts: readonly (readonly [string, string])[]): Outcome =>
    readText(
      csv(['Fecha', 'Concepto', 'Importe'], ...texts.map(([text, amount]) => ['02/11/2026', text, amount])),
    );

  test('are left out by their words', () => {
    for (const [first, last] of [
      ['SALDO INICIAL', 'SALDO FINAL'],
      ['Saldo anterior', 'Saldo al 30/11/2026'],
      ['Anfangssaldo', 'Endsaldo'],
      ['Alter Kontostand', 'Neuer Kontostand'],
      ['Kontostand am 01.11.2026', 'Kontostand am 30.11.2026'],
      ['Opening balance', 'Closing Balance'],
      ['Balance brought forward', 'Balance carried forward'],
      ['B/F', 'C/F'],
      ['*** SALDO INICIAL ***', '*** SALDO ACTUAL ***'],
    ] as const) {
      const read = rows([first, '5000.00'], ['PAGO RENTA', '-1000.00'], ['F-7', '30.00'], [last, '4030.00']);
      assert.deepEqual([amountsOf(read), read.gaps, read.rejected], [[-100_000, 3_000], [], []], first);
      assert.deepEqual(leftOut(read), [
        [2, `it is a balance of the account: "${first}"`, 500_000],
        [5, `it is a balance of the account: "${last}"`, 403_000],
      ]);
      assert.deepEqual(
        read.lines.map(({ row }) => row),
        [1, 2],
      );
    }
    const both = rows(['Anfangssaldo', '5000.00'], ['RENTA', '-1000.00'], ['Endsaldo', '4000.00']);
    assert.deepEqual([both.opening_minor, both.closing_minor], [500_000, 400_000]);
  });

  test('must make a sum with the movements, whichever is larger', () => {
    const less = rows(['Anfangssaldo', '5000.00'], ['RENTA', '-1000.00'], ['Endsaldo', '3900.00']);
    assert.deepEqual(
      less.gaps.map(({ line }) => line),
      [4],
    );
    const read = rows(['Anfangssaldo', '5000.00'], ['RENTA', '-1000.00'], ['Endsaldo', '4100.00']);
    assert.deepEqual(read.gaps, [
      {
        line: 4,
        reason:
          'the closing balance 4100.00 does not follow from the opening balance 5000.00 and the movements, which make 4000.00; a movement is missing or a number is wrong',
      },
    ]);
  });

  test('are proven by arithmetic where the words are not enough', () => {
    const days = rows(
      ['RENTA', '-1000.00'],
      ['Saldo', '4000.00'],
      ['F-7', '30.00'],
      ['Saldo', '4030.00'],
      ['F-8', '5.00'],
    );
    assert.deepEqual(amountsOf(days), [-100_000, 3_000, 500]);
    const named = rows(
      ['Saldo cuenta de Jo', '5000.00'],
      ['RENTA', '-1000.00'],
      ['Saldo cuenta de Jo', '4000.00'],
    );
    assert.deepEqual(amountsOf(named), [-100_000]);
  });

  test('sums with a day are left out where they are one', () => {
    const read = rows(
      ['RENTA', '-1000.00'],
      ['F-7', '30.00'],
      ['F-8', '5.00'],
      ['TOTAL ABONOS', '35.00'],
      ['Total', '-965.00'],
    );
    assert.deepEqual(leftOut(read), [
      [5, 'it is a sum of the bank: "TOTAL ABONOS"', 3_500],
      [6, 'it is a sum of the bank: "Total"', -96_500],
    ]);
    const fuel = rows(['RENTA', '-1000.00'], ['F-7', '30.00'], ['TOTAL', '-80.00']);
    assert.deepEqual(amountsOf(fuel), [-100_000, 3_000, -8_000]);
  });

  test('a movement that only speaks of a balance is one', () => {
    const paid = rows(['Saldo factura F-7', '4000.00'], ['RENTA', '-1000.00'], ['Total Energies', '-80.00']);
    assert.deepEqual([amountsOf(paid), paid.left_out], [[400_000, -100_000, -8_000], []]);
    const party = readText(
      csv(
        ['Fecha', 'Concepto', 'Importe', 'Beneficiario'],
        ['02/11/2026', 'Saldo final', '4000.00', 'CLIENTE UNO'],
        ['03/11/2026', 'RENTA', '-1000.00', ''],
      ),
    );
    assert.deepEqual(amountsOf(party), [400_000, -100_000]);
  });

  test('in the midst of movements, and unproven, are rejected', () => {
    const read = rows(['RENTA', '-1000.00'], ['Saldo', '4000.00'], ['F-7', '30.00']);
    assert.deepEqual(read.rejected, [
      {
        line: 3,
        reason:
          '"Saldo" may be a balance of the account, and nothing proves or disproves it; take the row out of the file, or write into it what the movement is for',
      },
    ]);
  });
});

test('a word that is a balance or a movement is one where the sum proves it', () => {
  const file = (word: string, last: string): string =>
    csv(
      ['Datum', 'Text', 'Betrag'],
      ['01.03.2026', word, '1.000,00'],
      ['02.03.2026', 'Miete', '-50,00'],
      ['31.03.2026', word, last],
    );
  for (const word of ['Guthaben', 'Disponible']) {
    assert.deepEqual(amountsOf(readText(file(word, '950,00'))), [-5_000], word);
    assert.deepEqual(amountsOf(readText(file(word, '951,00'))), [100_000, -5_000, 95_100], word);
  }
});

test('a credit of CAMT that has a minus is rejected', () => {
  const entry = (amount: string, side: string): string =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry>`;
  const read = readText(
    `<Document><BkToCstmrStmt><Stmt>${entry('-5.00', 'CRDT')}${entry('-6.00', 'DBIT')}</Stmt></BkToCstmrStmt></Document>`,
  );
  assert.deepEqual(
    [amountsOf(read), read.rejected],
    [[-600], [{ line: 1, reason: 'CRDT says that money comes in, and the amount -5.00 has a minus' }]],
  );
});

describe('rows of zero', () => {
  const movement = (signed_minor: number, description: string): Movement => ({
    date: asDay('2026-03-02'),
    signed_minor,
    description,
    reference: null,
    counterparty: null,
    party_account: null,
  });
  const movements = [movement(1_050, 'RE-7'), movement(0, 'Mitteilung'), movement(-250, 'Miete')];

  test('are left out of every format, and the lines beside them follow each other', () => {
    const files = {
      csv: csv(
        ['Datum', 'Zweck', 'Betrag', 'Saldo'],
        ['02.03.2026', 'RE-7', '10,50', '110,50'],
        ['02.03.2026', 'Mitteilung', '0,00', ''],
        ['02.03.2026', 'Miete', '-2,50', '108,00'],
      ),
      pair: csv(
        ['Datum', 'Zweck', 'Soll', 'Haben'],
        ['02.03.2026', 'RE-7', '', '10,50'],
        ['', 'Mitteilung', '0,00', ''],
        ['02.03.2026', 'Miete', '2,50', ''],
      ),
      ofx: toOfx(movements),
      camt: toCamt(movements),
      mt940: toMt940(movements),
      enlace: toEnlace(movements),
    };
    for (const [name, text] of Object.entries(files)) {
      const read = readText(text);
      assert.deepEqual(
        [read.refused, read.rejected, read.gaps, amountsOf(read)],
        ['', [], [], [1_050, -250]],
        name,
      );
      assert.deepEqual(
        [read.rows, read.left_out.map(({ kind, minor }) => [kind, minor]), read.lines.map(({ row }) => row)],
        [3, [['zero', 0]], [1, 2]],
        name,
      );
    }
  });
});

describe('a value day that the calendar does not know', () => {
  const file = (movement: string): string =>
    [
      ':20:S',
      ':25:12345678/1020304050',
      ':28C:1/1',
      ':60F:C260201EUR100,00',
      `:61:${movement}NMSCNONREF`,
      ':86:805?00ENTGELT',
      ':62F:C260331EUR95,00',
    ].join('\n');

  test('gives way to the booking day, else to the end of the month', () => {
    for (const [movement, day] of [
      ['2602300302D5,00', '2026-03-02'],
      ['2602290227D5,00', '2026-02-27'],
      ['260230D5,00', '2026-02-28'],
      ['260431    D5,00', '2026-04-30'],
      ['2602280230D5,00', '2026-02-28'],
      ['2612311301D5,00', '2026-12-31'],
    ] as const) {
      const { lines, rejected, gaps } = readText(file(movement));
      assert.deepEqual(
        [lines.map(({ date, signed_minor }) => [date, signed_minor]), rejected, gaps],
        [[[day, -500]], [], []],
        movement,
      );
    }
    assert.deepEqual(readText(file('2613300302D5,00')).rejected, [
      { line: 5, reason: '"2026-13-30" is not a date' },
    ]);
  });
});

describe('OFX without signs', () => {
  const file = (...movements: readonly (readonly [string, string])[]): string =>
    `<?OFX OFXHEADER="200" VERSION="211"?>\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF><BANKTRANLIST>${movements
      .map(
        ([type, amount], at) =>
          `\n<STMTTRN><TRNTYPE>${type}</TRNTYPE><DTPOSTED>20261103</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>A${at}</FITID><MEMO>m${at}</MEMO></STMTTRN>`,
      )
      .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

  test('the type says the side where both occur', () => {
    const read = readText(
      file(
        ['DEBIT', '5.00'],
        ['PAYMENT', '7.00'],
        ['CREDIT', '9.00'],
        ['CHECK', '0.00'],
        ['DIRECTDEP', '1,50'],
      ),
    );
    assert.deepEqual(amountsOf(read), [-500, -700, 900, 150]);
    assert.deepEqual(leftOut(read), [[6, 'the amount is zero: "m3"', 0]]);
  });

  test('types of a bank of its own', () => {
    assert.deepEqual(
      amountsOf(readText(file(['CARGO', '5.00'], ['ABONO', '9.00'], ['CARGO', '1.00']))),
      [-500, 900, -100],
    );
  });

  test('thousands or three decimals', () => {
    for (const amount of ['1.000', '1,000', '+123.456'])
      assert.match(
        readText(file(['CREDIT', amount], ['DEBIT', '-5,00'])).refused,
        /^Line 3: [-+\d.,]+ may be a number of thousands, or have three decimals, which EUR has not/,
      );
    assert.deepEqual(amountsOf(readText(file(['CREDIT', '1.000'], ['DEBIT', '-1234.500']))), [100, -123_450]);
  });

  test('the sign counts where there is one', () => {
    assert.deepEqual(
      amountsOf(readText(file(['DEBIT', '5.00'], ['CREDIT', '-9.00'], ['DEBIT', '-1.00']))),
      [500, -900, -100],
    );
    assert.deepEqual(
      amountsOf(readText(file(['CREDIT', '5.00'], ['DEP', '9.00'], ['OTHER', '1.00']))),
      [500, 900, 100],
    );
  });

  test('what cannot be told is refused', () => {
    const next =
      'Take a file of a longer period that has both, or the statement as CAMT.053, MT940 or CSV. Nothing was imported.';
    for (const [movements, why] of [
      [
        [['CHECK', '5.00']],
        'Line 3: whether the CHECK brings money in or takes it out cannot be told from the signs of the file.',
      ],
      [
        [
          ['DEBIT', '5.00'],
          ['CREDIT', '1.00'],
          ['XFER', '2.00'],
        ],
        'Line 3: whether the DEBIT brings money in or takes it out cannot be told from the signs of the file.',
      ],
      [
        [
          ['POS', '5.00'],
          ['POS', '1.00'],
          ['CREDIT', '2.00'],
        ],
        'Line 3: whether the POS brings money in or takes it out cannot be told from the signs of the file.',
      ],
      [
        [
          ['CREDIT', '-5.00'],
          ['DEBIT', '-1.00'],
        ],
        'Line 3: whether the CREDIT brings money in or takes it out cannot be told from the signs of the file.',
      ],
      [
        [
          ['DEBIT', '5.00'],
          ['CREDIT', '-1.00'],
          ['OTHER', '2.00'],
        ],
        'Line 3: whether the DEBIT brings money in or takes it out cannot be told from the signs of the file.',
      ],
    ] as const)
      assert.equal(readText(file(...movements)).refused, `${why} ${next}`);
  });

  test('pending movements are left out, and one outside of every statement is refused', () => {
    const text = file(['CREDIT', '5.00']);
    const pending = '<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261103<TRNAMT>-7.00<NAME>Fuel</STMTTRNP>';
    const read = readText(
      text.replace('</BANKTRANLIST>', `</BANKTRANLIST><BANKTRANLISTP>${pending}</BANKTRANLISTP>`),
    );
    assert.deepEqual(
      [amountsOf(read), leftOut(read)],
      [[500], [[3, 'the bank has not booked it yet: "Fuel"', -700]]],
    );
    assert.match(
      readText(text.replace('</STMTRS>', '').replace('<STMTRS>', '<STMTRS></STMTRS>')).refused,
      /stands outside of every statement/,
    );
  });
});
