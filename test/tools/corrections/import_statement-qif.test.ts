// import_statement of QIF: dates and amounts in the forms that banks write, and what is refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { callError } from '../../support/wire.ts';
import { changingNothing } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);
const qif = (type: string, ...records: readonly (readonly string[])[]): string =>
  [`!Type:${type}`, ...records.flatMap((lines) => [...lines, '^']), ''].join('\r\n');
const send = async (content: string, more: object = {}) => {
  const bank_account_id = await addAccount(service, service.entities.mx);
  const told = await mx().import_statement({ bank_account_id, content, ...more });
  const { data } = await mx().search_bank_transactions({ bank_account_id });
  const lines = data.map(({ date, amount, transaction_type: type, description }) => [
    date,
    type === 'credit' ? amount : -amount,
    description,
  ]);
  return { told, lines, bank_account_id };
};
const refuse = async (content: string): Promise<string> => {
  const bank_account_id = await addAccount(service, service.entities.mx);
  const told = await changingNothing(service.database, () =>
    callError(service.url, service.keys.mx, 'import_statement', { bank_account_id, content }),
  );
  assert.equal(told['code'], 'statement_unreadable');
  return `${String(told['reason'])} ${String(told['hint'])}`;
};

test('months first, thousands, texts, references and splits', async () => {
  const { told, lines } = await send(
    qif(
      'Bank',
      ['D02/20/2026', 'T-1,000.00', 'PRent', 'MFebruary', 'NEFT', 'LHousing'],
      ['D02/21/2026', 'U2,000.50', 'T2,000.50', 'PCustomer', 'MINV-7', 'N1001', 'C*'],
      ['D03/01/2026', 'T-30.00', 'PShop', 'SFood', 'EBread', '$-10.00', 'SHome', 'ELamp', '$-20.00'],
      ['D03/02/2026', 'T0.00', 'PNotice'],
    ),
  );
  assert.deepEqual([told.imported, told.money_in, told.money_out, told.left_out_count], [3, 2000.5, 1030, 1]);
  assert.deepEqual(lines.toReversed(), [
    ['2026-02-20', -1000, 'February'],
    ['2026-02-21', 2000.5, 'INV-7'],
    ['2026-03-01', -30, 'Bread Lamp'],
  ]);
});

test('days first, decimal commas, years behind an apostrophe, years of two digits', async () => {
  const { lines } = await send(
    qif('Bank', ["D13. 2' 6", 'T-1.234,56', 'PMiete'], ['D14.02.26', 'T77,10', 'PKunde']),
  );
  assert.deepEqual(lines.toReversed(), [
    ['2006-02-13', -1234.56, 'Miete'],
    ['2026-02-14', 77.1, 'Kunde'],
  ]);
  const { lines: us } = await send(
    qif('CCard', ["D3/ 2'26", 'T-5.00', 'PShop'], ["D3/15'26", 'T-6.00', 'PBar']),
  );
  assert.deepEqual(
    us.map(([day]) => day),
    ['2026-03-15', '2026-03-02'],
  );
});

test('what may be a day or a month is asked about, and remembered', async () => {
  const content = qif(
    'Bank',
    ['D11/02/2026', 'T-1,000.00', 'PRent'],
    ['D11/03/2026', 'T2,000.00', 'PCustomer'],
  );
  assert.match(await refuse(content), /Line 2: "11\/02\/2026".*Send date_order "dmy" or "mdy"/);
  const { told, bank_account_id, lines } = await send(content, { date_order: 'dmy' });
  assert.deepEqual([told.imported, lines[0]?.[0]], [2, '2026-03-11']);
  const next = qif('Bank', ['D01/04/2026', 'T-7.00', 'PFee']);
  const again = await mx().import_statement({ bank_account_id, content: next });
  assert.deepEqual([again.imported, again.period_start], [1, '2026-04-01']);
});

test('the opening balance is no movement; lists of other things are passed over', async () => {
  const categories = ['!Type:Cat', 'NRent', 'E', '^'].join('\n');
  const body = qif(
    'Bank',
    ['D02/19/2026', 'T500.00', 'POpening Balance', 'L[Checking]'],
    ['D02/20/2026', 'T-1.00', 'PShop'],
  );
  const { told } = await send(`!Option:AutoSwitch\n!Account\nNChecking\nTBank\n^\n${body}${categories}\n`);
  assert.deepEqual([told.imported, told.left_out.map(({ amount }) => amount), told.money_in], [1, [500], 0]);
});

test('what is refused', async () => {
  const one = ['D02/20/2026', 'T-1.00', 'PShop'];
  assert.match(await refuse(`!Type:Bank\n${one.join('\n')}\n`), /the record on line 2 does not end/);
  assert.match(await refuse('!Type:Bank\n'), /without movements/);
  assert.match(await refuse(qif('Invst', one)), /"!Type:Invst", which is no statement/);
  const of = (name: string): string => `!Account\nN${name}\n^\n${qif('Bank', one)}`;
  assert.match(await refuse(of('A') + of('B')), /several accounts: .*A.*B/);
});
