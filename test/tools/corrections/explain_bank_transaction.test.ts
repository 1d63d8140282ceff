// explain_bank_transaction: why a line is left, what is near it, and what would settle it, with the ids that the calls take.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type {
  BankAccountId,
  BankTransactionId,
  BillId,
  CounterpartyId,
  InvoiceId,
} from '../../../generated/ids.ts';
import type { SearchType, TransactionExplanation } from '../../../generated/types.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { indexRecord } from '../../../src/domain/ground/search-index/index-record.ts';
import { addKey } from '../../support/books.ts';
import { addBill, addInvoice, addParty, type BillFacts, type InvoiceFacts } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { adminOn } from '../../admin/support.ts';
import { addAccount, addLine, type LineFacts, NOW } from '../bank/support.ts';
import { callError } from '../../support/wire.ts';
import { changingNothing, declared } from '../support.ts';

let service: TestService;
let account: BankAccountId;
let other: BankAccountId;
let ibarra: CounterpartyId;
let quetzal: CounterpartyId;

const named = (
  record_id: string,
  type: SearchType,
  label: string,
  identifiers: string[] = [],
): Promise<void> =>
  inTransaction(service.database, (db) =>
    indexRecord({ db, entity: { id: service.entities.mx } }, { record_id, type, label, identifiers }),
  );

const party = async (name: string): Promise<CounterpartyId> => {
  const id = await addParty(service.database, service.entities.mx, name);
  await named(id, 'counterparties', name);
  return id;
};

const invoice = async (facts: Partial<InvoiceFacts> & { readonly total: string }): Promise<InvoiceId> => {
  const id = await addInvoice(service.database, service.entities.mx, {
    counterparty_id: ibarra,
    issue_date: '2026-02-20',
    due_date: '2026-03-02',
    ...facts,
  });
  const { number = '' } = facts;
  await named(id, 'invoices', `Factura ${number}`, [`A${number}`, number]);
  return id;
};

const bill = async (facts: Partial<BillFacts> & { readonly total: string }): Promise<BillId> => {
  const id = await addBill(service.database, service.entities.mx, {
    counterparty_id: quetzal,
    series: null,
    issue_date: '2026-02-20',
    due_date: '2026-03-02',
    ...facts,
  });
  await named(id, 'bills', `Factura ${facts.number ?? ''}`, [facts.number ?? '']);
  return id;
};

const line = (facts: LineFacts): Promise<string> => addLine(service, service.entities.mx, account, facts);

const explain = (transaction_id: string): Promise<TransactionExplanation> =>
  service
    .client(service.keys.mx)
    .explain_bank_transaction({ transaction_id: transaction_id as BankTransactionId });

before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
  other = await addAccount(service, service.entities.mx, { name: 'Santander' });
  ibarra = await party('Comercial Ibarra SA de CV');
  quetzal = await party('Herrajes Quetzal SA de CV');
});
after(() => service.close());

describe('what is left', () => {
  test('before a run: the document that fits, and the run', async () => {
    const record = await invoice({ total: '7781.20', number: '4401' });
    const id = await line({ amount_minor: 778_120, description: 'SPEI RECIBIDO IBARRA FACTURA A4401' });
    const told = await changingNothing(service.database, () => explain(id));
    assert.equal(told.match_status, 'unmatched');
    assert.ok(told.reasons.includes('No matching run has looked at the line yet'), told.reasons.join());
    const [near] = told.near_documents;
    assert.equal(near?.matched_record_id, record);
    assert.ok(near.speaks_for.includes('Invoice number A-4401 stands in the text'), near.speaks_for.join());
    assert.ok(near.speaks_for.includes('Amount equals the open balance; no other has it'));
    assert.ok(
      told.next_steps.includes(
        `If it is A-4401 – Comercial Ibarra SA de CV: confirm_bank_match with transaction_id ${id} and matched_record_id ${record}.`,
      ),
      told.next_steps.join('\n'),
    );
    assert.ok(
      told.next_steps.some((step) => step.includes(`run_ai_matching with bank_account_id ${account}`)),
    );
  });

  test('a payment short by a discount: the cause stands in what speaks for it', async () => {
    const record = await invoice({ total: '2500.00', number: '4402' });
    const id = await line({ amount_minor: 245_000, description: 'PAGO COMERCIAL IBARRA' });
    const { near_documents } = await explain(id);
    const near = near_documents.find(({ matched_record_id }) => matched_record_id === record);
    assert.ok(
      near?.speaks_for.some((text) => text.startsWith('50.00 of 2500.00 is missing')),
      JSON.stringify(near),
    );
  });

  test('money out looks at bills, and a name alone brings in what its party is owed', async () => {
    const record = await bill({ total: '913.00', number: 'ZB771' });
    const id = await line({
      amount_minor: 40_000,
      transaction_type: 'debit',
      description: 'TRANSFERENCIA A HERRAJES QUETZAL',
    });
    const told = await explain(id);
    const near = told.near_documents.find(({ matched_record_id }) => matched_record_id === record);
    assert.equal(near?.matched_record_type, 'bill');
    assert.ok(
      near.speaks_for.some((text) => text.startsWith('Name fits')),
      JSON.stringify(near),
    );
    assert.ok(
      near.speaks_against.some((text) => text.startsWith('Pays 400.00 of 913.00')),
      JSON.stringify(near),
    );
    assert.ok(told.near_documents.every(({ matched_record_type }) => matched_record_type === 'bill'));
  });

  test('the number of another document speaks against the one of this amount', async () => {
    const right = await invoice({ total: '6100.00', number: '4403' });
    const equal = await invoice({ total: '6000.00', number: '4404' });
    const id = await line({ amount_minor: 600_000, description: 'SPEI IBARRA PAGO FACTURA A4403' });
    const { near_documents } = await explain(id);
    const of = (record: string) =>
      near_documents.find(({ matched_record_id }) => matched_record_id === record);
    assert.ok(of(right)?.speaks_for.includes('Invoice number A-4403 stands in the text'));
    assert.ok(
      of(equal)?.speaks_against.includes('The text has the number of A-4403, not of A-4404'),
      JSON.stringify(of(equal)),
    );
  });

  test('a document in another currency is measured by the rate, or told to have none', async () => {
    const record = await invoice({ total: '1000.00', number: '4405', currency: 'JPY' });
    const id = await line({ amount_minor: 100_000, description: 'COMERCIAL IBARRA A4405' });
    const { near_documents } = await explain(id);
    const near = near_documents.find(({ matched_record_id }) => matched_record_id === record);
    assert.equal(near?.currency, 'JPY');
    const told = [...near.speaks_for, ...near.speaks_against].join();
    assert.match(told, /no rate of the day is known|off the balance at the rate/);
  });

  test('nothing near: the document may be missing, or there is none', async () => {
    const id = await line({
      amount_minor: 3,
      description: 'COMISION POR MANEJO DE CUENTA',
      transaction_type: 'debit',
    });
    const told = await explain(id);
    assert.deepEqual(told.near_documents, []);
    assert.ok(told.reasons.includes('The text speaks of: fee'), told.reasons.join());
    assert.ok(told.next_steps.some((step) => step.includes(`mark_no_match with transaction_id ${id}`)));
    assert.ok(told.next_steps.some((step) => step.includes('search_bills')));
  });

  test('a line on the other account is offered as the other side of a transfer', async () => {
    const id = await line({ amount_minor: 777_700, transaction_type: 'debit', description: 'TRASPASO' });
    const peer = await addLine(service, service.entities.mx, other, {
      amount_minor: 777_700,
      description: 'TRASPASO RECIBIDO',
    });
    const told = await explain(id);
    assert.deepEqual(
      told.transfer_candidates.map(({ transaction_id }) => transaction_id),
      [peer],
    );
    assert.ok(
      told.next_steps.some((step) =>
        step.includes(`link_transfer with transaction_id ${id} and peer_transaction_id ${peer}`),
      ),
    );
  });
});

describe('what is decided, and who asks', () => {
  test('suggested, then confirmed, then set aside: each with what undoes it', async () => {
    const client = service.client(service.keys.mx);
    await invoice({ total: '8812.00', number: '4410' });
    const bank_account_id = await addAccount(service, service.entities.mx, { name: 'Tercera' });
    const id = (await addLine(service, service.entities.mx, bank_account_id, {
      amount_minor: 881_200,
      description: 'SPEI RECIBIDO COMERCIAL IBARRA FACTURA A9871',
    })) as BankTransactionId;
    await client.run_ai_matching({ bank_account_id });
    const suggested = await explain(id);
    assert.equal(suggested.match_status, 'suggested');
    assert.ok(
      suggested.reasons.some((text) => text.startsWith('Not confirmed by machine')),
      suggested.reasons.join(),
    );
    assert.ok(
      suggested.next_steps.some((step) => step.includes(`reject_ai_suggestion with transaction_id ${id}`)),
    );
    const record = suggested.near_documents[0]?.matched_record_id;
    assert.ok(record !== undefined);
    await client.confirm_bank_match({ transaction_id: id, matched_record_id: record });
    const confirmed = await explain(id);
    assert.equal(confirmed.match_status, 'confirmed');
    assert.deepEqual(
      confirmed.near_documents.map(({ matched_record_id }) => matched_record_id),
      [record],
    );
    assert.match(confirmed.reasons[0] ?? '', /^It is confirmed by /);
    assert.deepEqual(confirmed.next_steps, [`If it is wrong: undo_bank_match with transaction_id ${id}.`]);
    await client.undo_bank_match({ transaction_id: id });
    await client.mark_no_match({ transaction_id: id });
    const aside = await explain(id);
    assert.deepEqual(aside.reasons, ['Somebody said that the line settles no document']);
    assert.deepEqual(aside.next_steps, [`If it is wrong: undo_bank_match with transaction_id ${id}.`]);
  });

  test('of an account that is not in use, that it has to be first', async () => {
    const bank_account_id = await addAccount(service, service.entities.mx, { name: 'Vieja', active: false });
    const id = await addLine(service, service.entities.mx, bank_account_id, { amount_minor: 12_345 });
    const told = await explain(id);
    assert.match(told.reasons[0] ?? '', /Vieja is not in use/);
    assert.match(
      told.next_steps[0] ?? '',
      new RegExp(`set_bank_account_active with bank_account_id ${bank_account_id}`),
    );
  });

  test('a key that only reads is told who does it', async () => {
    await invoice({ total: '9200.00', number: '4420' });
    const id = await line({ amount_minor: 920_000, description: 'IBARRA A4420' });
    const key = await addKey(service.database, service.organisation_id, {
      entity_id: service.entities.mx,
      scopes: ['bank_accounts:read', 'invoices:read'],
    });
    const { next_steps } = await service
      .client(key)
      .explain_bank_transaction({ transaction_id: id as BankTransactionId });
    assert.ok(
      next_steps.some((step) => step.includes('an administrator confirms it')),
      next_steps.join('\n'),
    );
    assert.ok(next_steps.every((step) => !step.includes('confirm_bank_match')));
  });

  test('it stays short, however much is near', async () => {
    for (let at = 0; at < 12; at += 1) await invoice({ total: '5555.00', number: `5${at}00` });
    const id = await line({
      amount_minor: 555_500,
      description: `COMERCIAL IBARRA ${'FACTURA '.repeat(60)}`,
    });
    const told = await explain(id);
    assert.equal(told.near_documents.length, 5);
    const tokens = JSON.stringify(told).length / 4;
    assert.ok(tokens <= 1_500, `${tokens} tokens`);
  });

  test('the command line tells the same', async () => {
    const record = await invoice({ total: '9300.00', number: '4430' });
    const id = await line({ amount_minor: 930_000, description: 'IBARRA A4430' });
    const { code, out } = await adminOn(service.databaseUrl, NOW).run('transaction', 'explain', id, '--json');
    assert.equal(code, 0, out);
    const told = JSON.parse(out) as TransactionExplanation;
    assert.equal(told.near_documents[0]?.matched_record_id, record);
    assert.ok(
      told.next_steps.some((step) => step.includes('"bank no-match')),
      told.next_steps.join('\n'),
    );
  });

  test(
    declared('explain_bank_transaction', 'transaction_not_found', 'a line of another company'),
    async () => {
      const foreign = await addAccount(service, service.entities.de, { currency: 'EUR' });
      const id = await addLine(service, service.entities.de, foreign, { currency: 'EUR' });
      const { code } = await callError(service.url, service.keys.mx, 'explain_bank_transaction', {
        transaction_id: id,
      });
      assert.equal(code, 'transaction_not_found');
    },
  );
});
