// A credit note that was booked from a file before the bill that it names is typed or imported.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

import type { CounterpartyId } from '../../../generated/ids.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { decideNote } from '../../../src/domain/documents/bill-credit-notes/decide.ts';
import { createCreditedBill } from '../../../src/domain/documents/bill-credit-notes/credited-bill.ts';
import { newAct, SYSTEM, type Unlimited } from '../../../src/domain/ground/change/change.ts';
import { getEntity } from '../../../src/domain/ground/entities/store.ts';
import { adminOn, ndjson } from '../../admin/support.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { checkStates } from '../../support/trail-states.ts';
import { ownRfc, type ProofWorld, proofWorld } from './proofs.ts';
import { readTest } from './support.ts';

const NOW = new Date('2026-11-20T18:00:00Z');

let service: TestService;
let world: ProofWorld;
before(async () => {
  service = await startTestService({ read: readTest });
  service.setNow(NOW);
  world = proofWorld(service, await ownRfc(service, service.entities.mx));
});
after(async () => {
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  await checkStates(service.database, service.entities.mx);
  await service.close();
});

const ledgerRows = async (): Promise<number> => {
  const { count } = await service.database.kysely
    .selectFrom('ledger_entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entity_id', '=', service.entities.mx)
    .executeTakeFirstOrThrow();
  return count;
};

const line_items = [{ description: 'Flete', quantity: 1, unit_price: 1000, tax_rate: 0 }];
const noteOn = async (number: string) => {
  const { id, bill_credit_note_id, supplier } = await world.credit(number, '250.00');
  const book = () => world.client().book_received_document({ received_document_id: id });
  return { book, id: bill_credit_note_id ?? '', counterparty_id: supplier.counterparty_id as CounterpartyId };
};
const owedOn = async (number: string) => {
  const { data } = await world.client().search_bills({ query: number });
  const [found, ...others] = data.filter(({ bill_number }) => bill_number === number);
  assert.ok(found !== undefined && others.length === 0, number);
  return (await world.client().get_bill({ bill_id: found.id })).balance_due;
};

test('a credit note that comes before its bill is taken off in the same call, once, and off no other bill', async () => {
  const { book, id, counterparty_id } = await noteOn('T-1');
  await book();
  const rows = await ledgerRows();
  const typed = { counterparty_id, line_items };
  const other = await world.client().create_bill({ ...typed, bill_number: 'T-10' });
  const made = await world.client().create_bill({ ...typed, bill_number: 't 1' });
  assert.deepEqual(
    [other, made].map(({ balance_due, amount_credited }) => [balance_due, amount_credited]),
    [
      [1000, 0],
      [750, 250],
    ],
  );
  assert.equal(await ledgerRows(), rows + 2);
  const { data } = await world.client().list_bill_credit_notes({ bill_id: made.id });
  assert.deepEqual(
    data.map((note) => note.id),
    [id],
  );
});

test('a credit note that comes before its bill is taken off whichever of the two is written first, while the other is under way', async () => {
  const books = openBooks(service.database);
  const entity = await getEntity(service.database.reader, service.entities.mx);
  const act = newAct(SYSTEM, 'test', {}, NOW);
  const first = await noteOn('R-1');
  const bill = (bill_number: string) => ({
    counterparty_id: first.counterparty_id,
    bill_number,
    line_items,
  });
  const second = await noteOn('R-2');
  const begun: Promise<unknown>[] = [];
  await books.transaction(async ({ change }) => {
    await change(entity, act, (ctx: Unlimited) => createCreditedBill(ctx, bill('R-1')));
    begun.push(first.book());
    await setTimeout(300);
  });
  await books.transaction(async ({ change }) => {
    await change(entity, act, (ctx: Unlimited) => decideNote(ctx, second.id, 'receive'));
    begun.push(world.client().create_bill(bill('R-2')));
    await setTimeout(300);
  });
  await Promise.all(begun);
  assert.deepEqual([await owedOn('R-1'), await owedOn('R-2')], [750, 750]);
});

test('a credit note that comes before its bill is taken off what an import brings, unless a part of that is settled', async () => {
  const [note, other] = [await noteOn('I-1'), await noteOn('I-2')];
  await note.book();
  await other.book();
  const row = { counterparty: note.counterparty_id, issue_date: '2026-10-01', total: 1000, line_items };
  const admin = adminOn(service.databaseUrl, NOW);
  const rows = [
    { ...row, bill_number: 'I-1' },
    { ...row, bill_number: 'I-2', balance_due: 750 },
  ];
  const path = admin.file('bills.ndjson', ndjson(...rows));
  const bringing = () => admin.json('import', 'bills', path, '--entity', service.entities.mx);
  const { imported, warnings } = await bringing();
  const message = '250 MXN of credit notes that came before the bill is taken off it';
  assert.deepEqual([imported, warnings], [2, [{ line: 1, message }]]);
  assert.equal((await bringing()).skipped, 2);
  assert.deepEqual([await owedOn('I-1'), await owedOn('I-2')], [750, 750]);
});
