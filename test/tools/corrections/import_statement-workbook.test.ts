// import_statement of .xlsx workbooks: what is read, and what is refused before it costs anything.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Cell, toXlsx, toZip, type Written } from '../../domain/bank-statements/workbooks.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callError } from '../../support/wire.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { changingNothing } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);
const send = async (bytes: Buffer, more: object = {}) =>
  mx().import_statement({
    bank_account_id: await addAccount(service, service.entities.mx),
    content_base64: bytes.toString('base64'),
    file_name: 'march.xlsx',
    ...more,
  });
const refuse = async (bytes: Buffer): Promise<string> => {
  const bank_account_id = await addAccount(service, service.entities.mx);
  const told = await changingNothing(service.database, () =>
    callError(service.url, service.keys.mx, 'import_statement', {
      bank_account_id,
      content_base64: bytes.toString('base64'),
    }),
  );
  return `${String(told['code'])}: ${String(told['reason'])}`;
};

const n = (digits: string): Cell => ({ n: digits });
/** 2 March 2026. */
const DAY = 46_083;
const day = (after_: number): Cell => ({ day: DAY + after_ });
const HEADINGS: readonly Cell[] = ['Fecha', 'Concepto', 'Importe', 'Saldo'];
const book = (...rows: readonly (readonly Cell[])[]): Written => ({
  sheets: { Movimientos: [['Estado de cuenta'], [], HEADINGS, ...rows] },
});

describe('what is read', () => {
  test('days by their format, numbers without noise, texts of both kinds, titles above', async () => {
    const told = await send(
      toXlsx(
        book(
          [day(0), 'SPEI RECIBIDO', n('1234.5'), n('11234.5')],
          [{ day: DAY + 1, style: 2 }, { inline: 'PAGO <1>' }, n('-1190.0000000000002'), n('10044.5')],
          [day(2), 'COMISION', n('-0.30000000000000004'), n('10044.2')],
          [day(3), 'VENTA', n('1E3'), n('11044.200000000001')],
          [null, null, null, null],
        ),
      ),
    );
    assert.deepEqual(
      [told.imported, told.money_in, told.money_out, told.opening_balance, told.closing_balance],
      [4, 2234.5, 1190.3, 10_000, 11_044.2],
    );
    assert.deepEqual([told.period_start, told.period_end], ['2026-03-02', '2026-03-05']);
  });

  test('days that are counted from 1904', async () => {
    const told = await send(toXlsx({ ...book([day(-1462), 'A DOS', n('5'), n('5')]), since1904: true }));
    assert.deepEqual([told.imported, told.period_start], [1, '2026-03-02']);
  });

  test('three decimals are no thousands', async () => {
    const told = await send(toXlsx(book([day(0), 'VENTA', n('1.005'), n('9')])), { dry_run: true });
    assert.deepEqual(
      [told.imported, told.rejected],
      [0, [{ line: 4, reason: '1.0050 has more decimals than MXN' }]],
    );
  });

  test('the values of formulas, which is told', async () => {
    const told = await send(
      toXlsx(
        book(
          [day(0), 'VENTA', n('10'), { f: 'C4', v: '10' }],
          [day(1), 'PAGO', n('-4'), { f: 'D4+C5', v: '6' }],
        ),
      ),
    );
    assert.deepEqual([told.imported, told.closing_balance], [2, 6]);
    assert.deepEqual(told.remarks, [
      '2 cells hold formulas; none was run, and the values that the workbook has of them were taken.',
    ]);
  });

  test('rows that are no movements are left out as of any table', async () => {
    const told = await send(
      toXlsx(
        book(
          [day(0), 'SALDO INICIAL', n('100'), null],
          [day(0), 'AVISO', n('0'), null],
          [day(1), 'VENTA', n('10'), null],
          [day(2), 'SALDO FINAL', n('110'), null],
        ),
      ),
    );
    assert.deepEqual(
      [told.imported, told.left_out.map(({ line }) => line), told.opening_balance, told.closing_balance],
      [1, [4, 5, 7], 100, 110],
    );
  });

  test('the one sheet of several that has movements; macros are left where they are', async () => {
    const rows = [HEADINGS, [day(0), 'VENTA', n('10'), n('10')]] as const;
    const sheets = { Portada: [['Banco']], Datos: rows, Copia: rows };
    const told = await send(toXlsx({ sheets, hidden: ['Copia'], parts: { 'xl/vbaProject.bin': 'macro' } }));
    assert.deepEqual([told.imported, told.money_in], [1, 10]);
  });
});

describe('what is refused', () => {
  test('formulas without values', async () => {
    const told = await refuse(toXlsx(book([day(0), 'VENTA', { f: 'SUM(A1)' }, n('1')])));
    assert.match(told, /^statement_unreadable: .* formula without a value, in C4 of the sheet "Movimientos"/);
  });

  test('movements on several sheets, by their names', async () => {
    const rows = [HEADINGS, [day(0), 'VENTA', n('10'), n('10')]] as const;
    const told = await refuse(toXlsx({ sheets: { Enero: rows, Febrero: rows } }));
    assert.match(told, /rows of a statement on several sheets: .*Enero.*Febrero/);
  });

  test('archives that unpack to more than they seem', async () => {
    const zeros = Buffer.alloc(120 * 1024 * 1024, '<row/>');
    const parts = { 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': zeros };
    for (const bytes of [toZip(parts), toZip(parts, { saidSize: 1_000 })]) {
      const start = process.cpuUsage();
      assert.match(await refuse(bytes), /^statement_(?:too_costly|unreadable): /);
      const { user, system } = process.cpuUsage(start);
      assert.ok(user + system < 10_000_000, 'refused before it is unpacked');
    }
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`a${at}`, '']));
    assert.match(await refuse(toZip(many)), /^statement_too_costly: /);
  });

  test('other archives, damaged ones, old workbooks, workbooks without movements', async () => {
    assert.match(await refuse(toZip({ 'a.csv': 'x' })), /a ZIP archive and no \.xlsx workbook/);
    const whole = toXlsx(book([day(0), 'VENTA', n('10'), n('10')]));
    assert.match(await refuse(whole.subarray(0, whole.length - 40)), /is a damaged workbook/);
    assert.match(await refuse(Buffer.from('d0cf11e0a1b11ae1', 'hex')), /an old binary workbook/);
    assert.match(await refuse(toXlsx({ sheets: { A: [['Fecha'], ['hola']] } })), /no row of the workbook/);
    const entity = '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>';
    assert.match(
      await refuse(toXlsx({ ...book(), parts: { 'xl/workbook.xml': entity } })),
      /document type declaration/,
    );
  });
});
