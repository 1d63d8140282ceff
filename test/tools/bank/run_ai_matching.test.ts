// run_ai_matching: what is sure is booked, what is likely is suggested, everything else is left alone.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { addBill, addInvoice, addParty, type InvoiceFacts } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { declared, refused } from '../support.ts';
import { addAccount, addLine, type LineFacts, NOW } from './support.ts';

const TOOL = 'run_ai_matching';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  service = await startTestService({ database: 'own' });
  party = await addParty(service.database, service.entities.mx, 'Comercializadora Xaltepec SA de CV');
  await addParty(service.database, service.entities.mx, 'Herrajes Quetzal SA de CV');
});
beforeEach(async () => {
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx, { name: 'Otra' });
});
after(() => service.close());

const client = () => service.client(service.keys.mx);
const run = () => client().run_ai_matching({ bank_account_id: account });
const line = (facts: LineFacts = {}): Promise<string> =>
  addLine(service, service.entities.mx, account, facts);
const invoice = (facts: Partial<InvoiceFacts> = {}): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total: '1160.00',
    issue_date: '2026-02-20',
    due_date: '2026-03-02',
    ...facts,
  });

describe('what a run does', () => {
  test('an amount, a number and a name are enough; the payment is booked and explained', async () => {
    const invoice_id = await invoice({ total: '34567.89', series: 'A', number: '1203' });
    const transaction_id = await line({
      amount_minor: 3_456_789,
      description: 'SPEI RECIBIDO COMERCIALIZADORA XALTEPEC PAGO FACTURA A-1203',
      counterparty_hint: 'COMERCIALIZADORA XALTEPEC',
    });
    const answer = await run();
    assert.deepEqual(
      { ...answer, run_id: '', results: [], expires_at: '' },
      {
        object: 'matching_run',
        run_id: '',
        bank_account_id: account,
        status: 'completed',
        replayed: false,
        expires_at: '',
        processed: 1,
        auto_confirmed: 1,
        suggested: 0,
        unmatched: 0,
        results: [],
        review_url: null,
        truncated: false,
        entity: answer.entity,
        warnings: [],
        idempotent_replay: false,
      },
    );
    const [result] = answer.results;
    assert.equal(result?.outcome, 'auto_confirmed');
    assert.equal(result?.transaction_id, transaction_id);
    assert.deepEqual(result?.matched_record_ids, [invoice_id]);
    assert.ok((result?.confidence ?? 0) >= 0.9);
    assert.ok((result?.reasons ?? []).length > 0);
    const { balance_due, payments } = await client().get_invoice({ invoice_id });
    assert.equal(balance_due, 0);
    assert.equal(payments[0]?.bank_transaction_id, transaction_id);
  });

  test('an amount alone is never booked', async () => {
    const invoice_id = await invoice({ total: '777.77', number: '88' });
    await line({ amount_minor: 77_777, description: 'DEPOSITO EN EFECTIVO' });
    const answer = await run();
    assert.equal(answer.auto_confirmed, 0);
    assert.equal((await client().get_invoice({ invoice_id })).balance_due, 777.77);
  });

  test('money out settles bills', async () => {
    const bill_id = await addBill(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '45678.12',
      number: 'XQ-9081',
      issue_date: '2026-02-20',
      due_date: '2026-03-02',
    });
    await line({
      amount_minor: 4_567_812,
      transaction_type: 'debit',
      description: 'SPEI ENVIADO COMERCIALIZADORA XALTEPEC FACTURA XQ-9081',
    });
    const answer = await run();
    assert.deepEqual([answer.auto_confirmed, answer.results[0]?.matched_record_id], [1, bill_id]);
    assert.equal((await client().get_bill({ bill_id })).payment_status, 'paid');
  });

  test('nothing to do is an answer', async () => {
    const answer = await run();
    assert.deepEqual(
      [answer.status, answer.processed, answer.results, answer.replayed],
      ['completed', 0, [], false],
    );
  });
});

describe('repeats', () => {
  test('the same lines within five minutes answer the first result; later, a new run', async () => {
    await line({ amount_minor: 31_313, description: 'COMISION' });
    const first = await run();
    const again = await run();
    assert.deepEqual([again.run_id, again.replayed], [first.run_id, true]);
    assert.deepEqual(again.results, first.results);
    service.setNow(new Date(NOW.getTime() + 6 * 60_000));
    const later = await run();
    assert.notEqual(later.run_id, first.run_id);
    assert.equal(later.replayed, false);
  });

  test('a run repeats although it has confirmed lines itself', async () => {
    await invoice({ total: '55443.21', series: 'B', number: '555' });
    await line({ amount_minor: 5_544_321, description: 'SPEI COMERCIALIZADORA XALTEPEC FACT B555' });
    const first = await run();
    assert.equal(first.auto_confirmed, 1);
    assert.equal((await run()).run_id, first.run_id);
  });

  test('a new line makes a new run', async () => {
    const first = await run();
    await line();
    assert.notEqual((await run()).run_id, first.run_id);
  });

  /** Nothing but the amount and the day speak for it: a suggestion. */
  const suggestedLine = async (cents: string) => {
    const invoice_id = await invoice({ total: `8765.${cents}`, number: `9${cents}` });
    const transaction_id = await line({
      amount_minor: Number(`8765${cents}`),
      description: 'PAGO DE SERVICIOS',
      date: '2026-03-02',
    });
    const answer = await run();
    assert.deepEqual([answer.suggested, answer.results[0]?.matched_record_id], [1, invoice_id]);
    return { invoice_id, transaction_id, answer };
  };

  test('a suggestion that a payment withdraws is no new set of lines', async () => {
    const { invoice_id, answer } = await suggestedLine('41');
    await client().record_invoice_payment({
      invoice_id,
      amount: 8000,
      payment_date: '2026-03-09',
      payment_method: 'cash',
    });
    const again = await run();
    assert.deepEqual([again.run_id, again.replayed], [answer.run_id, true]);
  });

  test('a rejection makes a new run, which does not offer the pair again', async () => {
    const { transaction_id, answer } = await suggestedLine('42');
    await client().reject_ai_suggestion({ transaction_id: transaction_id as BankTransactionId });
    const again = await run();
    assert.notEqual(again.run_id, answer.run_id);
    assert.deepEqual([again.processed, again.suggested, again.auto_confirmed], [1, 0, 0]);
  });

  test('money that came twice is not booked on the next invoice that looks the same', async () => {
    const facts = { description: 'SPEI RECIBIDO COMERCIALIZADORA XALTEPEC FACTURA', amount_minor: 1_987_654 };
    await invoice({ total: '19876.54', number: '7001', issue_date: '2026-02-20', due_date: '2026-03-02' });
    await line({ ...facts, description: `${facts.description} 7001`, date: '2026-03-02' });
    await line({ ...facts, date: '2026-03-04' });
    const first = await run();
    assert.deepEqual([first.auto_confirmed, first.unmatched], [1, 1]);
    const next = await invoice({
      total: '19876.54',
      number: '7044',
      issue_date: '2026-03-20',
      due_date: '2026-04-02',
    });
    for (const days of [20, 40]) {
      service.setNow(new Date(NOW.getTime() + days * 86_400_000));
      assert.equal((await run()).auto_confirmed, 0);
    }
    assert.equal((await client().get_invoice({ invoice_id: next })).balance_due, 19876.54);
  });

  test('calls at the same time are one run', async () => {
    await line({ amount_minor: 41_414, description: 'COMISION' });
    const answers = await Promise.all(Array.from({ length: 8 }, run));
    assert.equal(new Set(answers.map(({ run_id }) => run_id)).size, 1);
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
  });
});

describe('what it refuses', () => {
  test(declared('run_ai_matching', 'bank_account_not_found', 'an account that does not exist'), async () => {
    const bank_account_id = newId('BankAccountId');
    assert.deepEqual(await refused(service, 'mx', TOOL, { bank_account_id }), {
      code: 'bank_account_not_found',
      path: 'bank_account_id',
      received: bank_account_id,
    });
  });

  test(declared('run_ai_matching', 'bank_account_inactive', 'an account that is not in use'), async () => {
    const bank_account_id = await addAccount(service, service.entities.mx, {
      active: false,
      name: 'Antigua',
    });
    assert.deepEqual(await refused(service, 'mx', TOOL, { bank_account_id }), {
      code: 'bank_account_inactive',
      path: 'bank_account_id',
      bank_account_id,
      name: 'Antigua',
    });
  });
});
