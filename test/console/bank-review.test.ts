// The review of bank lines: whole outcomes in the books, and what must not happen.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { BankAccountId, BankTransactionId, CounterpartyId } from '../../generated/ids.ts';
import { addInvoice, addParty } from '../support/documents.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { addSuggested, balanceOf, hidden, inHand, paymentsOf, statusOf } from './bank-support.ts';
import { type Person, startTestConsole, type TestConsole } from './support.ts';

let console_: TestConsole;
let person: Person;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  console_ = await startTestConsole();
});
after(() => console_.close());
beforeEach(async () => {
  const { service } = console_;
  account = await addAccount(service, service.entities.mx);
  party = await addParty(
    service.database,
    service.entities.mx,
    'Hoteles <script>alert(1)</script> "Tepozán"',
  );
  person = console_.as('accountant');
});

const review = (query = ''): string =>
  `/companies/${console_.service.entities.mx}/bank/${account}/review${query}`;
const seenOf = async (line: string): Promise<string> =>
  hidden((await person.get(review(`?line=${line}`))).html, 'seen');

test('the best suggestion is chosen, says why, and is booked with Enter; then the next line comes', async () => {
  const { service } = console_;
  const later = await addSuggested(service, account, party, { description: 'FIRST' });
  const { line, invoice } = await addSuggested(service, account, party, {
    date: '2026-03-05',
    runner_up: later.invoice,
  });
  const { html } = await person.get(review());
  assert.equal(inHand(html), line);
  assert.match(html, /value="suggestion"[^>]*checked|checked[^>]*value="suggestion"/);
  assert.match(html, /Amount equals the open balance; no other has it/);
  assert.match(html, /Told from the other by the due date/);
  assert.match(html, /0 of 2 lines decided/);
  assert.match(html, /Hoteles &lt;script>alert\(1\)&lt;\/script>/);
  assert.doesNotMatch(html, /<script>alert/);
  const next = await person.send(review(), 'accept', {
    line,
    seen: hidden(html, 'seen'),
    choice: 'suggestion',
    booking: 'book',
  });
  assert.equal(next.status, 200);
  assert.equal(inHand(next.html), later.line);
  assert.match(next.html, /1 of 2 lines decided/);
  assert.match(next.html, /data-key="u"/);
  assert.equal(await statusOf(service, line), 'confirmed');
  assert.equal(await balanceOf(service, invoice), 0);
  assert.deepEqual(await paymentsOf(service, line), [{ amount_minor: 10_000, status: 'recorded' }]);
  const company = await person.get(`/companies/${service.entities.mx}`);
  assert.ok(company.html.includes(`/invoices/${invoice}"`), 'recent payments name their documents');
});

test('a decision is undone beside the next line, and from the page of the line', async () => {
  const { service } = console_;
  const { line, invoice } = await addSuggested(service, account, party);
  await person.send(review(), 'accept', { line, seen: await seenOf(line), choice: 'suggestion' });
  const undone = await person.send(review(`?done=${line}`), 'undo', { line });
  assert.equal(inHand(undone.html), line);
  assert.equal(await statusOf(service, line), 'suggested');
  assert.equal(await balanceOf(service, invoice), 10_000);
  const page = `/companies/${service.entities.mx}/bank/${account}/lines/${line}`;
  await person.send(page, 'no-match', { line });
  assert.equal(await statusOf(service, line), 'no_match');
  await person.send(page, 'undo', { line });
  assert.equal(await statusOf(service, line), 'suggested');
});

test('what changed since it was shown is refused, and the same form books once', async () => {
  const { service } = console_;
  const { line, invoice } = await addSuggested(service, account, party);
  const seen = await seenOf(line);
  await service.database.kysely
    .updateTable('bank_suggestion')
    .set({ confidence: '0.7100' })
    .where('bank_transaction_id', '=', line)
    .execute();
  const stale = await person.send(review(), 'accept', { line, seen, choice: 'suggestion' });
  assert.equal(stale.status, 409);
  assert.match(stale.html, /has changed since it was shown/);
  assert.equal(await balanceOf(service, invoice), 10_000);
  const page = await person.get(review());
  const fields = {
    csrf: hidden(page.html, 'csrf'),
    once: hidden(page.html, 'once'),
    act: 'accept',
    line,
    seen: await seenOf(line),
    choice: 'suggestion',
  };
  const post = () =>
    person.raw(review(), {
      method: 'POST',
      headers: { origin: console_.origin, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  assert.deepEqual([(await post()).status, (await post()).status], [303, 409]);
  assert.equal((await paymentsOf(service, line)).length, 1);
});

test('another choice is booked: the runner-up, a document of the same amount, one that was searched for', async () => {
  const { service } = console_;
  const other = await addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total: '100.00',
  });
  const first = await addSuggested(service, account, party, { runner_up: other });
  await person.send(review(), 'accept', {
    line: first.line,
    seen: await seenOf(first.line),
    choice: 'runner_up',
  });
  assert.deepEqual([await balanceOf(service, other), await balanceOf(service, first.invoice)], [0, 10_000]);
  const line = await addLine(service, service.entities.mx, account, { amount_minor: 77_700 });
  const equal = await addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total: '777.00',
  });
  assert.match((await person.get(review(`?line=${line}`))).html, new RegExp(`value="document:${equal}"`));
  assert.match(
    (await person.get(review(`?line=${line}&q=777.00`))).html,
    new RegExp(`value="document:${equal}"`),
  );
  await person.send(review(), 'accept', { line, seen: await seenOf(line), choice: `document:${equal}` });
  assert.deepEqual([await balanceOf(service, equal), await statusOf(service, line)], [0, 'confirmed']);
});

test('a split keeps what was typed, shows what is left, and books only the whole', async () => {
  const { service } = console_;
  const { mx } = service.entities;
  const [a, b] = await Promise.all(
    ['60.00', '90.00'].map((total) => addInvoice(service.database, mx, { counterparty_id: party, total })),
  );
  assert.ok(a !== undefined && b !== undefined);
  const line = await addLine(service, mx, account);
  const added = await person.send(review(`?line=${line}`), 'split', {
    line,
    pick: a,
    add: b,
    [`part.${a}`]: '55.50',
  });
  assert.match(added.html, /id="remaining" data-total="100" data-digits="2">0\.00</);
  assert.equal(hidden(added.html, `part.${a}`), '55.50');
  const typed = { line, seen: await seenOf(line), pick: [a, b], [`part.${a}`]: '55.50' };
  const wrong = await person.send(review(`?line=${line}`), 'split', { ...typed, [`part.${b}`]: '44,50' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /44,50/);
  const short = await person.send(review(`?line=${line}`), 'split', { ...typed, [`part.${b}`]: '44.00' });
  assert.equal(short.status, 422);
  assert.match(short.html, /data-digits="2">0\.50</);
  assert.equal(await statusOf(service, line), 'unmatched');
  await person.send(review(`?line=${line}`), 'split', { ...typed, [`part.${b}`]: '44.50' });
  assert.deepEqual(
    [await statusOf(service, line), await balanceOf(service, a), await balanceOf(service, b)],
    ['confirmed', 450, 4_550],
  );
});

test('a rejected suggestion does not come back; a transfer is linked', async () => {
  const { service } = console_;
  const { line } = await addSuggested(service, account, party);
  await person.send(review(), 'reject', { line });
  assert.equal(await statusOf(service, line), 'unmatched');
  const elsewhere = await addAccount(service, service.entities.mx, { name: 'Santander' });
  const peer = await addLine(service, service.entities.mx, elsewhere, { transaction_type: 'debit' });
  const leg = await addLine(service, service.entities.mx, account, {
    transfer_peer_id: peer,
    transfer_status: 'suggested',
  });
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ transfer_peer_id: leg, transfer_status: 'suggested' })
    .where('id', '=', peer)
    .execute();
  assert.match((await person.get(review(`?line=${leg}`))).html, /The other line is on Santander/);
  await person.send(review(`?line=${leg}`), 'accept', {
    line: leg,
    seen: await seenOf(leg),
    choice: 'transfer',
  });
  assert.deepEqual([await statusOf(service, leg), await statusOf(service, peer)], ['confirmed', 'confirmed']);
});

test('the other side of a transfer is chosen among lines that nothing suggested', async () => {
  const { service } = console_;
  const elsewhere = await addAccount(service, service.entities.mx, { name: 'Banorte' });
  const leg = await addLine(service, service.entities.mx, account, { amount_minor: 61_803 });
  const other = { amount_minor: 61_803, transaction_type: 'debit' } as const;
  const twins = [
    await addLine(service, service.entities.mx, elsewhere, { ...other, date: '2026-03-05' }),
    await addLine(service, service.entities.mx, elsewhere, { ...other, date: '2026-02-20' }),
  ];
  const { html } = await person.get(review(`?line=${leg}`));
  for (const twin of twins) assert.match(html, new RegExp(`value="transfer:${twin}"`));
  assert.match(html, /The other line is on Banorte: 618\.03/);
  assert.doesNotMatch(html, /value="transfer:[^"]*"[^>]*checked/);
  const chosen = twins[1] ?? assert.fail();
  const sent = { line: leg, seen: hidden(html, 'seen'), choice: `transfer:${chosen}` };
  await person.send(review(`?line=${leg}`), 'accept', sent);
  assert.deepEqual(
    [await statusOf(service, leg), await statusOf(service, chosen), await statusOf(service, twins[0] ?? '')],
    ['confirmed', 'confirmed', 'unmatched'],
  );
});

test('all strong are seen first, and only what is still strong is booked', async () => {
  const { service } = console_;
  const strong = await addSuggested(service, account, party, { confidence: '0.8800' });
  const changed = await addSuggested(service, account, party, { confidence: '0.8800' });
  const weak = await addSuggested(service, account, party, { confidence: '0.7200' });
  const path = review('').replace(/review$/, 'review/strong');
  const { html } = await person.get(`${path}?limit=0.85`);
  assert.match(html, /Accept the selected of 2/);
  const weakSeen = await seenOf(weak.line);
  const seen = (line: string): string => hidden(html, `seen.${line}`);
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ version: 7 })
    .where('id', '=', changed.line)
    .execute();
  const done = await person.send(path, 'accept', {
    limit: '0.85',
    tick: [strong.line, changed.line, weak.line],
    [`seen.${strong.line}`]: seen(strong.line),
    [`seen.${changed.line}`]: seen(changed.line),
    [`seen.${weak.line}`]: weakSeen,
  });
  assert.match(done.html, /1 of 3 were accepted/);
  const states = await Promise.all([strong, changed, weak].map(({ line }) => statusOf(service, line)));
  assert.deepEqual(states, ['confirmed', 'suggested', 'suggested']);
});

test('viewers read and do not decide; lines of other accounts are not there', async () => {
  const { service } = console_;
  const { line } = await addSuggested(service, account, party);
  const viewer = console_.as('viewer');
  assert.equal((await viewer.get(review())).status, 403);
  const page = `/companies/${service.entities.mx}/bank/${account}/lines/${line}`;
  assert.equal((await viewer.get(page)).status, 200);
  assert.equal((await viewer.send(page, 'no-match', { line })).status, 403);
  const other = await addAccount(service, service.entities.mx);
  const there = `/companies/${service.entities.mx}/bank/${other}`;
  assert.equal((await person.get(`${there}/lines/${line}`)).status, 404);
  const foreign = await person.send(`${there}/review`, 'no-match', { line });
  assert.equal(foreign.status, 404);
  assert.equal(await statusOf(service, line), 'suggested');
  assert.equal((await person.get(`/companies/${service.entities.de}/bank/${account}/review`)).status, 404);
});

test('a payment that came back is booked with the fee that the choice shows', async () => {
  const { service } = console_;
  const line = (facts: object) =>
    addLine(service, service.entities.mx, account, { amount_minor: 50_000, ...facts });
  const invoice = await addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total: '500.00',
  });
  const sent = (await line({ date: '2026-02-02', description: 'DOMICILIACION 004711' })) as BankTransactionId;
  const admin = service.client(service.keys.mx);
  await admin.confirm_bank_match({ transaction_id: sent, matched_record_id: invoice });
  const back = await line({
    date: '2026-03-02',
    amount_minor: 50_300,
    transaction_type: 'debit',
    description: 'CHEQUE DEVUELTO 004711',
  });
  const { html } = await person.get(review(`?line=${back}`));
  const [, choice = ''] = /value="(return:[^"]*)"/.exec(html) ?? [];
  assert.match(choice, /^return:ipay_\w+:3:0$/);
  assert.match(html, /A payment that came back/);
  const seen = hidden(html, 'seen');
  await person.send(review(), 'accept', { line: back, seen, choice, booking: 'book' });
  assert.deepEqual([await statusOf(service, back), await balanceOf(service, invoice)], ['confirmed', 50_000]);
});
