// statement import: columns that nobody knows, columns that are joined, sums below the table and numbers that may be read
// in two ways.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { admin, db, de, mx, usingTwoCompanies } from './two-companies.ts';

usingTwoCompanies();

const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`;

describe('the columns of a statement', () => {
  let pesos: string;
  let euros: string;
  beforeEach(async () => {
    pesos = (await admin.json('bank-account', 'create', '--entity', mx, '--name=BBVA', '--currency=MXN')).id;
    euros = (await admin.json('bank-account', 'create', '--entity', de, '--name=Hausbank', '--currency=EUR'))
      .id;
  });

  const args = (account: string, content: string, ...options: string[]): string[] => [
    'statement',
    'import',
    '--bank-account',
    account,
    admin.file('columns.csv', content),
    ...options,
  ];
  const load = (account: string, content: string, ...options: string[]) =>
    admin.json(...args(account, content, ...options));
  const refuse = (account: string, content: string, ...options: string[]) =>
    admin.refused(...args(account, content, ...options));
  const stored = (account: string) =>
    db.database.kysely
      .selectFrom('bank_transaction')
      .select(['description', 'reference', 'amount_minor'])
      .where('bank_account_id', '=', account)
      .orderBy('id')
      .execute();

  it('takes what a word calls a debit as money that goes out, though its amount has no sign', async () => {
    const file = lines(
      'Buchungstag;Verwendungszweck;Betrag;Soll/Haben',
      '03.03.2026;Miete;12,50;Soll',
      '04.03.2026;Rechnung 7;30,00;H',
      '05.03.2026;Gas;7,25;s',
    );
    assert.equal((await load(euros, file)).imported, 3);
    const read = await db.database.kysely
      .selectFrom('bank_transaction')
      .select(['description', 'transaction_type', 'amount_minor'])
      .where('bank_account_id', '=', euros)
      .orderBy('id')
      .execute();
    assert.deepEqual(read, [
      { description: 'Miete', transaction_type: 'debit', amount_minor: 1250 },
      { description: 'Rechnung 7', transaction_type: 'credit', amount_minor: 3000 },
      { description: 'Gas', transaction_type: 'debit', amount_minor: 725 },
    ]);
  });

  it('adds the text of unknown columns to the description and names them', async () => {
    const file = lines(
      'Fecha,Concepto,Leyenda,Serie,Sucursal,Importe',
      '03/03/2026,SPEI RECIBIDO,PAGO FACTURA A-1203,000123,0981 CENTRO,12500.00',
      '04/03/2026,COMISION SPEI,COMISION SPEI,000124,0981 CENTRO,-6.00',
    );
    const report = await load(pesos, file);
    assert.deepEqual(
      [report.imported, report.warnings],
      [
        2,
        [
          'The text of the column "Leyenda", which nothing else reads, was added to the description; to leave it out, add --map-columns \'ignore="Leyenda"\'.',
        ],
      ],
    );
    assert.deepEqual(
      (await stored(pesos)).map(({ description }) => description),
      ['SPEI RECIBIDO PAGO FACTURA A-1203', 'COMISION SPEI'],
    );
    // What was added is no part of what a line is known by: rows from before such columns were read are found again.
    const without = lines('Fecha,Concepto,Importe', '03/03/2026,SPEI RECIBIDO,12500.00');
    assert.deepEqual((await load(pesos, without)).duplicates, 1);
    const left = await load(
      euros,
      lines('Datum,Zweck,Wort,Betrag', '03.03.2026,a b,Geheim,1.50'),
      '--map-columns',
      'description=Zweck,ignore=Wort',
    );
    assert.deepEqual(
      [left.warnings, await stored(euros)],
      [[], [{ description: 'a b', reference: null, amount_minor: 150 }]],
    );
  });

  it('tells lines apart by added text where a file has no other', async () => {
    const row = (text: string): string => `03/03/2026,${text},500.00`;
    const head = 'Fecha,Leyenda,Importe';
    await load(pesos, lines(head, row('HOTELES TEPOZAN')));
    const more = await load(pesos, lines(head, row('PAPELERA DEL SUR'), row('HOTELES TEPOZAN')));
    assert.deepEqual([more.imported, more.duplicates], [1, 1]);
    assert.deepEqual(
      (await stored(pesos)).map(({ description }) => description),
      ['HOTELES TEPOZAN', 'PAPELERA DEL SUR'],
    );
  });

  it('joins the columns that a mapping names, and remembers it', async () => {
    const head = 'Día,Concepto,"A+B","Nota, larga",Monto total';
    const map = 'date=Día,amount=Monto total,description="Nota, larga"+Concepto,reference="A+B"';
    const first = await load(pesos, lines(head, '03/03/2026,RENTA,F-9,de marzo,1.50'), '--map-columns', map);
    assert.deepEqual(first.warnings, []);
    const second = await load(pesos, lines(head, '04/04/2026,RENTA,F-10,de abril,2.50'));
    assert.deepEqual(second.warnings, [
      `The columns are read as at an earlier import of this account: ${map}.`,
    ]);
    assert.deepEqual(await stored(pesos), [
      { description: 'de marzo RENTA', reference: 'F-9', amount_minor: 150 },
      { description: 'de abril RENTA', reference: 'F-10', amount_minor: 250 },
    ]);
    // Without quotes, a heading that has a plus sign is meant whole where the file has it.
    const whole = 'date=Día,amount=Monto total,description=Concepto,reference=A+B';
    await load(euros, lines(head, '03/03/2026,RENTA,F-9,,1.50'), '--map-columns', whole);
    assert.deepEqual(await stored(euros), [{ description: 'RENTA', reference: 'F-9', amount_minor: 150 }]);
  });

  it('takes columns with the same heading in the order in which they were named, also later', async () => {
    const head = 'Fecha,Concepto,Importe,Importe';
    const map = 'date=Fecha,description=Concepto,credit=Importe,debit=Importe';
    await load(pesos, lines(head, '03/03/2026,VENTA,7.00,', '03/03/2026,LUZ,,2.00'), '--map-columns', map);
    const { kysely } = db.database;
    const { column_map } = await kysely
      .selectFrom('bank_statement_layout')
      .select('column_map')
      .where('bank_account_id', '=', pesos)
      .executeTakeFirstOrThrow();
    const keep = (changed: Partial<Record<'column_map' | 'field_order', string | null>>) =>
      kysely
        .updateTable('bank_statement_layout')
        .set(changed as { column_map: string; field_order: string | null })
        .where('bank_account_id', '=', pesos)
        .execute();
    // A server may keep the keys in any order.
    await keep({ column_map: JSON.stringify(Object.fromEntries(Object.entries(column_map).toReversed())) });
    const read = await load(pesos, lines(head, '04/03/2026,VENTA,8.00,', '04/03/2026,LUZ,,3.00'));
    assert.deepEqual(read.warnings, [
      `The columns are read as at an earlier import of this account: ${map}.`,
    ]);
    const types = await kysely
      .selectFrom('bank_transaction')
      .select(['description', 'transaction_type', 'amount_minor'])
      .where('bank_account_id', '=', pesos)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      types.map(({ description, transaction_type }) => [description, transaction_type]),
      [
        ['VENTA', 'credit'],
        ['LUZ', 'debit'],
        ['VENTA', 'credit'],
        ['LUZ', 'debit'],
      ],
    );
    // As an earlier release has stored it.
    await keep({ field_order: null });
    assert.equal((await load(pesos, lines(head, '05/03/2026,VENTA,9.00,'))).imported, 1);
  });

  it('refuses a mapping that loses a column, with the line, the reason and the headings that exist', async () => {
    const file = lines('Reporte', 'Fecha,Concepto,Leyenda,Importe', '03/03/2026,a,b,1.00');
    const cases: [string, RegExp][] = [
      [
        'amount=Neto',
        /line 2 there is no column "Neto" for amount\. Its headings: Fecha, Concepto, Leyenda, Importe\./,
      ],
      [
        'description=Concepto+Motivo',
        /line 2 there is no column "Motivo" for description\. Its headings: Fecha/,
      ],
      ['description=Concepto+Concepto', /"Concepto" is named twice, for description and for description/],
      [
        'description=Concepto,reference=concepto',
        /"concepto" is named twice, for description and for reference/,
      ],
      ['description=Concepto+', /there is no column "" for description/],
      ['amount=Importe+Leyenda', /amount takes one column, and "Importe\+Leyenda" joins 2/],
    ];
    for (const [map, message] of cases) {
      const refused = await refuse(pesos, file, '--map-columns', map);
      assert.deepEqual(
        [refused.code, message.test(refused.message)],
        ['unreadable_file', true],
        refused.message,
      );
    }
    assert.equal(
      (await refuse(pesos, file, '--map-columns', 'description=Concepto,description=Leyenda')).code,
      'usage',
    );
    assert.match((await refuse(pesos, file, '--map-columns', 'descriptio=Concepto')).message, /Did you mean/);
    assert.deepEqual(await stored(pesos), []);
  });

  it('takes a minus in the column of what goes out for what it is, and refuses one in the other', async () => {
    const file = lines(
      'Fecha,Concepto,Cargo,Abono',
      '03/03/2026,Renta,-45.00,0.00',
      '04/03/2026,Luz,30.00,',
      '05/03/2026,Venta,,20.00',
    );
    await load(pesos, file);
    const rows = await db.database.kysely
      .selectFrom('bank_transaction')
      .select(['transaction_type', 'amount_minor'])
      .where('bank_account_id', '=', pesos)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ transaction_type, amount_minor }) => [transaction_type, amount_minor]),
      [
        ['debit', 4500],
        ['debit', 3000],
        ['credit', 2000],
      ],
    );
    const { rejected } = await load(
      pesos,
      lines('Fecha,Concepto,Cargo,Abono', '06/03/2026,Venta,,-20.00', '06/03/2026,Luz,1.00,'),
      '--partial',
    );
    assert.match(rejected[0].reason, /the credit -20.00 is negative/);
  });

  it('reads the letters of windows-1252, and says which characters nobody would have seen', async () => {
    const head = 'Buchungstag;Verwendungszweck;Betrag\r\n';
    const old = Buffer.concat([
      Buffer.from(`${head}17.11.2026;RE 17 `, 'latin1'),
      Buffer.from([0x84, 0x9a, 0x93, 0x20, 0x80]),
      Buffer.from(';10,00\r\n', 'latin1'),
    ]);
    const import_ = (content: Uint8Array | string) =>
      admin.json('statement', 'import', '--bank-account', euros, admin.file('old.csv', content));
    assert.deepEqual((await import_(old)).warnings, []);
    const turned = await import_(`${head}18.11.2026;RE 18 \u202e81 ER;11,00\r\n`);
    assert.equal(turned.imported, 1);
    assert.deepEqual(turned.warnings, [
      'A character of the file that nobody sees, such as one that turns the order of letters, is stored as \ufffd.',
    ]);
    assert.deepEqual(
      (await stored(euros)).map(({ description }) => description),
      ['RE 17 „š“ €', 'RE 18 \ufffd81 ER'],
    );
  });

  it('asks whether a lone number has thousands, and is told', async () => {
    const file = lines(
      'Buchungstag;Verwendungszweck;Betrag',
      '17.11.2026;RE 17;1.005',
      '18.11.2026;Miete;-380',
    );
    const refused = await refuse(euros, file);
    assert.deepEqual(refused.code, 'invalid_value');
    assert.match(
      refused.message,
      /^Line 2: "1\.005" has thousands or decimals.* --decimal comma or --decimal point/,
    );
    await load(euros, file, '--decimal=comma');
    assert.deepEqual(
      (await stored(euros)).map(({ amount_minor }) => amount_minor),
      [100_500, 38_000],
    );
    // A balance tells as well.
    const told = lines('Buchungstag;Verwendungszweck;Betrag;Saldo', '19.11.2026;RE 18;1.006;2.011,50');
    assert.equal((await load(euros, told)).imported, 1);
    const { code, out } = await admin.run(...args(pesos, file, '--decimal=point'), '--json');
    assert.equal(code, 1);
    assert.match(out, /"line":2,"reason":"1\.005 has more decimals than MXN"/);
  });

  it('leaves out sums and balances of the bank, names them, and takes no genuine line for one', async () => {
    const head = 'Buchungstag;Empfänger;Verwendungszweck;Betrag';
    const file = lines(
      head,
      '02.11.2026;Total Energies SE;Total;-80,00',
      'Summe;;;-80,00',
      'Saldo final 30.11.2026;;;5,50',
    );
    const report = await load(euros, file);
    assert.deepEqual(
      [report.rows, report.imported, report.left_out, report.closing_balance, report.warnings],
      [
        3,
        1,
        [
          { line: 3, reason: 'it is a sum of the bank: "Summe"', amount: -80 },
          { line: 4, reason: 'it is a balance of the account: "Saldo final 30.11.2026"', amount: 5.5 },
        ],
        5.5,
        [],
      ],
    );
    const { code, out } = await admin.run(...args(euros, lines(head, 'Total Energies;;;-80,00')), '--json');
    assert.equal(code, 1);
    assert.match(out, /"line":2,"reason":"\\"Total Energies\\" is not a date"/);
  });
});
