// Credits an invoice in parts as the books do, without a database: each note is planned, built, checked, and then counts.
import assert from 'node:assert/strict';
import { newId } from '../../../src/db/ids.ts';
import { amount, amountText, minorToWire } from '../../../src/base/money/amount.ts';
import { atOnce } from '../../../src/base/load/turns.ts';
import { decimal, isPositive, toNumber } from '../../../src/base/money/decimal.ts';
import { isRefusal, type ToolError } from '../../../src/base/errors.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { toNoteDocument } from '../../../src/domain/documents/credit-notes/content.ts';
import {
  amountLeft,
  findExcess,
  grossOf,
  quantitiesLeft,
} from '../../../src/domain/documents/credit-notes/left.ts';
import { type PlannedNote, planCredit } from '../../../src/domain/documents/credit-notes/plan.ts';
import type { NoteHeader } from '../../../src/domain/documents/credit-notes/record.ts';
import type { CreditRequest } from '../../../src/domain/documents/credit-notes/request.ts';
import type { SettledDocument } from '../../../src/domain/documents/shared/document.ts';
import type { InvoiceCustomer } from '../../../src/domain/documents/invoices/record.ts';
import type { InvoiceDocument } from '../../../src/einvoicing/regime.ts';
import { collecting } from '../../support/collecting.ts';
import type { Random } from '../random.ts';

const UUID = '6128396f-c09b-4ec6-8699-43c5f7e3b230';
const NOTE_DAY = asDay('2026-11-20');

export interface Account {
  readonly document: InvoiceDocument;
  readonly invoice: SettledDocument;
  readonly notes: readonly NoteHeader[];
}

export const openAccount = (document: InvoiceDocument): Account => {
  const { minor, currency } = document.total;
  return {
    document,
    invoice: {
      kind: 'invoice',
      id: newId('InvoiceId'),
      currency,
      total_minor: minor,
      credited_minor: 0,
      paid_minor: 0,
      balance_minor: minor,
    } as unknown as SettledDocument,
    notes: [],
  };
};

export const leftOf = ({ document, invoice, notes }: Account): number => amountLeft(document, invoice, notes);

export interface Filed {
  readonly account: Account;
  readonly planned: PlannedNote;
  readonly note: InvoiceDocument;
}

/** As `draftCreditNote` and `fileNote` do it. */
export const credit = (account: Account, request: CreditRequest): Filed => {
  const { document, invoice, notes } = account;
  const facts = { document, folio: 'F-1', uuid: UUID, invoice, notes, today: NOTE_DAY, request };
  const planned = planCredit(collecting(), facts);
  assert.equal(atOnce(findExcess(planned, document, invoice, notes)), null);
  const { minor, currency } = planned.total;
  const refund = Math.max(0, minor - (invoice.total_minor - invoice.credited_minor));
  const header = {
    id: newId('InvoiceCreditNoteId'),
    status: 'filed',
    filing_status: 'filed',
    number: '1',
    issue_date: NOTE_DAY,
    currency,
    total_minor: minor,
    content: {
      ...planned.content,
      ...(refund === 0 ? {} : { refunded: amountText(amount(refund, currency)) }),
    },
  } as unknown as NoteHeader;
  const credited_minor = invoice.credited_minor + minor - refund;
  return {
    planned,
    note: toNoteDocument(document.seller, { header, customer: document.buyer as InvoiceCustomer }),
    account: {
      document,
      invoice: { ...invoice, credited_minor, balance_minor: invoice.total_minor - credited_minor },
      notes: [...notes, header],
    },
  };
};

/** What is left of a quantity, or so much of it as a caller would write. */
const someOf = (random: Random, left: number): number =>
  random.chance(0.4)
    ? left
    : Math.max(0.000001, Number((left * random.next()).toFixed(random.pick([0, 2, 6]))));

const openLines = ({ document, notes }: Account): readonly { line: number; left: number }[] =>
  quantitiesLeft(document, notes)
    .map((left, index) => ({ line: index + 1, left }))
    .filter(({ left }) => isPositive(left))
    .map(({ line, left }) => ({ line, left: toNumber(left) }));

/** A part, in one of the ways in which callers ask for one. */
export const randomPart = (random: Random, account: Account): CreditRequest => {
  const { currency } = account.invoice;
  const lines = openLines(account);
  const part = Math.max(1, Math.floor(leftOf(account) * random.next() ** 2));
  const kind = lines.length === 0 ? 0 : random.int(0, 4);
  if (kind <= 1) return { amount: minorToWire(part, currency) };
  const chosen = lines.filter(() => random.chance(0.6));
  const named = chosen.length === 0 ? lines.slice(0, 1) : chosen;
  if (kind === 2) {
    const [first] = named;
    const net = decimal(String(account.document.lines[(first?.line ?? 1) - 1]?.subtotal ?? '1'));
    const digits = currency === 'JPY' ? 0 : 2;
    return {
      lines: [
        {
          line: first?.line ?? 1,
          amount: Number((toNumber(net) * random.next() * 0.2).toFixed(digits)) || 1,
        },
      ],
      reason: 'discount',
    };
  }
  return { lines: named.map(({ line, left }) => ({ line, quantity: someOf(random, left) })) };
};

/** All that is left, in one of the ways in which callers ask for it. */
export const randomRest = (random: Random, account: Account): CreditRequest => {
  const lines = openLines(account);
  return random.pick<CreditRequest>([
    {},
    { reason: 'return' },
    { reason: 'discount' },
    { amount: minorToWire(leftOf(account), account.invoice.currency) },
    ...(lines.length === account.document.lines.length
      ? [{ lines: lines.map(({ line }) => ({ line })) }]
      : []),
  ]);
};

/** What a refusal tells a program; anything else that is thrown is a fault. */
export const refusalOf = (thrown: unknown): ToolError => {
  if (!isRefusal(thrown)) throw thrown;
  assert.match(String(thrown.details['path']), /^(amount|lines|invoice_id|reason)/, thrown.message);
  assert.ok(thrown.hint.length > 20, thrown.message);
  return thrown;
};

export { grossOf };
