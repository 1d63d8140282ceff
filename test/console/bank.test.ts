// Bank accounts, their lines, and statements from a file: nothing is written before it was looked at.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { BankAccountId } from '../../generated/ids.ts';
import { addInvoice, addParty } from '../support/documents.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { hidden, statusOf } from './bank-support.ts';
import { type Answer, type Person, startTestConsole, type TestConsole } from './support.ts';

let console_: TestConsole;
let person: Person;
let account: BankAccountId;
before(async () => {
  console_ = await startTestConsole();
});
after(() => console_.close());
beforeEach(async () => {
  const { service } = console_;
  account = await addAccount(service, service.entities.mx);
  person = console_.as('accountant');
});

const bank = (path = ''): string => `/companies/${console_.service.entities.mx}/bank${path}`;
const csv = (...rows: string[]): File =>
  new File([`${rows.join('\r\n')}\r\n`], 'marzo.csv', { type: 'text/csv' });
const HEAD = 'Fecha,Concepto,Referencia,Importe';
const countLines = async (): Promise<number> => {
  const rows = await console_.service.database.kysely
    .selectFrom('bank_transaction')
    .select('id')
    .where('bank_account_id', '=', account)
    .execute();
  return rows.length;
};
const importPath = (): string => bank(`/${account}/import`);
const preview = (file: File, fields: Record<string, string> = {}): Promise<Answer> =>
  person.upload(importPath(), 'preview', fields, { file });
/** Imports what a preview showed. */
const confirm = ({ html }: Answer, fields: Record<string, string> = {}): Promise<Answer> =>
  person.upload(
    importPath(),
    'import',
    { hash: hidden(html, 'hash'), 'file.carried': hidden(html, 'file.carried'), ...fields },
    {},
  );

test('an account is made, changed and set inactive; viewers only look', async () => {
  const made = await person.send(bank('/new'), 'make', {
    name: 'Cuenta <b>"1"</b>',
    currency: 'mxn',
    account_type: 'checking',
    account_number_masked: '1971',
    clabe: '0321 8000 0118 3597 19',
  });
  assert.equal(made.status, 200);
  assert.match(made.html, /Cuenta &lt;b>&quot;1&quot;&lt;\/b>/);
  const id = /bank\/(bacc_[^/?"]+)/.exec(made.path)?.[1] ?? '';
  const bad = await person.send(bank(`/${id}/edit`), 'save', {
    name: 'Otra',
    currency: 'MXN',
    account_number_masked: '19',
  });
  assert.equal(bad.status, 422);
  assert.match(bad.html, /value="Otra"/);
  await person.send(bank(`/${id}/edit`), 'save', { name: 'Otra', currency: 'MXN' });
  await person.send(bank(`/${id}`), 'deactivate');
  const row = await console_.service.database.kysely
    .selectFrom('bank_account')
    .select(['name', 'active', 'clabe', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(row, { name: 'Otra', active: false, clabe: '032180000118359719', currency: 'MXN' });
  const viewer = console_.as('viewer');
  assert.match((await viewer.get(bank())).html, /Inactive/);
  assert.equal((await viewer.get(bank('/new'))).status, 403);
  assert.equal((await viewer.get(importPath())).status, 403);
  assert.equal((await viewer.send(bank(`/${id}`), 'activate')).status, 403);
  assert.equal((await person.get(`/companies/${console_.service.entities.de}/bank/${id}`)).status, 404);
});

test('lines are found by every filter, and amounts are read as they are written', async () => {
  const { service } = console_;
  const add = (facts: object) => addLine(service, service.entities.mx, account, facts);
  await add({ description: 'RENTA OFICINA', amount_minor: 1_200_050, transaction_type: 'debit' });
  await add({ description: 'SPEI <script>alert(1)</script>', date: '2026-04-01' });
  const found = async (query: string): Promise<number> =>
    ((await person.get(bank(`/${account}?${query}`))).html.match(/data-line=/g) ?? []).length;
  assert.equal(await found(''), 2);
  assert.equal(await found('query=renta'), 1);
  assert.equal(await found('transaction_type=credit'), 1);
  assert.equal(await found('match_status=confirmed'), 0);
  assert.equal(await found('date_from=2026-03-15'), 1);
  assert.equal(await found('amount_min=12%2C000.50'), 1);
  assert.equal(await found('amount_max=100.00'), 1);
  assert.equal(await found('amount_min=12.000,50&date_to=nonsense&match_status=x'), 2);
  assert.doesNotMatch((await person.get(bank(`/${account}`))).html, /<script>alert/);
});

test('matching runs from the page and says what it did', async () => {
  const { service } = console_;
  const party = await addParty(service.database, service.entities.mx, 'Comercializadora Xaltepec SA de CV');
  const facts = {
    counterparty_id: party,
    total: '431.07',
    series: 'XT',
    number: '90210',
    issue_date: '2026-02-20',
    due_date: '2026-03-04',
  };
  await addInvoice(service.database, service.entities.mx, facts);
  const line = await addLine(service, service.entities.mx, account, {
    description: 'SPEI RECIBIDO COMERCIALIZADORA XALTEPEC XT-90210',
    amount_minor: 43_107,
  });
  let { html, path } = await person.send(bank(`/${account}`), 'run');
  // A busy machine is not done when the page answers.
  for (let look = 0; look < 100 && html.includes('data-run="running"'); look += 1) {
    await setTimeout(200);
    ({ html, path } = await person.get(path));
  }
  assert.match(html, /1 lines looked at: 1 confirmed/);
  assert.equal(await statusOf(service, line), 'confirmed');
  assert.match(html, /by matching/);
  assert.match(
    (await person.get(bank(`/${account}/lines/${line}`))).html,
    /number XT-90210 stands in the text/,
  );
  const { html: again } = await person.send(bank(`/${account}`), 'run');
  assert.match(again, /Nothing has changed since the last run/);
});

test('a statement is looked at, then imported once', async () => {
  const file = csv(
    HEAD,
    '03/03/2026,SPEI <script>alert(1)</script>,77,"1,500.00"',
    '04/03/2026,RENTA,,-800.00',
  );
  const seen = await preview(file);
  assert.equal(seen.status, 200);
  assert.match(seen.html, /Import 2 lines/);
  assert.doesNotMatch(seen.html, /<script>alert/);
  assert.equal(await countLines(), 0);
  const done = await confirm(seen);
  assert.match(
    done.html,
    /2 lines imported; 0 were there already\. Money in [\d.,]+\sMXN, money out [\d.,]+\sMXN\./u,
  );
  assert.equal(await countLines(), 2);
  await confirm(seen);
  assert.equal(await countLines(), 2);
  const more = await preview(csv(HEAD, '04/03/2026,RENTA,,-800.00', '05/03/2026,NUEVO,,10.00'));
  assert.match(more.html, /Import 1 line</);
  assert.match(more.html, /Already imported/);
  assert.match((await person.get(bank(`/${account}/statements`))).html, /marzo\.csv/);
});

test('the preview tells what comes in and goes out, both balances, and what is no movement', async () => {
  const seen = await preview(
    new File(
      [
        'Fecha,Concepto,Clase,Importe\n01/03/2026,SALDO INICIAL,,5000.00\n02/03/2026,RENTA,Cargo,1000.00\n03/03/2026,F-7,Abono,2000.00\n30/03/2026,SALDO FINAL,,6000.00\n',
      ],
      'saldos.csv',
    ),
  );
  const text = seen.html.replace(/<[^>]*>/gu, ' ').replace(/\s+/gu, ' ');
  assert.match(
    text,
    /Left out 2 Rejected 0 Money in 2,000\.00 MXN Money out 1,000\.00 MXN Balance before 5,000\.00 MXN Balance after 6,000\.00 MXN/,
  );
  assert.match(text, /Rows that are no movements .* A balance of the account SALDO INICIAL 5,000\.00 MXN/);
  const done = await confirm(seen);
  assert.match(
    done.html,
    /2 lines imported; 0 were there already\. Money in 2,000\.00\sMXN, money out 1,000\.00\sMXN\. 2 rows that are no movements were left out\./u,
  );
  assert.equal(await countLines(), 2);
  const unclear = await preview(
    new File(
      ['Fecha,Concepto,Clave,Importe\n01/03/2026,a,P,5\n02/03/2026,b,N,6\n03/03/2026,c,P,7\n'],
      'clave.csv',
    ),
  );
  assert.match(unclear.html, /write Clave beside &quot;Direction&quot;|write Clave beside "Direction"/);
  const told = await preview(
    new File(
      ['Fecha,Concepto,Clave,Importe\n01/03/2026,a,P,5\n02/03/2026,b,N,6\n03/03/2026,c,P,7\n'],
      'clave.csv',
    ),
    { 'column.direction': 'Clave', 'column.money_in': 'N', 'column.money_out': 'P' },
  );
  assert.match(told.html, /Import 3 lines/);
});

test('rejected rows keep a file out until they are left out', async () => {
  const seen = await preview(csv(HEAD, '03/03/2026,UNO,,15.00', '31/02/2026,DOS,,16.00'));
  assert.match(seen.html, /id="rejected"/);
  assert.doesNotMatch(seen.html, /value="import"/);
  const refused = await confirm(seen);
  assert.equal(refused.status, 422);
  assert.equal(await countLines(), 0);
  const done = await confirm(seen, { partial: '1' });
  assert.match(done.html, /1 lines imported.*1 rejected row was left out/);
  assert.equal(await countLines(), 1);
});

test('columns of an unknown file are named on the page, and remembered', async () => {
  const rows = ['Cuando,Que,Cuanto', '03/03/2026,SPEI,10.00'];
  const unknown = await preview(csv(...rows));
  assert.match(unknown.html, /its headings: Cuando, Que, Cuanto\./);
  assert.doesNotMatch(unknown.html, /--map-columns/);
  const mapped = { 'column.date': 'Cuando', 'column.description': 'Que', 'column.amount': 'Cuanto' };
  const seen = await preview(csv(...rows), mapped);
  assert.match(seen.html, /Import 1 line</);
  assert.match(seen.html, /name="column\.date" type="text" value="Cuando"/);
  await confirm(seen, mapped);
  assert.equal(await countLines(), 1);
  assert.match((await preview(csv(rows[0] ?? '', '04/03/2026,OTRO,11.00'))).html, /Import 1 line</);
});

test('what is no statement, no file, another file or far too large is a sentence', async () => {
  const pdf = await preview(new File([Buffer.from('255044462d312e37', 'hex')], 'x.pdf'));
  assert.match(pdf.html, /is a PDF/);
  const none = await person.send(importPath(), 'preview');
  assert.equal(none.status, 422);
  assert.match(none.html, /No file was chosen\./);
  const seen = await preview(csv(HEAD, '03/03/2026,UNO,,15.00'));
  const other = await person.upload(
    importPath(),
    'import',
    { hash: hidden(seen.html, 'hash') },
    { file: csv(HEAD, '03/03/2026,UNO,,99.00') },
  );
  assert.match(other.html, /not the file that was previewed/);
  const large = await preview(new File([Buffer.alloc(64 * 1024 * 1024, 'a')], 'large.csv'));
  assert.equal(large.status, 413);
  assert.match(large.html, /too large: at most 32 MB/);
  assert.equal(await countLines(), 0);
});

test('a session that ended while a file was on its way is a sentence, and writes nothing', async () => {
  const seen = await preview(csv(HEAD, '03/03/2026,UNO,,15.00'));
  const carried = { hash: hidden(seen.html, 'hash'), 'file.carried': hidden(seen.html, 'file.carried') };
  const late = await console_.stranger().upload(importPath(), 'import', carried, {});
  assert.equal(late.status, 401);
  assert.match(late.html, /Sign in and send the form again/);
  assert.equal(await countLines(), 0);
  assert.match((await confirm(seen)).html, /1 lines imported/);
});
