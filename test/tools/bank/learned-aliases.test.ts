// Payees that the bank does not name: taught, or learned from confirms, and forgotten again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { BillId } from '../../../generated/ids.ts';
import { addParty } from '../../support/documents.ts';
import {
  account,
  aliases,
  bill,
  client,
  confirm,
  line,
  months,
  newPayee,
  outcome,
  run,
  service,
  supplier,
  text,
  usingPayees,
} from './payees.ts';

usingPayees();

describe('where the bank names nobody', () => {
  test('what is taught is known at once, and says so', async () => {
    await client().create_counterparty_alias({ counterparty_id: supplier, kind: 'text', value: text });
    await bill(1);
    const paid = await line(1);
    await run(1);
    const { status, reasons } = await outcome(paid);
    assert.equal(status, 'confirmed', reasons);
    assert.match(reasons, new RegExp(`The line has ${text}, taught for Servicios`));
  });

  test('two equal confirms are learned, three confirm the fourth, and one undo forgets', async () => {
    const lines = await months(1);
    assert.deepEqual(await aliases(), []);
    const [second, document] = [await line(2), await bill(2)];
    await confirm(second, document);
    const [alias] = await aliases();
    assert.deepEqual(
      [alias?.kind, alias?.value, alias?.learned, alias?.learned_from.map((each) => each.transaction_id)],
      ['text', text.toLowerCase(), true, [second, ...lines]],
    );
    await bill(3);
    const third = await line(3);
    await run(3);
    const waiting = await outcome(third);
    assert.equal(waiting.status, 'suggested', waiting.reasons);
    const { data } = await client().search_bank_transactions({ bank_account_id: account, limit: 50 });
    const suggestion = data.find(({ id }) => id === third)?.suggestions[0];
    await confirm(third, suggestion?.matched_record_id as BillId);
    await bill(4);
    const fourth = await line(4);
    await run(4);
    const by = await outcome(fourth);
    assert.equal(by.status, 'confirmed', by.reasons);
    assert.match(by.reasons, /learned for Servicios/);
    await client().undo_bank_match({ transaction_id: fourth });
    assert.deepEqual(await aliases(), []);
  });

  test('one reject forgets; what is taught by hand stays', async () => {
    await months(2);
    await bill(3);
    const third = await line(3);
    await run(3);
    assert.equal((await outcome(third)).status, 'suggested');
    await client().reject_ai_suggestion({ transaction_id: third });
    assert.deepEqual(await aliases(), []);
    const taught = { counterparty_id: supplier, kind: 'text', value: text } as const;
    const { id } = await client().create_counterparty_alias(taught);
    await bill(4, '4000.00');
    await bill(4);
    const fourth = await line(4);
    await run(4);
    if ((await outcome(fourth)).status === 'suggested')
      await client().reject_ai_suggestion({ transaction_id: fourth });
    assert.deepEqual(
      (await aliases()).map((each) => each.id),
      [id],
    );
  });

  test('undoing one of two confirms by hand forgets, and of three it does not', async () => {
    const [first = '' as never, second = '' as never] = await months(3);
    await client().undo_bank_match({ transaction_id: first });
    assert.equal((await aliases()).length, 1);
    await client().undo_bank_match({ transaction_id: second });
    assert.deepEqual(await aliases(), []);
  });
});

describe('what was learned confirms nothing by itself', () => {
  test('when the amount is out of its past', async () => {
    await months(3);
    await bill(4, '1999.00');
    const fourth = await line(4, { amount_minor: 199_900 });
    await run(4);
    assert.notEqual((await outcome(fourth)).status, 'confirmed');
  });

  test('when the money goes the other way', async () => {
    await months(3);
    await bill(4);
    const back = await line(4, { transaction_type: 'credit' });
    await run(4);
    assert.equal((await outcome(back)).status, 'unmatched');
  });

  test('when two documents of it are equal', async () => {
    await months(3);
    await bill(4);
    await bill(4);
    const fourth = await line(4);
    await run(4);
    assert.notEqual((await outcome(fourth)).status, 'confirmed');
  });

  test('when the text stood for somebody else too', async () => {
    await months(3);
    const other = await addParty(service.database, service.entities.mx, 'Otra Casa');
    const elsewhere = await line(4);
    await confirm(elsewhere, await bill(4, '399.00', other));
    assert.deepEqual(await aliases(), []);
    await bill(5);
    const fifth = await line(5);
    await run(5);
    assert.notEqual((await outcome(fifth)).status, 'confirmed');
  });
});

test('who pays for another is suggested its documents, and says so', async () => {
  const payer = await addParty(service.database, service.entities.mx, 'Administradora Pelicano SA de CV');
  await bill(1, '7413.00');
  const paid = await line(1, { amount_minor: 741_300, description: 'SPEI ENVIADO ADMINISTRADORA PELICANO' });
  await client().create_counterparty_alias({ counterparty_id: payer, kind: 'pays_for', value: supplier });
  await run(1);
  const { status, reasons } = await outcome(paid);
  assert.equal(status, 'suggested', reasons);
  assert.match(reasons, /Administradora Pelicano SA de CV stands in the text and pays for Servicios/);
});

test('confirms at once are counted, and learned once', async () => {
  const pairs = [];
  for (const month of [1, 2, 3]) pairs.push([await line(month), await bill(month)] as const);
  await Promise.all(pairs.map(([transaction_id, document]) => confirm(transaction_id, document)));
  const found = await aliases();
  assert.deepEqual(
    found.map(({ learned, learned_from }) => [learned, learned_from.length]),
    [[true, 3]],
  );
});

test('ten payees of every day are learned over four months', async () => {
  const payees = [];
  for (let count = 0; count < 10; count += 1) {
    const payee = newPayee();
    const id = await addParty(service.database, service.entities.mx, payee.name);
    payees.push({ ...payee, id, minor: 20_000 + count * 3_700 });
  }
  const statuses = [];
  for (let month = 1; month <= 4; month += 1) {
    for (const payee of payees) {
      const document = await bill(month, (payee.minor / 100).toFixed(2), payee.id);
      const description = `PAGO SERVICIO ${payee.text} REF 0${month}88${month}`;
      const paid = await line(month, { amount_minor: payee.minor, description });
      if (month < 4) await confirm(paid, document);
      else statuses.push(paid);
    }
  }
  await run(4);
  const confirmed = [];
  for (const paid of statuses) confirmed.push((await outcome(paid)).status);
  assert.deepEqual(confirmed, Array(10).fill('confirmed'));
  for (const { id } of payees) assert.equal((await aliases(id))[0]?.learned, true);
});
