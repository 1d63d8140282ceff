// What settles an invoice without money, on the pages: a suggestion with its cause, and the terms of a customer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMexicanCustomer } from '../tools/support.ts';
import { addAccount } from '../tools/bank/support.ts';
import { addSuggested, balanceOf, hidden, statusOf } from './bank-support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
before(async () => {
  pages = await startTestConsole();
});
after(() => pages.close());

test('a suggestion is accepted with the cause that the page shows, and undone with it', async () => {
  const { service } = pages;
  const { mx } = service.entities;
  const account = await addAccount(service, mx);
  const party = await addMexicanCustomer(service, 'Comisiones del Centro');
  // 99.00 of 100.00: our bank kept the rest.
  const { line, invoice } = await addSuggested(service, account, party, { amount_minor: 9900 });
  await service.database.kysely
    .updateTable('bank_suggestion')
    .set({ difference_minor: -100, difference_as: 'bank_fee' })
    .where('bank_transaction_id', '=', line)
    .execute();
  const person = pages.as('accountant');
  const review = `/companies/${mx}/bank/${account}/review`;
  const { html } = await person.get(`${review}?line=${line}`);
  assert.match(html, /bank fee/i);
  const sent = { line, seen: hidden(html, 'seen'), choice: 'suggestion' };
  assert.equal((await person.send(review, 'accept', sent)).status, 200);
  const causes = () =>
    service.database.kysely
      .selectFrom('payment_allocation')
      .select(['amount_minor', 'payment_minor', 'difference_cause'])
      .where('record_id', '=', invoice)
      .where('amount_minor', '>', 0)
      .execute();
  assert.deepEqual(await causes(), [
    { amount_minor: 10_000, payment_minor: 9900, difference_cause: 'bank_fee' },
  ]);
  assert.equal(await balanceOf(service, invoice), 0);
  await person.send(`${review}?done=${line}`, 'undo', { line });
  assert.deepEqual([await statusOf(service, line), await balanceOf(service, invoice)], ['suggested', 10_000]);
});

test('terms and address of a customer are taken away where their fields are emptied', async () => {
  const { service } = pages;
  const { mx } = service.entities;
  const id = await addMexicanCustomer(service, 'Sin Descuento', {
    payment_terms: '2/10',
    email: 'pagos@sindescuento.example',
  });
  const read = () =>
    service.database.kysely
      .selectFrom('counterparty')
      .select(['name', 'payment_terms', 'email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const edit = `/companies/${mx}/counterparties/${id}/edit`;
  const person = pages.as('accountant');
  const { name } = await read();
  // A form that has no such field leaves it as it is.
  await person.send(edit, 'save', { name, country_code: 'MX', is_customer: 'on', payment_terms: '3/7' });
  assert.deepEqual(await read(), { name, payment_terms: '3/7', email: 'pagos@sindescuento.example' });
  await person.send(edit, 'save', {
    name,
    country_code: 'MX',
    is_customer: 'on',
    payment_terms: '',
    email: '',
  });
  assert.deepEqual(await read(), { name, payment_terms: null, email: null });
});
