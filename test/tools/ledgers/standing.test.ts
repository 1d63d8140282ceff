// The standing of a counterparty: whatever befell a credit, the list, a change, the ledger, the summary and the portfolio
// say the same, and the net is the balance of the ledger.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import type { StandingOfCurrency } from '../../../generated/types.ts';
import { mergeCounterparties } from '../../../src/domain/across/merges/merge.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { newAct, SYSTEM, type Unlimited } from '../../../src/domain/ground/change/change.ts';
import { findEntity } from '../../../src/domain/ground/entities/store.ts';
import { addKey } from '../../support/books.ts';
import { creditInvoice } from '../../support/credit.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, NOW } from '../bank/support.ts';
import { addMexicanCustomer } from '../support.ts';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
let made = 0;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
});
after(() => service.close());

const client = () => service.client(service.keys.mx);
const newParty = async (): Promise<CounterpartyId> => {
  made += 1;
  return addMexicanCustomer(service, `Cliente ${made}`);
};
const invoice = (total: string, facts: object = {}): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: party, total, ...facts });

/** As a command changes the books. */
const administer = async <T>(action: string, work: (ctx: Unlimited) => Promise<T>): Promise<T> => {
  made += 1;
  const entity =
    (await findEntity(service.database.reader, service.organisation_id, service.entities.mx)) ??
    assert.fail();
  const act = newAct(SYSTEM, action, { made }, NOW);
  return (await openBooks(service.database).change(entity, act, work)).result;
};

/** A customer with a credit of 500 MXN, and the payment that it is of. */
const credit = async (): Promise<`ipay_${string}`> => {
  party = await newParty();
  const transaction_id = (await addLine(service, service.entities.mx, account, {
    amount_minor: 150_000,
  })) as BankTransactionId;
  const matched_record_id = await invoice('1000.00');
  const { payment } = await client().confirm_bank_match({ transaction_id, matched_record_id });
  return (payment?.id ?? assert.fail()) as `ipay_${string}`;
};

const told = (rows: readonly StandingOfCurrency[]) =>
  rows.map(({ currency, amount, open, credit: paid, net }) => {
    assert.equal(amount, open);
    return { currency, open, credit: paid, net };
  });

type Told = ReturnType<typeof told>;

/** As the list says it, once a change and the ledger have said the same. */
const standing = async (counterparty_id: CounterpartyId = party) => {
  const row = (await client().list_counterparties({ limit: 50 })).data.find(
    ({ id }) => id === counterparty_id,
  );
  const listed = {
    receivable: told(row?.receivable_balance ?? []),
    payable: told(row?.payable_balance ?? []),
  };
  made += 1;
  const changed = await client().update_counterparty({ counterparty_id, email: `a${made}@example.org` });
  assert.deepEqual(
    { receivable: told(changed.receivable_balance), payable: told(changed.payable_balance) },
    listed,
  );
  for (const [ledger_type, side] of [
    ['ar', 'receivable'],
    ['ap', 'payable'],
  ] as const) {
    const ledger = await client().generate_ledger({ counterparty_id, type: ledger_type });
    assert.deepEqual(
      ledger.standing,
      listed[side].map((of) => ({ ledger: ledger_type, ...of })),
    );
    const closing = new Map(
      ledger.currencies?.map(({ currency, totals }) => [currency, totals.closing_balance]),
    );
    for (const { currency, net } of listed[side])
      assert.equal(closing.get(currency), side === 'receivable' ? net : -net);
  }
  return listed;
};

const add = (all: Told, more: Told): Told =>
  [...new Set([...all, ...more].map(({ currency }) => currency))].toSorted().map((currency) => {
    const rows = [...all, ...more].filter((row) => row.currency === currency);
    const sum = (field: 'open' | 'credit' | 'net'): number =>
      Math.round(rows.reduce((total, row) => total + row[field] * 100, 0)) / 100;
    return { currency, open: sum('open'), credit: sum('credit'), net: sum('net') };
  });

afterEach(async () => {
  const { data } = await client().list_counterparties({ limit: 50 });
  const summary = await client().get_payment_summary();
  const { data: companies } = await service.client().get_portfolio({});
  const company = companies.find(({ entity_id }) => entity_id === service.entities.mx) ?? assert.fail();
  for (const side of ['receivable', 'payable'] as const) {
    const sums = data.reduce<Told>((all, row) => add(all, told(row[`${side}_balance`])), []);
    assert.deepEqual(told(company[side]), sums, `portfolio: ${side}`);
    assert.deepEqual(
      summary[side].map(({ currency, open, credit: paid, net }) => ({ currency, open, credit: paid, net })),
      sums,
      `summary: ${side}`,
    );
  }
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
});

const MXN = (open: number, paid: number) => ({ currency: 'MXN', open, credit: paid, net: open - paid });

describe('a credit that was applied', () => {
  test('goes with its payment when that is reversed: both invoices are owed again', async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('700.00');
    await client().apply_invoice_payment({ payment_id, invoice_id });
    assert.deepEqual((await standing()).receivable, [MXN(200, 0)]);
    await client().reverse_invoice_payment({ payment_id, reason: 'Error' });
    assert.deepEqual((await standing()).receivable, [MXN(1700, 0)]);
    assert.equal((await client().get_invoice({ invoice_id })).payment_status, 'unpaid');
  });

  test('comes back when the invoice that it paid is credited, and pays a third', async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('700.00');
    await client().apply_invoice_payment({ payment_id, invoice_id });
    await administer('invoice credit', (ctx) => creditInvoice(ctx, invoice_id, undefined));
    assert.deepEqual((await standing()).receivable, [MXN(0, 500)]);
    const third = await invoice('120.00');
    const { unallocated_amount } = await client().apply_invoice_payment({ payment_id, invoice_id: third });
    assert.equal(unallocated_amount, 380);
    assert.deepEqual((await standing()).receivable, [MXN(0, 380)]);
  });

  test('goes once, though two keys apply it to one invoice at once', async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('700.00');
    const other = await addKey(service.database, service.organisation_id, {
      entity_id: service.entities.mx,
      toolsets: ['corrections'],
    });
    const answers = await Promise.allSettled(
      [service.keys.mx, other, service.keys.mx, other].map((key) =>
        service.client(key).apply_invoice_payment({ payment_id, invoice_id, amount: 400 }),
      ),
    );
    assert.deepEqual(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual((await standing()).receivable, [MXN(300, 100)]);
  });
});

describe('beside a credit', () => {
  test('an invoice in dollars is told apart, and a bill paid in excess on its own side', async () => {
    await credit();
    await invoice('80.00', { currency: 'USD' });
    const bill_id = await addBill(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '300.00',
    });
    const transaction_id = (await addLine(service, service.entities.mx, account, {
      amount_minor: 35_000,
      transaction_type: 'debit',
    })) as BankTransactionId;
    await client().confirm_bank_match({ transaction_id, matched_record_id: bill_id });
    await addBill(service.database, service.entities.mx, { counterparty_id: party, total: '90.00' });
    assert.deepEqual(await standing(), {
      receivable: [MXN(0, 500), { currency: 'USD', open: 80, credit: 0, net: 80 }],
      payable: [MXN(90, 50)],
    });
  });

  test('what another owed is owed with it after a merge, and the credit pays it', async () => {
    const payment_id = await credit();
    const survivor = party;
    const duplicate = await addParty(service.database, service.entities.mx, 'Cliente sin RFC');
    party = duplicate;
    const invoice_id = await invoice('600.00');
    await administer('counterparty merge', (ctx) => mergeCounterparties(ctx, { duplicate, survivor }));
    assert.deepEqual((await standing(survivor)).receivable, [MXN(600, 500)]);
    await client().apply_invoice_payment({ payment_id, invoice_id });
    assert.deepEqual((await standing(survivor)).receivable, [MXN(100, 0)]);
  });
});
