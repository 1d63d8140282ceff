// Many calls at once, each on a connection of its own: what a document is worth is never paid twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { InvoiceId } from '../../../generated/ids.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const CALLS = 64;

let service: TestService;
let invoice_id: InvoiceId;
let party: string;
before(async () => {
  service = await startTestService();
  party = await addParty(service.database, service.entities.mx);
  // A key that nobody has seen is looked up for a few calls at a time; this one is known from here on.
  await service.client(service.keys.mx).list_entities({});
});
after(() => service.close());

const newInvoice = (total: string): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: party, total });

/** How many succeeded, and the codes of those that failed. */
const outcomes = async (calls: readonly Promise<unknown>[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(calls)) {
    const failed = result.status === 'rejected' ? (result.reason as Error & { code?: string }) : undefined;
    const code = failed === undefined ? 'paid' : (failed.code ?? failed.message);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};

const sums = async (id: string): Promise<{ payments: number; allocated: number; ledger: number }> => {
  const { kysely } = service.database;
  const allocations = await kysely
    .selectFrom('payment_allocation')
    .select(['amount_minor', 'payment_id'])
    .where('record_id', '=', id)
    .execute();
  const entries = await kysely
    .selectFrom('ledger_entry')
    .select(['credit_minor', 'debit_minor'])
    .where('document_id', '=', id)
    .execute();
  return {
    payments: allocations.length,
    allocated: allocations.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    ledger: entries.reduce((sum, { debit_minor, credit_minor }) => sum + debit_minor - credit_minor, 0),
  };
};

test('64 calls without an amount pay an invoice exactly once', async () => {
  invoice_id = await newInvoice('1160.00');
  const client = service.client(service.keys.mx);
  const counts = await outcomes(
    Array.from({ length: CALLS }, () => client.record_invoice_payment({ invoice_id })),
  );
  assert.deepEqual(counts, { paid: 1, invoice_already_paid: CALLS - 1 });
  assert.deepEqual(await sums(invoice_id), { payments: 1, allocated: 116_000, ledger: 0 });
});

test('64 calls for a part never pay more than the total', async () => {
  invoice_id = await newInvoice('1160.00');
  const client = service.client(service.keys.mx);
  const calls = Array.from({ length: CALLS }, () =>
    client.record_invoice_payment({ invoice_id, amount: 100 }),
  );
  assert.deepEqual(await outcomes(calls), { paid: 11, payment_exceeds_balance: CALLS - 11 });
  assert.deepEqual(await sums(invoice_id), { payments: 11, allocated: 110_000, ledger: 6_000 });
  const { balance_due, payments } = await client.get_invoice({ invoice_id });
  assert.deepEqual([balance_due, payments.length], [60, 11]);
});

test('parts and wholes at once pay a bill to the cent, whoever comes first', async () => {
  const bill_id = await addBill(service.database, service.entities.mx, {
    counterparty_id: party,
    total: '500.00',
  });
  const client = service.client(service.keys.mx);
  const calls = Array.from({ length: CALLS }, (_, call) =>
    client.record_bill_payment(call % 8 === 7 ? { bill_id } : { bill_id, amount: 40 }),
  );
  const counts = await outcomes(calls);
  const { payments, allocated, ledger } = await sums(bill_id);
  assert.deepEqual([allocated, ledger], [50_000, 0]);
  assert.equal(counts['paid'], payments);
  assert.deepEqual(
    Object.keys(counts).filter(
      (code) => !['paid', 'bill_already_paid', 'payment_exceeds_balance'].includes(code),
    ),
    [],
  );
});

test('64 calls with one idempotency key pay once and answer the same payment', async () => {
  invoice_id = await newInvoice('640.00');
  const client = service.client(service.keys.mx);
  const answers = await Promise.all(
    Array.from({ length: CALLS }, () =>
      client.call('record_invoice_payment', { invoice_id, amount: 10 }, { idempotencyKey: 'once' }),
    ),
  );
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
  assert.equal(answers.filter(({ idempotent_replay }) => !idempotent_replay).length, 1);
  assert.equal((await sums(invoice_id)).payments, 1);
});
