// Thousands of random payments, credit notes and reversals leave documents, payments and ledger in agreement.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Database } from '../../../src/db/database.ts';
import { decideBill } from '../../../src/domain/documents/bills/decide.ts';
import { creditInvoice } from '../../support/credit.ts';
import {
  BILL_CREDIT_NOTES,
  INVOICE_CREDIT_NOTES,
} from '../../../src/domain/across/imports/records/credit-notes.ts';
import { BILL_PAYMENTS, INVOICE_PAYMENTS } from '../../../src/domain/across/imports/records/payments.ts';
import { recordBillPayment } from '../../../src/domain/documents/payments/record-bill-payment.ts';
import { recordInvoicePayment } from '../../../src/domain/documents/payments/record-invoice-payment.ts';
import { ToolError } from '../../../src/base/errors.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';
import { dose, seedOf } from '../../support/dose.ts';

const OPERATIONS = dose(300);
const SEED = seedOf(import.meta.filename);

let opened: TestDatabase;
let database: Database;
let books: TestBooks;
let party: string;
before(async () => {
  opened = await createTestDatabase();
  database = opened.database;
  const organisation = await addOrganisation(database);
  const entity = await addEntity(database, organisation, { country_code: 'MX' });
  books = await openBooks(database, organisation, entity);
  party = await addParty(database, entity);
});
after(() => opened.close());

/** Mulberry32: small, and the same everywhere. */
const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const random = randomOf(SEED);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const upTo = (max: number): number => 1 + Math.floor(random() * max);
const cents = (max: number): number => Number((upTo(max * 100) / 100).toFixed(2));

const CURRENCIES = ['MXN', 'MXN', 'USD', 'EUR'] as const;
const invoices: string[] = [];
const bills: string[] = [];

const newDocument = async (): Promise<void> => {
  const total = cents(2_000);
  const facts = {
    counterparty_id: party,
    total: total.toFixed(2),
    currency: pick(CURRENCIES),
    presettled: random() < 0.5 ? '0' : (Math.floor(total * random() * 100) / 100).toFixed(2),
  };
  if (random() < 0.5) invoices.push(await addInvoice(database, books.entity.id, facts));
  else bills.push(await addBill(database, books.entity.id, facts));
};

const day = (): string => `2026-0${upTo(3)}-${String(upTo(28)).padStart(2, '0')}`;
const part = (): { amount?: number } => (random() < 0.2 ? {} : { amount: cents(900) });
const currency = (): { currency?: string } => (random() < 0.6 ? {} : { currency: pick(CURRENCIES) });
const OPTIONS = { update: false, warn: () => undefined };

const importOne = async <R>(
  store: (
    ctx: never,
    rows: readonly { line: number; value: R }[],
    options: typeof OPTIONS,
  ) => Promise<unknown>,
  value: R,
): Promise<void> => {
  await books.write((ctx) => store(ctx as never, [{ line: 1, value }], OPTIONS));
};

const note = (document: string, historic: boolean) => ({
  counterparty: party,
  ...(random() < 0.9 ? { document } : {}),
  number: String(upTo(1_000_000)),
  issue_date: day(),
  currency: 'MXN',
  total: cents(500),
  historic,
});

const OPERATION: readonly (() => Promise<unknown>)[] = [
  newDocument,
  newDocument,
  () =>
    books.write((ctx) =>
      recordInvoicePayment(ctx, {
        invoice_id: pick(invoices) as never,
        payment_method: 'cash',
        payment_date: day(),
        ...part(),
        ...currency(),
      }),
    ),
  () =>
    books.write((ctx) =>
      recordBillPayment(ctx, {
        bill_id: pick(bills) as never,
        payment_method: 'cash',
        paid_on: day(),
        ...part(),
        ...currency(),
      }),
    ),
  () => books.write((ctx) => creditInvoice(ctx, pick(invoices), random() < 0.3 ? undefined : cents(700))),
  () => books.write((ctx) => decideBill(ctx, pick(bills), random() < 0.8 ? 'validate' : 'reverse')),
  () =>
    importOne(INVOICE_PAYMENTS.store as never, {
      document: pick(invoices),
      amount: cents(600),
      payment_date: day(),
      payment_method: 'cash',
      bank_linked: false,
      historic: random() < 0.6,
      ...currency(),
    }),
  () =>
    importOne(BILL_PAYMENTS.store as never, {
      document: pick(bills),
      amount: cents(600),
      paid_on: day(),
      payment_method: 'cash',
      bank_linked: false,
      historic: random() < 0.6,
      ...currency(),
    }),
  () =>
    importOne(INVOICE_CREDIT_NOTES.store as never, {
      ...note(pick(invoices), random() < 0.5),
      status: 'filed',
    }),
  () =>
    importOne(BILL_CREDIT_NOTES.store as never, { ...note(pick(bills), random() < 0.5), status: 'received' }),
];

test(`${OPERATIONS} operations`, async () => {
  for (let document = 0; document < 40; document += 1) await newDocument();
  const counts = { done: 0, refused: 0 };
  for (let operation = 1; operation <= OPERATIONS; operation += 1) {
    try {
      await pick(OPERATION)();
      counts.done += 1;
    } catch (error) {
      // What the books refuse leaves them as they were; anything else is a fault.
      if (!(error instanceof ToolError)) throw error;
      counts.refused += 1;
    }
    if (operation % 250 === 0)
      assert.deepEqual(await ledgerDifferences(database, books.entity.id), [], `after ${operation}`);
  }
  assert.ok(counts.done > OPERATIONS / 4, JSON.stringify(counts));
  assert.deepEqual(await ledgerDifferences(database, books.entity.id), []);
});
