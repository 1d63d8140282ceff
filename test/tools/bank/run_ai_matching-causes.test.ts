// run_ai_matching: what a line lacks is settled by itself where terms say so to the cent, suggested or left open otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  bankAccount,
  client,
  customer,
  invoice,
  ledgerOf,
  line,
  owed,
  service,
  usingCauseBooks,
} from './causes-books.ts';

usingCauseBooks();

const run = () => client().run_ai_matching({ bank_account_id: bankAccount() });

test('a month: what is owed afterwards is what the customers owe by their terms', async () => {
  const rows = [
    // Name, number, terms of the customer, paid, day, owed.
    ['Ahrens Maschinenbau GmbH', '4711', '2/14', 116_620, '2026-03-12', 0],
    ['Brandt Elektrotechnik GmbH', '4712', '3/7 2/14', 115_430, '2026-03-07', 0],
    ['Claussen Transporte GmbH', '4713', '2/7', 116_620, '2026-03-13', 23.8],
    ['Dittmer Gartenbau GmbH', '4714', null, 119_000, '2026-03-14', 0],
    ['Ehlers Druckerei GmbH', '4715', '4/14', 116_620, '2026-03-10', 23.8],
    ['Feddersen Logistik GmbH', '4716', null, 116_620, '2026-03-11', 0],
  ] as const;
  const made = [];
  for (const [name, number, terms, amount_minor, date, left] of rows) {
    const who = await customer(name, terms);
    const id = await invoice(who, { series: 'RE', number });
    const description = `SEPA-Ueberweisung Rechnung RE-${number} ${name}`;
    await line({ amount_minor, date, description, counterparty_hint: name });
    made.push({ name, who, id, left });
  }
  await run();
  const found = [];
  for (const { name, who, id, left } of made)
    found.push({ name, owed: await owed(id), ledger: (await ledgerOf(who)).closing, left });
  assert.deepEqual(
    found,
    found.map(({ name, left }) => ({ name, owed: left, ledger: left, left })),
  );
  const before = await service.database.kysely.selectFrom('ledger_entry').select('id').execute();
  await run();
  const after = await service.database.kysely.selectFrom('ledger_entry').select('id').execute();
  assert.equal(after.length, before.length, 'a second run books nothing');
});
