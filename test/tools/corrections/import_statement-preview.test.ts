// import_statement: what is told before anything is written, and the ways in which file and columns are given.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
const account = () => addAccount(service, service.entities.mx);

const csv = (...rows: readonly string[]): string =>
  ['date,description,amount,balance', ...rows, ''].join('\n');

test('period and gap to the statement before it, also when the file was imported already', async () => {
  const bank_account_id = await account();
  const january = csv('2026-01-05,RENTA UNO,100.00,1100.00', '2026-01-30,RENTA DOS,-50.00,1050.00');
  const first = await mx().import_statement({ bank_account_id, content: january });
  assert.deepEqual([first.period_start, first.period_end, first.gap], ['2026-01-05', '2026-01-30', null]);
  const march = csv('2026-03-02,VENTA TRES,10.00,1210.00', '2026-03-03,VENTA CUATRO,5.00,1215.00');
  const gap = {
    bank_statement_id: first.bank_statement_id,
    period_end: '2026-01-30',
    closing_balance: 1050,
    days: 30,
    amount: 150,
  };
  const remark =
    'The opening balance 1200.00 is not the closing balance 1050 of the statement before it, which ends on 2026-01-30: a statement between them is missing.';
  for (const dry_run of [true, false, false]) {
    const told = await mx().import_statement({ bank_account_id, content: march, dry_run });
    assert.deepEqual([told.gap, told.remarks], [gap, [remark]]);
    assert.deepEqual([told.opening_balance, told.closing_balance], [1200, 1215]);
  }
  const february = csv('2026-02-10,VENTA CINCO,150.00,1200.00');
  const between = await mx().import_statement({ bank_account_id, content: february });
  assert.deepEqual([between.gap?.amount, between.gap?.days, between.remarks], [0, 10, []]);
  // What stops the import keeps the rest of what is told.
  const bad = csv('2026-03-02,VENTA TRES,10.00,1210.00', 'soon,VENTA CUATRO,5.00,1215.00');
  const stopped = await mx().import_statement({ bank_account_id, content: bad, dry_run: true });
  assert.deepEqual([stopped.rejected_count, stopped.gap?.amount], [1, 0]);
});

test('bytes instead of a text: the encoding is that of the file', async () => {
  const bank_account_id = await account();
  const content_base64 = Buffer.from('Fecha;Concepto;Importe\n05/03/2026;Peña;-10,50\n', 'latin1').toString(
    'base64',
  );
  const told = await mx().import_statement({ bank_account_id, content_base64 });
  assert.deepEqual([told.imported, told.money_out], [1, 10.5]);
  const { data } = await mx().search_bank_transactions({ bank_account_id });
  assert.equal(data[0]?.description, 'Peña');
});

test('one of text and bytes, and of heading and number', async () => {
  const bank_account_id = await account();
  const refuse = (params: object) =>
    changingNothing(service.database, () =>
      callError(service.url, service.keys.mx, 'import_statement', { bank_account_id, ...params }),
    );
  assert.equal((await refuse({}))['code'], 'missing_one_of');
  assert.equal((await refuse({ content: 'a', content_base64: 'YWFh' }))['code'], 'only_one_of');
  const garbled = await refuse({ content_base64: '????' });
  assert.deepEqual([garbled['code'], garbled['path']], ['invalid_parameter', 'content_base64']);
  const unread = await refuse({ content_base64: Buffer.from('hello').toString('base64') });
  assert.deepEqual([unread['code'], unread['path']], ['statement_unreadable', 'content_base64']);
  for (const column of [{ field: 'date' }, { field: 'date', heading: 'A', column: 1 }]) {
    const told = await refuse({ content: 'A,B\n', columns: [column] });
    assert.deepEqual([told['code'], told['path']], ['invalid_parameter', 'columns[0]']);
  }
});

test('a column by its number', async () => {
  const told = await mx().import_statement({
    bank_account_id: await account(),
    content: 'Wann;Was;Was\n04.03.2026;77,10;Miete\n',
    columns: [
      { field: 'date', column: 1 },
      { field: 'amount', column: 2 },
      { field: 'description', column: 3 },
    ],
    dry_run: true,
  });
  assert.deepEqual([told.imported, told.money_in, told.rejected], [1, 77.1, []]);
});
