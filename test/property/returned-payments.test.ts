// Payments are confirmed, taken back, undone and taken back again in any order: what is owed is what a model says, and the
// ledger agrees.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { BankAccountId, BankTransactionId } from '../../generated/ids.ts';
import { addInvoice, addParty } from '../support/documents.ts';
import { ledgerDifferences } from '../support/identities.ts';

import { startTestService, type TestService } from '../support/service.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { makeRandom } from '../worlds/random.ts';

const SEED = 20_261_126;
const PAYMENTS = 4;
const STEPS = 40;

let service: TestService;
let account: BankAccountId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-11-20T12:00:00Z'));
  account = await addAccount(service, service.entities.de, { currency: 'EUR' });
});
after(() => service.close());

const line = (amount_minor: number, date: string, transaction_type: 'credit' | 'debit') =>
  addLine(service, service.entities.de, account, {
    amount_minor,
    date,
    transaction_type,
    currency: 'EUR',
    description: 'RUECKLASTSCHRIFT',
  }) as Promise<BankTransactionId>;

test('what is owed is what the model says, whatever was returned and undone', async () => {
  const { entities, database, keys } = service;
  const client = service.client(keys.de);
  const random = makeRandom(SEED);
  const counterparty_id = await addParty(database, entities.de, 'Bäckerei Huber');
  interface Case {
    readonly invoice_id: Awaited<ReturnType<typeof addInvoice>>;
    readonly sent: BankTransactionId;
    readonly back: BankTransactionId;
    readonly minor: number;
    readonly fee: number;
    payment_id: string;
    state: 'open' | 'paid' | 'returned';
  }
  const cases: Case[] = [];
  for (let at = 0; at < PAYMENTS; at += 1) {
    const minor = 10_000 + at * 1_111;
    const fee = at % 2 === 0 ? 300 : 0;
    const total = (minor / 100).toFixed(2);
    const invoice_id = await addInvoice(database, entities.de, { counterparty_id, total, currency: 'EUR' });
    const sent = await line(minor, '2026-09-01', 'credit');
    const back = await line(minor + fee, '2026-09-22', 'debit');
    cases.push({ invoice_id, sent, back, minor, fee, payment_id: '', state: 'open' });
  }
  for (let step = 0; step < STEPS; step += 1) {
    const each = random.pick(cases);
    const told = `seed ${SEED}, step ${step}, ${each.state} ${each.minor}`;
    if (each.state === 'open') {
      const { payment } = await client.confirm_bank_match({
        transaction_id: each.sent,
        matched_record_id: each.invoice_id,
      });
      each.payment_id = payment?.id ?? assert.fail(told);
      each.state = 'paid';
    } else if (each.state === 'paid' && random.chance(0.7)) {
      const { payment_id, back, fee } = each;
      await client.return_payment({
        payment_id,
        transaction_id: back,
        ...(fee === 0 ? {} : { fee: fee / 100 }),
      });
      each.state = 'returned';
    } else if (each.state === 'paid') {
      await client.undo_bank_match({ transaction_id: each.sent });
      each.state = 'open';
    } else {
      await client.undo_bank_match({ transaction_id: random.chance(0.5) ? each.back : each.sent });
      each.state = 'paid';
    }
    const { balance_due } = await client.get_invoice({ invoice_id: each.invoice_id });
    assert.equal(balance_due, each.state === 'paid' ? 0 : each.minor / 100, told);
    assert.deepEqual(await ledgerDifferences(database, entities.de), [], told);
  }
  // Of the fees, each return that stands took its own, once.
  const { currencies } = await client.generate_ledger({ counterparty_id });
  const fees = (currencies?.[0]?.entries ?? []).filter(({ entry_type }) => entry_type === 'bank_fee');
  const booked = fees.map(({ credit, debit }) => Math.abs(credit - debit));
  assert.ok(
    booked.every((fee) => fee === 3),
    String(booked),
  );
});
