// statement import: plain CSV of Mexican and German banks, whole or not at all, and nothing twice.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { admin, db, de, mx, usingTwoCompanies } from './two-companies.ts';

usingTwoCompanies();

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`;

describe('statement import', () => {
  let pesos: string;
  let euros: string;
  // Every test has accounts of its own, so that none sees the lines of another.
  beforeEach(async () => {
    pesos = (await admin.json('bank-account', 'create', '--entity', mx, '--name=BBVA', '--currency=MXN')).id;
    euros = (await admin.json('bank-account', 'create', '--entity', de, '--name=Hausbank', '--currency=EUR'))
      .id;
  });

  const load = (account: string, content: string | Buffer, ...options: string[]) =>
    admin.json(
      'statement',
      'import',
      '--bank-account',
      account,
      admin.file('statement.csv', content),
      ...options,
    );
  const refuse = (account: string, content: string | Buffer, ...options: string[]) =>
    admin.refused(
      'statement',
      'import',
      '--bank-account',
      account,
      admin.file('bad.csv', content),
      ...options,
    );
  /** With rows that are rejected: the report on standard output, the failure on standard error. */
  const reject = async (account: string, content: string, ...options: string[]) => {
    const path = admin.file('rejected.csv', content);
    const { code, out, err } = await admin.run(
      'statement',
      'import',
      '--bank-account',
      account,
      path,
      '--json',
      ...options,
    );
    assert.equal(code, 1);
    assert.equal((JSON.parse(err) as { error: { code: string } }).error.code, 'rows_rejected');
    return JSON.parse(out) as { imported: number; rejected: { line: number; reason: string }[] };
  };
  const stored = async (account: string) => {
    const rows = await db.database.kysely
      .selectFrom('bank_transaction')
      .select([
        'date',
        'amount_minor',
        'transaction_type',
        'description',
        'reference',
        'occurrence',
        'statement_line',
      ])
      .where('bank_account_id', '=', account)
      .orderBy('id')
      .execute();
    return rows.map((row) => [
      row.date,
      (row.transaction_type === 'debit' ? -1 : 1) * row.amount_minor,
      row.description,
    ]);
  };

  it('reads a Mexican file with a debit and a credit column, thousands and a balance', async () => {
    const file = lines(
      'Cuenta,Fecha De Operación,Referencia,Descripción,Depósitos,Retiros,Saldo',
      '\'0123456789,03/03/2026,0001,SPEI RECIBIDO HOTELES TEPOZAN,"$12,500.00",-,"$112,500.00"',
      '\'0123456789,04/03/2026,0002,COMISIÓN,-,"$1,234.56","$111,265.44"',
    );
    const report = await load(pesos, file);
    assert.match(report.bank_statement_id, /^bstm_/);
    assert.deepEqual(report, {
      bank_statement_id: report.bank_statement_id,
      rows: 2,
      imported: 2,
      duplicates: 0,
      left_out: [],
      rejected: [],
      money_in: 12_500,
      money_out: 1_234.56,
      opening_balance: 100_000,
      closing_balance: 111_265.44,
      currency: 'MXN',
      period_start: '2026-03-03',
      period_end: '2026-03-04',
      gap: null,
      transfers_suggested: 0,
      warnings: [],
    });
    assert.deepEqual(await stored(pesos), [
      ['2026-03-03', 1_250_000, 'SPEI RECIBIDO HOTELES TEPOZAN'],
      ['2026-03-04', -123_456, 'COMISIÓN'],
    ]);
    const statement = await db.database.kysely
      .selectFrom('bank_statement')
      .selectAll()
      .where('id', '=', report.bank_statement_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [statement.period_start, statement.period_end, statement.transaction_count, statement.duplicate_count],
      ['2026-03-03', '2026-03-04', 2, 0],
    );
    assert.deepEqual(
      [statement.opening_balance_minor, statement.closing_balance_minor],
      [10_000_000, 11_126_544],
    );
    assert.equal(statement.file_name, 'statement.csv');
  });

  it('reads a German file in windows-1252 with semicolons, a preamble and the latest line first', async () => {
    const file = latin1(
      lines(
        '"Girokonto";"DE89370400440532013000"',
        '',
        '"Buchungstag";"Verwendungszweck";"Begünstigter/Zahlungspflichtiger";"Betrag";"Währung";"Saldo"',
        '"05.03.26";"Miete März";"Müller & Söhne";"-1.234,50";"EUR";"8.765,50"',
        '"04.03.26";"RE 2026-17";"Käufer AG";"3.283,3";"EUR";"10.000,00"',
      ),
    );
    const report = await load(euros, file);
    assert.deepEqual([report.rows, report.imported], [2, 2]);
    assert.deepEqual(await stored(euros), [
      ['2026-03-05', -123_450, 'Miete März'],
      ['2026-03-04', 328_330, 'RE 2026-17'],
    ]);
    const { opening_balance_minor, closing_balance_minor } = await db.database.kysely
      .selectFrom('bank_statement')
      .selectAll()
      .where('id', '=', report.bank_statement_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([opening_balance_minor, closing_balance_minor], [671_670, 876_550]);
    const hints = await db.database.kysely
      .selectFrom('bank_transaction')
      .select('counterparty_hint')
      .where('bank_account_id', '=', euros)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      hints.map((row) => row.counterparty_hint),
      ['Müller & Söhne', 'Käufer AG'],
    );
  });

  it('reads UTF-8 with a byte order mark, an ISO date and the currency in a heading', async () => {
    const file = `\ufeff${lines('Booking Date,Partner Name,Payment Reference,Amount (EUR)', '2026-03-01,Amazon,Order 5,-12.5')}`;
    assert.equal((await load(euros, file)).imported, 1);
    assert.deepEqual(await stored(euros), [['2026-03-01', -1_250, 'Order 5']]);
  });

  it('takes a mapping for headings that it does not know, and refuses one that does not fit', async () => {
    const file = lines('Cuándo|Qué|Cuánto, neto', '1/2/2026|Renta|-1500', '2/2/2026|Cobro|(200.10)');
    const map = ['--map-columns', 'date=Cuándo,amount=Cuánto, neto,description=Qué'];
    assert.match(
      (await refuse(pesos, file)).message,
      /not a bank statement.*Its headings: Cuándo, Qué, Cuánto, neto/,
    );
    assert.equal((await load(pesos, file, ...map)).imported, 2);
    assert.deepEqual(await stored(pesos), [
      ['2026-02-01', -150_000, 'Renta'],
      ['2026-02-02', -20_010, 'Cobro'],
    ]);
    assert.match(
      (await refuse(pesos, file, '--map-columns', 'date=Cuando,amount=Total')).message,
      /headings Cuando, Total/,
    );
    assert.match(
      (await refuse(pesos, file, '--map-columns', 'dat=Cuándo')).message,
      /no column "dat" to map.*date/,
    );
    assert.equal((await refuse(pesos, file, '--map-columns', 'Cuándo')).code, 'usage');
  });

  it('decides the order of day and month for the whole file, or is told', async () => {
    const american = lines('Date,Description,Amount', '3/1/2026,a,1', '3/15/2026,b,2');
    await load(pesos, american);
    assert.deepEqual(
      (await stored(pesos)).map(([day]) => day),
      ['2026-03-01', '2026-03-15'],
    );
    const told = lines('Date,Description,Amount', '3/1/2026,c,1');
    await load(pesos, told, '--date-format', 'mdy');
    await load(pesos, lines('Date,Text,Amount', '3/1/2026,d,1'));
    assert.deepEqual(
      (await stored(pesos)).slice(2).map(([day]) => day),
      ['2026-03-01', '2026-01-03'],
    );
    await load(pesos, lines('Fecha,Concepto,Importe', '5-dic-2025,e,1', '6 de enero de 2026,f,2'));
    assert.deepEqual(
      (await stored(pesos)).slice(4).map(([day]) => day),
      ['2025-12-05', '2026-01-06'],
    );
  });

  it('adds nothing twice and loses no genuine twin', async () => {
    const coffee = '02/03/2026,CAFE,-45.00';
    const first = lines('Fecha,Concepto,Importe', coffee, coffee, '03/03/2026,ABONO,100.00');
    const one = await load(pesos, first);
    assert.deepEqual([one.imported, one.duplicates], [3, 0]);
    // The same file again is the same statement.
    const again = await load(pesos, first);
    assert.deepEqual(
      [again.bank_statement_id, again.imported, again.duplicates],
      [one.bank_statement_id, 0, 3],
    );
    // A file that overlaps, in another order and with a third coffee of the same day.
    const second = await load(
      pesos,
      lines('Fecha,Concepto,Importe', '04/03/2026,PAGO,-7', coffee, coffee, coffee),
    );
    assert.deepEqual([second.imported, second.duplicates], [2, 2]);
    // A file that shows only one of them takes none away and adds none.
    const third = await load(pesos, lines('Fecha,Concepto,Importe', coffee));
    assert.deepEqual([third.imported, third.duplicates], [0, 1]);
    assert.notEqual(third.bank_statement_id, one.bank_statement_id);
    assert.equal((await stored(pesos)).filter(([, , text]) => text === 'CAFE').length, 3);
    assert.equal((await stored(pesos)).length, 5);
  });

  it('adds each line once when a file is imported by several at once', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `03/03/2026,LINEA ${index % 10},-${index % 10}.50`);
    const path = admin.file('parallel.csv', lines('Fecha,Concepto,Importe', ...rows));
    const reports = await Promise.all(
      Array.from({ length: 4 }, () => admin.json('statement', 'import', '--bank-account', pesos, path)),
    );
    assert.deepEqual(
      reports.map(({ imported }) => Number(imported)).toSorted((a, b) => a - b),
      [0, 0, 0, 40],
    );
    assert.equal(new Set(reports.map(({ bank_statement_id }) => bank_statement_id)).size, 1);
    assert.equal((await stored(pesos)).length, 40);
  });

  it('takes a file whole or not at all, and with --partial what is right', async () => {
    const file = lines(
      'Fecha,Concepto,Importe',
      '03/03/2026,bien,10.00',
      '30/02/2026,mal día,10.00',
      '03/03/2026,mal número,diez',
      '03/03/2026,demasiado,10.0051',
      '03/03/2026,nada,0.00',
      '46000,hoja de cálculo,10.00',
      '03/03/2026',
      ',sin fecha,1.00',
      '03/03/2026,PAGO 5, 10.00, 20.00',
      '04/03/2026,otra coma al final,10.00,',
    );
    const report = await reject(pesos, file);
    assert.equal(report.imported, 0);
    assert.deepEqual(report.rejected, [
      { line: 3, reason: '"30/02/2026" is not a date' },
      { line: 4, reason: '"diez" is not a number with a decimal point' },
      { line: 5, reason: '10.0051 has more decimals than MXN' },
      { line: 7, reason: '"46000" is a spreadsheet\'s count of days, not a date' },
      { line: 8, reason: 'the line has 1 of 3 columns' },
      { line: 9, reason: 'the date is missing' },
      { line: 10, reason: 'the line has 4 of 3 columns' },
    ]);
    assert.deepEqual(await stored(pesos), []);
    const partial = await load(pesos, file, '--partial');
    assert.deepEqual(
      [partial.rows, partial.imported, partial.left_out, partial.rejected.length],
      [10, 2, [{ line: 6, reason: 'the amount is zero: "nada"', amount: 0 }], 7],
    );
    assert.equal((await stored(pesos)).length, 2);
  });

  it('refuses a file whose balances do not follow from each other, naming the line', async () => {
    const file = lines(
      'Fecha,Concepto,Importe,Saldo',
      '01/03/2026,a,10,110',
      '02/03/2026,b,-5,105',
      '03/03/2026,c,1,107',
    );
    const report = await reject(pesos, file);
    assert.deepEqual(report.rejected, [
      {
        line: 4,
        reason:
          'the balance 107 does not follow from the line before it, which makes 106; a line is missing or a number is wrong',
      },
    ]);
    const partial = await load(pesos, file, '--partial');
    assert.deepEqual([partial.imported, partial.rejected, partial.warnings.length], [3, [], 1]);
  });

  it('refuses what must not be read, with line and reason, and imports nothing', async () => {
    const head = 'Fecha,Concepto,Importe,Moneda,Cuenta';
    const cases: [string | Buffer, RegExp][] = [
      [
        lines(head, '03/03/2026,a,1.00,MXN,', '03/03/2026,b,1.00,USD,'),
        /Line 3 is in USD, and the account BBVA is in MXN/,
      ],
      [lines('Date,Text,Amount (EUR)', '2026-03-03,a,1.00'), /Line 1 is in EUR/],
      [
        lines('Fecha;Concepto;Importe', '03/03/2026;a;1,23E+25'),
        /Line 2: 1,23E\+25 is a number that a spreadsheet/,
      ],
      [
        lines('Fecha;Concepto;Importe', '03/03/2026;a;1.234,50', '03/03/2026;b;99.95'),
        /Line 3: "99.95" and "1.234,50" on line 2/,
      ],
      ['{"date":"2026-03-03"}', /not a bank statement/],
      [lines(head), /headings and no rows/],
      [Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2]), /not a text file/],
      ['', /is empty/],
      [lines('Fecha,Concepto,Importe', '03/03/2026,"a,1.00'), /not readable as CSV.*quote/],
    ];
    for (const [content, message] of cases) assert.match((await refuse(pesos, content)).message, message);
    assert.deepEqual(await stored(pesos), []);
    const missing = await admin.refused('statement', 'import', '--bank-account', pesos, '/nowhere/x.csv');
    assert.match(missing.message, /does not exist/);
    assert.match(
      (await refuse(pesos, 'x', '--format', 'cvs')).message,
      /Allowed choices are auto, .*csv\. Did you mean "csv"\?/,
    );
    const unknown = 'bacc_01k5m8x2q4e7taw9c6rjv3hn0d';
    assert.equal((await refuse(unknown, lines(head))).code, 'not_found');
  });

  it('refuses the statement of another account', async () => {
    const { id } = await admin.json(
      'bank-account',
      'create',
      '--entity',
      mx,
      '--name=Con CLABE',
      '--currency=MXN',
      '--clabe=032180000118359719',
    );
    const file = (clabe: string): string =>
      lines('Fecha,Concepto,Importe,CLABE', `03/03/2026,a,1.00,'${clabe}`);
    assert.match(
      (await refuse(id, file('002180700123456780'))).message,
      /Line 2 belongs to the account 002180700123456780/,
    );
    assert.equal((await load(id, file('032180000118359719'))).imported, 1);
  });

  it('says in a dry run what it would do, and writes nothing', async () => {
    const file = lines('Fecha,Concepto,Importe', '02/03/2026,CAFE,-45.00', '02/03/2026,CAFE,-45.00');
    const dry = await load(pesos, file, '--dry-run');
    assert.deepEqual([dry.bank_statement_id, dry.rows, dry.imported, dry.duplicates], [null, 2, 2, 0]);
    assert.deepEqual(await stored(pesos), []);
    await load(pesos, file);
    const later = await load(pesos, file, '--dry-run');
    assert.deepEqual([later.imported, later.duplicates], [0, 2]);
    const kept = await db.database.kysely
      .selectFrom('bank_statement')
      .select('id')
      .where('bank_account_id', '=', pesos)
      .execute();
    assert.equal(kept.length, 1);
  });

  it('tells people in sentences, and keeps the import in the trail', async () => {
    const path = admin.file('people.csv', lines('Fecha,Concepto,Importe', '02/03/2026,CAFE,-45.00'));
    const { out, code } = await admin.run(
      'statement',
      'import',
      '--bank-account',
      pesos,
      path,
      '--by=ana@ibarra.example',
    );
    assert.equal(code, 0);
    assert.match(
      out,
      /1 rows: 1 imported, 0 already there, 0 left out, 0 rejected\.\nMoney in 0 MXN, money out 45 MXN; balance before unknown, after unknown\.\nFrom 2026-03-02 to 2026-03-02\.\nStatement bstm_/,
    );
    const audit = await db.database.kysely
      .selectFrom('audit')
      .select(['actor_type', 'action', 'after'])
      .where('record_type', '=', 'bank_statement')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    assert.deepEqual([audit.actor_type, audit.action], ['member', 'statement import']);
  });
});
