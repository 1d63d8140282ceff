// Suggestions: shown with their reasons, confirmed, rejected for good, and gone when their document is settled otherwise.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { changingNothing, declared, refused } from '../support.ts';
import { addAccount, addLine, NOW } from './support.ts';

const TOOL = 'reject_ai_suggestion';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  party = await addParty(service.database, service.entities.mx);
});
beforeEach(async () => {
  account = await addAccount(service, service.entities.mx);
});
after(() => service.close());

const client = () => service.client(service.keys.mx);

const suggested = async (
  invoices: readonly { readonly id: string; readonly minor: number }[],
  facts: Parameters<typeof addLine>[3] = {},
): Promise<BankTransactionId> => {
  const id = await addLine(service, service.entities.mx, account, {
    match_status: 'suggested',
    amount_minor: invoices.reduce((sum, { minor }) => sum + minor, 0),
    ...facts,
  });
  await service.database.kysely
    .insertInto('bank_suggestion')
    .values(
      invoices.map((invoice, index) => ({
        entity_id: service.entities.mx,
        bank_transaction_id: id,
        position: index + 1,
        record_type: 'invoice' as const,
        record_id: invoice.id,
        amount_minor: invoice.minor,
        confidence: '0.8100',
        reasons: JSON.stringify(['Amount equals the open balance']),
        run_id: newId('MatchingRunId'),
        created_at: toInstant(NOW),
      })),
    )
    .execute();
  return id as BankTransactionId;
};

const invoice = (number: string, total = '1160.00'): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: party, total, series: 'S', number });

const read = async (id: string) => {
  const { data } = await client().search_bank_transactions({ bank_account_id: account });
  const found = data.find(({ transaction_id }) => transaction_id === id);
  assert.ok(found);
  return found;
};

describe('a suggestion', () => {
  test('has a label as long as the longest name makes it', async () => {
    const name = 'Comercializadora '.repeat(20).slice(0, 300).padEnd(300, 'x');
    const counterparty_id = await addParty(service.database, service.entities.mx, name);
    const facts = { counterparty_id, total: '1160.00', series: 'S'.repeat(25), number: '123456789' };
    const id = await addInvoice(service.database, service.entities.mx, facts);
    const { suggestions } = await read(await suggested([{ id, minor: 116_000 }]));
    assert.deepEqual(
      suggestions.map(({ label }) => label),
      [`${facts.series}-${facts.number} – ${name}`],
    );
  });

  test('is shown with amount, confidence, reasons and a label', async () => {
    const id = await invoice('1');
    const transaction_id = await suggested([{ id, minor: 116_000 }]);
    assert.deepEqual((await read(transaction_id)).suggestions, [
      {
        matched_record_id: id,
        matched_record_type: 'invoice',
        amount: 1160,
        difference_amount: null,
        confidence: 0.81,
        reasons: ['Amount equals the open balance'],
        label: 'S-1 – Comercial Ibarra',
      },
    ]);
  });

  test('is gone when the line is confirmed, whatever it is confirmed with', async () => {
    const [one, other] = [await invoice('2'), await invoice('3')];
    const transaction_id = await suggested([{ id: one, minor: 116_000 }]);
    await client().confirm_bank_match({ transaction_id, matched_record_id: other });
    const { match_status, suggestions, matches } = await read(transaction_id);
    assert.deepEqual([match_status, suggestions, matches.length], ['confirmed', [], 1]);
  });

  test('that is confirmed is not told as rejected', async () => {
    const id = await invoice('8');
    const transaction_id = await suggested([{ id, minor: 116_000 }]);
    const rival = await suggested([{ id, minor: 116_000 }]);
    await client().confirm_bank_match({ transaction_id, matched_record_id: id });
    const told = async (record_id: string): Promise<string[]> =>
      (
        await service.database.kysely
          .selectFrom('event')
          .select('type')
          .where('record_id', '=', record_id)
          .execute()
      ).map(({ type }) => type);
    assert.deepEqual(await told(transaction_id), ['bank_transaction.confirmed']);
    assert.deepEqual(await told(rival), ['bank_transaction.rejected']);
  });

  test('that exceeds what a payment by hand has left goes with that payment', async () => {
    const id = await invoice('4');
    const transaction_id = await suggested([{ id, minor: 116_000 }]);
    await client().record_invoice_payment({ invoice_id: id, amount: 1 });
    const { match_status, suggestions } = await read(transaction_id);
    assert.deepEqual([match_status, suggestions], ['unmatched', []]);
  });

  test('that still fits stays', async () => {
    const id = await invoice('5', '5000.00');
    const transaction_id = await suggested([{ id, minor: 116_000 }]);
    await client().record_invoice_payment({ invoice_id: id, amount: 1000 });
    assert.equal((await read(transaction_id)).match_status, 'suggested');
  });
});

describe('rejecting', () => {
  test('returns the line to unmatched, and the pairs are remembered', async () => {
    const [one, other] = [await invoice('6'), await invoice('7')];
    const transaction_id = await suggested([
      { id: one, minor: 116_000 },
      { id: other, minor: 116_000 },
    ]);
    const answer = await client().reject_ai_suggestion({ transaction_id });
    assert.deepEqual([answer.match_status, answer.suggestions, answer.warnings], ['unmatched', [], []]);
    const rows = await service.database.kysely
      .selectFrom('bank_rejection')
      .select('record_id')
      .where('bank_transaction_id', '=', transaction_id)
      .execute();
    assert.deepEqual(rows.map(({ record_id }) => record_id).toSorted(), [one, other].toSorted());
  });

  test('a rejected pair is not found again by a run, another document is', async () => {
    const named = await addParty(service.database, service.entities.mx, 'Ferretería Zacualpan SA de CV');
    const total = '98765.43';
    const wrong = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: named,
      total,
      series: 'Z',
      number: '901',
      issue_date: '2026-02-20',
    });
    const transaction_id = await suggested([{ id: wrong, minor: 9_876_543 }], {
      description: 'SPEI FERRETERIA ZACUALPAN FACTURA Z901',
      counterparty_hint: 'FERRETERIA ZACUALPAN',
    });
    await client().reject_ai_suggestion({ transaction_id });
    const { auto_confirmed, suggested: found } = await client().run_ai_matching({ bank_account_id: account });
    assert.deepEqual([auto_confirmed, found], [0, 0]);
  });

  test(declared('reject_ai_suggestion', 'transaction_not_found', 'one that does not exist'), async () => {
    const transaction_id = newId('BankTransactionId');
    assert.deepEqual(
      await changingNothing(service.database, () => refused(service, 'mx', TOOL, { transaction_id })),
      { code: 'transaction_not_found', path: 'transaction_id', received: transaction_id },
    );
  });

  for (const match_status of ['unmatched', 'confirmed', 'no_match'] as const) {
    test(
      declared('reject_ai_suggestion', 'transaction_not_suggested', `one that is ${match_status}`),
      async () => {
        const transaction_id = await addLine(service, service.entities.mx, account, { match_status });
        assert.deepEqual(
          await changingNothing(service.database, () => refused(service, 'mx', TOOL, { transaction_id })),
          { code: 'transaction_not_suggested', path: 'transaction_id', match_status },
        );
      },
    );
  }
});
