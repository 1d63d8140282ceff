// bank match undo and bank no-match: what an administrator takes back counts no more, and all else is as before. The
// payment that the match made stays readable as reversed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId, CounterpartyId } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { sql } from 'kysely';
import { creditInvoice } from '../support/credit.ts';
import { addBill, addInvoice, addParty } from '../support/documents.ts';
import { openBooks } from '../support/scope.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addAccount, addLine, type LineFacts, NOW } from '../tools/bank/support.ts';
import { type Admin, adminOn } from './support.ts';

const BY = 'ana@example.org';

let service: TestService;
let admin: Admin;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  admin = adminOn(service.databaseUrl, NOW);
  await admin.json('member', 'add', '--org', service.organisation_id, '--email', BY, '--name', 'Ana');
  account = await addAccount(service, service.entities.mx);
  party = await addParty(service.database, service.entities.mx);
});
after(() => service.close());

const client = () => service.client(service.keys.mx);
const line = (facts: LineFacts = {}) =>
  addLine(service, service.entities.mx, account, {
    amount_minor: 116_000,
    ...facts,
  }) as Promise<BankTransactionId>;
const undo = (id: string) => admin.json('bank', 'match', 'undo', id, '--by', BY);

/** Everything that a confirmation writes and that counts, but for versions and times. */
const books = async (): Promise<unknown> => {
  const of = async (table: string, columns: string, which = '', order = columns): Promise<unknown> => {
    const { rows } =
      await sql`select ${sql.raw(columns)} from ${sql.table(table)} ${sql.raw(which)} order by ${sql.raw(order)}`.execute(
        service.database.kysely,
      );
    return rows;
  };
  return {
    invoice: await of('invoice', 'id, paid_minor, balance_minor, open, status'),
    bill: await of('bill', 'id, paid_minor, balance_minor, open, status'),
    payment: await of(
      'payment',
      'id, bank_linked, bank_transaction_id, unallocated_minor',
      "where status = 'recorded'",
    ),
    payment_allocation: await of(
      'payment_allocation',
      'payment_id, record_id, amount_minor',
      'where amount_minor > 0',
    ),
    ledger_entry: await of(
      'ledger_entry',
      'document_id, currency, sum(debit_minor - credit_minor)',
      'group by document_id, currency',
      'document_id, currency',
    ),
    bank_transaction: await of(
      'bank_transaction',
      'id, match_status, matched_at, transfer_peer_id, transfer_status',
    ),
    bank_match: await of('bank_match', 'bank_transaction_id, record_id'),
    bank_match_undo: await of('bank_match_undo', 'bank_transaction_id'),
    bank_suggestion: await of('bank_suggestion', 'bank_transaction_id, position, record_id, confidence'),
    bank_memory: await of('bank_memory', 'kind, value, counterparty_id'),
    search_record: await of(
      'search_record',
      'record_id',
      "where record_id not in (select id from payment where status = 'reversed')",
    ),
  };
};

const suggestedLine = async (invoice_id: string): Promise<BankTransactionId> => {
  const transaction_id = await line({ match_status: 'suggested' });
  await service.database.kysely
    .insertInto('bank_suggestion')
    .values({
      entity_id: service.entities.mx,
      bank_transaction_id: transaction_id,
      position: 1,
      record_type: 'invoice',
      record_id: invoice_id,
      amount_minor: 116_000,
      confidence: '0.8000',
      reasons: JSON.stringify(['x']),
      run_id: newId('MatchingRunId'),
      created_at: '2026-03-10 18:00:00.000',
    })
    .execute();
  return transaction_id;
};

/** What `act` does, undoing takes back. */
const restores = async (
  id: () => Promise<BankTransactionId>,
  act: (id: BankTransactionId) => Promise<unknown>,
) => {
  const transaction_id = await id();
  const earlier = await books();
  await act(transaction_id);
  assert.notDeepEqual(await books(), earlier);
  await undo(transaction_id);
  assert.deepEqual(await books(), earlier);
};

describe('bank match undo', () => {
  test('a single match, with the account and name that it taught', async () => {
    const id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '1160.00',
    });
    await restores(
      () => line({ counterparty_hint: 'COMERCIAL IBARRA', party_account: '032180000118359719' }),
      (transaction_id) => client().confirm_bank_match({ transaction_id, matched_record_id: id }),
    );
  });

  test('a split, and an overpaid bill', async () => {
    const bill = () =>
      addBill(service.database, service.entities.mx, { counterparty_id: party, total: '500.00' });
    const ids = [await bill(), await bill()] as const;
    await restores(
      () => line({ transaction_type: 'debit' }),
      (transaction_id) =>
        client().confirm_bank_match({
          transaction_id,
          allocations: [
            { matched_record_id: ids[0], amount: 500 },
            { matched_record_id: ids[1], amount: 660 },
          ],
        }),
    );
  });

  test('a payment that was only linked stays, without its line', async () => {
    const other = await addParty(service.database, service.entities.mx, 'Enlace');
    const invoice_id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: other,
      total: '1160.00',
    });
    await client().record_invoice_payment({ invoice_id, payment_date: '2026-03-03' });
    await restores(line, (transaction_id) =>
      client().confirm_bank_match({ transaction_id, matched_record_id: invoice_id, create_payment: false }),
    );
  });

  test('a confirmed suggestion is suggested again', async () => {
    const id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '1160.00',
    });
    await restores(
      () => suggestedLine(id),
      (transaction_id) => client().confirm_bank_match({ transaction_id, matched_record_id: id }),
    );
  });

  test('a suggested line marked as having no match is suggested again', async () => {
    const id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '1160.00',
    });
    await restores(
      () => suggestedLine(id),
      (transaction_id) => admin.json('bank', 'no-match', transaction_id, '--by', BY),
    );
  });

  test('what was suggested and no longer fits the balance is not suggested again', async () => {
    const id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '1160.00',
    });
    const transaction_id = await suggestedLine(id);
    await admin.json('bank', 'no-match', transaction_id, '--by', BY);
    await client().record_invoice_payment({ invoice_id: id, amount: 500, payment_date: '2026-03-09' });
    await admin.json('bank', 'match', 'undo', transaction_id, '--by', BY);
    const { data } = await client().search_bank_transactions({ limit: 50 });
    const line = data.find((row) => row.transaction_id === transaction_id);
    assert.deepEqual([line?.match_status, line?.suggestions], ['unmatched', []]);
  });

  test('the legs of a transfer: a suggestion is suggested again, what had no match has none', async () => {
    const id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '1160.00',
    });
    const savings = await addAccount(service, service.entities.mx, { name: 'Ahorro' });
    await restores(
      async () => {
        const leg = await suggestedLine(id);
        const peer = await addLine(service, service.entities.mx, savings, {
          amount_minor: 116_000,
          transaction_type: 'debit',
          match_status: 'no_match',
          transfer_peer_id: leg,
          transfer_status: 'suggested',
        });
        await service.database.kysely
          .updateTable('bank_transaction')
          .set({ transfer_peer_id: peer, transfer_status: 'suggested' })
          .where('id', '=', leg)
          .execute();
        return leg;
      },
      (transaction_id) => client().link_transfer({ transaction_id }),
    );
  });

  test('a line marked as having no match', async () => {
    await restores(line, (id) => admin.json('bank', 'no-match', id, '--by', BY));
  });

  test('is refused for what is not confirmed, and by nobody known', async () => {
    const id = await line();
    const unmatched = await admin.refused('bank', 'match', 'undo', id, '--by', BY);
    assert.equal(unmatched.code, 'wrong_state');
    assert.match(unmatched.message, /has no match to undo; it is unmatched/);
    const unknown = await admin.refused('bank', 'match', 'undo', id, '--by', 'nobody@example.org');
    assert.equal(unknown.code, 'not_found');
    const missing = await admin.refused('bank', 'match', 'undo', newId('BankTransactionId'), '--by', BY);
    assert.equal(missing.code, 'not_found');
  });

  test('is refused when the invoice was credited since', async () => {
    const id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '1160.00',
    });
    const transaction_id = await line();
    await client().confirm_bank_match({ transaction_id, matched_record_id: id });
    const own = await openBooks(service.database, service.organisation_id, service.entities.mx);
    await own.write((ctx) => creditInvoice(ctx, id, undefined));
    const earlier = await books();
    assert.equal(
      (await admin.refused('bank', 'match', 'undo', transaction_id, '--by', BY)).code,
      'wrong_state',
    );
    assert.deepEqual(await books(), earlier);
  });
});

describe('bank match link', () => {
  const twoPayments = async () => {
    const other = await addParty(service.database, service.entities.mx, 'Dos Iguales');
    const invoice_id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: other,
      total: '2320.00',
    });
    const pay = () =>
      client().record_invoice_payment({ invoice_id, amount: 1160, payment_date: '2026-03-02' });
    return { invoice_id, payments: [(await pay()).id, (await pay()).id] as const };
  };

  test('links the one of several payments that a person names, and undoing frees it', async () => {
    const { invoice_id, payments } = await twoPayments();
    const id = await line();
    const earlier = await books();
    const linked = await admin.json('bank', 'match', 'link', id, '--payment', payments[1], '--by', BY);
    assert.deepEqual(
      linked.matches.map((match: { matched_record_id: string; payment_id: string; amount: number }) => [
        match.matched_record_id,
        match.payment_id,
        match.amount,
      ]),
      [[invoice_id, payments[1], 1160]],
    );
    const again = await admin.refused(
      'bank',
      'match',
      'link',
      await line(),
      '--payment',
      payments[1],
      '--by',
      BY,
    );
    assert.equal(again.code, 'wrong_state');
    await undo(id);
    assert.deepEqual(await books(), {
      ...(earlier as object),
      bank_transaction: ((await books()) as { bank_transaction: unknown }).bank_transaction,
    });
  });

  test('refuses another amount, and a payment that is not there', async () => {
    const { payments } = await twoPayments();
    const id = await line({ amount_minor: 1 });
    const other = await admin.refused('bank', 'match', 'link', id, '--payment', payments[0], '--by', BY);
    assert.equal(other.code, 'invalid_value');
    const nothing = newId('InvoicePaymentId');
    const none = await admin.refused('bank', 'match', 'link', id, '--payment', nothing, '--by', BY);
    assert.equal(none.code, 'not_found');
  });
});

test('a match of the matcher that is taken back is not made again', async () => {
  const own = await addAccount(service, service.entities.mx, { name: 'Otra vez' });
  const named = await addParty(service.database, service.entities.mx, 'Talleres Ometepec SA de CV');
  await addInvoice(service.database, service.entities.mx, {
    counterparty_id: named,
    total: '54321.09',
    series: 'U',
    number: '7001',
    issue_date: '2026-02-20',
    due_date: '2026-03-02',
  });
  const id = await addLine(service, service.entities.mx, own, {
    amount_minor: 5_432_109,
    description: 'SPEI RECIBIDO TALLERES OMETEPEC FACTURA U-7001',
    counterparty_hint: 'TALLERES OMETEPEC',
  });
  const run = () => client().run_ai_matching({ bank_account_id: own });
  assert.equal((await run()).auto_confirmed, 1);
  await undo(id);
  const later = await run();
  assert.deepEqual([later.auto_confirmed, later.suggested, later.unmatched], [0, 0, 1]);
});

test('no-match refuses a confirmed line', async () => {
  const id = await addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total: '1160.00',
  });
  const transaction_id = await line();
  await client().confirm_bank_match({ transaction_id, matched_record_id: id });
  const { code, message } = await admin.refused('bank', 'no-match', transaction_id, '--by', BY);
  assert.equal(code, 'wrong_state');
  assert.match(message, /bank match undo/);
});
