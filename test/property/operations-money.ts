// What settles documents: payments of today and of an earlier system, in one currency and across two, credit notes.
import assert from 'node:assert/strict';
import type { BillId, InvoiceId } from '../../generated/ids.ts';
import type { BillPayment, InvoicePayment } from '../../generated/types.ts';
import type { RowOutcome } from '../../src/domain/across/imports/outcome.ts';
import { creditInvoice } from '../support/credit.ts';
import { applyPayment } from '../../src/domain/documents/payments/apply.ts';
import { reversePayment } from '../../src/domain/documents/payments/reverse.ts';
import { type Driver, minorOf, outcomeOf, wireOf } from './driver.ts';
import {
  addDays,
  balanceOf,
  type Doc,
  daysBetween,
  isOpen,
  isOwed,
  type Kind,
  type Payment,
} from './model.ts';
import type { Done } from './operations-documents.ts';

const NOTHING: Done = { refused: 'nothing there' };

/** Mostly one on which something is due. */
const anyDocument = ({ random, model }: Driver, kind: Kind): Doc | undefined => {
  const all = model.documents(kind);
  if (all.length === 0) return undefined;
  const due = all.filter((doc) => isOwed(doc) && balanceOf(doc) > 0);
  return random.pick(due.length > 0 && random.chance(0.85) ? due : all);
};

const dayOfPayment = ({ random, at }: Driver, doc: Doc): string =>
  addDays(doc.issue_date, random.int(0, Math.max(0, daysBetween(doc.issue_date, at().today))));

interface Request {
  readonly amount?: number;
  readonly currency?: string;
}

const ask = (
  { client, random }: Driver,
  doc: Doc,
  request: Request,
  day: string,
): Promise<InvoicePayment | BillPayment> => {
  const reference = `R-${random.int(1, 1_000_000)}`;
  return doc.kind === 'invoice'
    ? client.record_invoice_payment({
        ...request,
        invoice_id: doc.id as InvoiceId,
        payment_date: day,
        reference_number: reference,
      })
    : client.record_bill_payment({ ...request, bill_id: doc.id as BillId, paid_on: day, reference });
};

/** The model's own verdict on a payment in the document's currency. */
const verdictOn = (doc: Doc, minor: number | null): string | null => {
  if (!isOwed(doc)) return `${doc.kind}_not_payable`;
  if (balanceOf(doc) <= 0) return `${doc.kind}_already_paid`;
  return minor !== null && minor > balanceOf(doc) ? 'payment_exceeds_balance' : null;
};

/** Reads the answer into the model, and holds it against what is known of it. */
const keep = (driver: Driver, doc: Doc, day: string, answer: InvoicePayment | BillPayment): Done => {
  const [allocation] = answer.allocations;
  assert.ok(allocation !== undefined && answer.allocations.length === 1);
  assert.equal(allocation.record_id, doc.id);
  assert.equal(allocation.currency, doc.currency);
  assert.equal(answer.unallocated_amount, 0);
  const allocated = minorOf(allocation.amount, doc.currency);
  const paid = minorOf(answer.amount, answer.currency);
  assert.ok(allocated > 0 && allocated <= balanceOf(doc), `allocated ${allocated} of ${balanceOf(doc)}`);
  driver.model.pay(doc, { id: answer.id, currency: answer.currency, amount: paid, paid_on: day }, allocated);
  assert.equal(minorOf(allocation.balance_due_after, doc.currency), balanceOf(doc));
  return { changed: [answer.id] };
};

const payInOwnCurrency = async (driver: Driver, doc: Doc): Promise<Done> => {
  const { random } = driver;
  const balance = Math.max(1, balanceOf(doc));
  const minor = random.pick([
    () => null,
    () => balance,
    () => random.int(1, balance),
    () => random.int(1, balance),
    () => balance + random.int(1, 1_000),
  ])();
  const day = dayOfPayment(driver, doc);
  const request = minor === null ? {} : { amount: wireOf(minor, doc.currency) };
  const due = balanceOf(doc);
  const outcome = await outcomeOf(ask(driver, doc, request, day));
  const verdict = verdictOn(doc, minor);
  assert.equal(
    'refused' in outcome ? outcome.refused : null,
    verdict,
    `${String(minor)} of ${due} on ${doc.id}`,
  );
  if ('refused' in outcome) return outcome;
  assert.equal(minorOf(outcome.done.amount, doc.currency), minor ?? due);
  return keep(driver, doc, day, outcome.done);
};

/** Of what a document is worth in pesos, near enough to choose amounts that are neither too large nor nothing. */
const PESOS: Readonly<Record<string, number>> = { MXN: 1, USD: 18, EUR: 21, JPY: 0.12 };

const payInOther = async (driver: Driver, doc: Doc): Promise<Done> => {
  const { random } = driver;
  const currency = random.pick(Object.keys(PESOS).filter((code) => code !== doc.currency));
  const day = dayOfPayment(driver, doc);
  // A bill that the bank has overpaid is worth less than nothing.
  const worth =
    (wireOf(Math.max(1, balanceOf(doc)), doc.currency) * (PESOS[doc.currency] ?? 0)) / (PESOS[currency] ?? 1);
  const part = worth * (0.1 + random.next() * 0.6);
  const amount = currency === 'JPY' ? Math.floor(part) : Math.floor(part * 100) / 100;
  const whole = random.chance(0.4) || amount === 0;
  const outcome = await outcomeOf(ask(driver, doc, { currency, ...(whole ? {} : { amount }) }, day));
  const verdict = verdictOn(doc, null);
  if ('refused' in outcome) {
    assert.ok(
      outcome.refused === verdict || (!whole && outcome.refused === 'payment_too_small'),
      outcome.refused,
    );
    return outcome;
  }
  assert.equal(verdict, null);
  const { done } = outcome;
  assert.equal(done.currency, currency);
  const [allocation] = done.allocations;
  if (whole) assert.equal(allocation?.amount, wireOf(balanceOf(doc), doc.currency));
  else assert.equal(done.amount, amount);
  const rate = done.exchange_rate ?? assert.fail('a payment in another currency has a rate');
  // Both amounts are rounded to their smallest unit, and so is the rate that is told.
  const slack = wireOf(1, doc.currency) + wireOf(1, currency) * rate + done.amount * 0.000_001;
  assert.ok(Math.abs((allocation?.amount ?? 0) - done.amount * rate) <= slack + done.amount * 1e-6);
  return keep(driver, doc, day, done);
};

export const pay = async (driver: Driver, kind: Kind): Promise<Done> => {
  const doc = anyDocument(driver, kind);
  if (doc === undefined) return NOTHING;
  return driver.random.chance(0.3) ? payInOther(driver, doc) : payInOwnCurrency(driver, doc);
};

/** A credit note of today on an invoice. */
export const credit = async (driver: Driver): Promise<Done> => {
  const doc = anyDocument(driver, 'invoice');
  if (doc === undefined) return NOTHING;
  const { random } = driver;
  const most = doc.total - doc.credited;
  const minor = random.pick([
    () => null,
    () => random.int(1, Math.max(1, most)),
    () => most + random.int(1, 100),
  ])();
  const allowed = isOwed(doc) && most > 0 && (minor ?? most) <= most;
  const given = minor === null ? undefined : wireOf(minor, doc.currency);
  const outcome = await outcomeOf(driver.admin('invoice credit', (ctx) => creditInvoice(ctx, doc.id, given)));
  assert.equal('done' in outcome, allowed, `credit ${String(minor)} of ${most} on ${doc.status}`);
  if ('refused' in outcome) return outcome;
  await creditInModel(driver, doc, minor ?? most);
  return { changed: [doc.id] };
};

/** What an earlier system had settled comes back as a payment that the books make by themselves. */
const creditInModel = async ({ service, model, entity }: Driver, doc: Doc, minor: number): Promise<void> => {
  const { leftOver } = model.credit(doc, minor);
  if (leftOver === 0) return;
  const row = await service.database.kysely
    .selectFrom('payment_allocation')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.entity_id', '=', 'payment_allocation.entity_id')
        .onRef('payment.id', '=', 'payment_allocation.payment_id'),
    )
    .select(['payment.id', 'payment.amount_minor', 'payment.currency', 'payment.paid_on'])
    .where('payment_allocation.entity_id', '=', entity.id)
    .where('payment_allocation.record_id', '=', doc.id)
    .where('payment.status', '=', 'recorded')
    .where('payment.id', 'not in', ['', ...model.payments.keys()])
    .executeTakeFirstOrThrow();
  assert.deepEqual([row.amount_minor, row.currency], [leftOver, doc.currency]);
  const { id, amount_minor: amount, currency, paid_on } = row;
  const { kind, counterparty_id } = doc;
  model.payments.set(id, {
    id,
    kind,
    counterparty_id,
    currency,
    amount,
    paid_on,
    unallocated: amount,
    surplus: 0,
    takenBack: [],
    parts: [],
  });
};

/** The import takes the row just where the model does; gives back what it said. */
const checkAllowed = (outcome: RowOutcome, allowed: boolean, row: string): string => {
  const told = outcome.kind === 'rejected' ? outcome.reason : outcome.kind;
  assert.equal(outcome.kind === 'imported', allowed, `${told}: ${row}`);
  return told;
};

/** A payment of an earlier system: one that the imported balance counts, or one that comes on top. */
export const importPayment = async (driver: Driver, kind: Kind): Promise<Done> => {
  const { random, model } = driver;
  const settled = model.documents(kind).filter(({ presettled }) => presettled > 0);
  const historic = settled.length > 0 && random.chance(0.7);
  const doc = historic ? random.pick(settled) : anyDocument(driver, kind);
  if (doc === undefined) return NOTHING;
  const most = historic ? doc.presettled : Math.max(1, balanceOf(doc));
  const minor = random.chance(0.15) ? most + 1 : random.int(1, most);
  const day = dayOfPayment(driver, doc);
  const common = { document: doc.id, amount: wireOf(minor, doc.currency), bank_linked: false, historic };
  const outcome =
    kind === 'invoice'
      ? await driver.import('invoice_payments', { ...common, payment_date: day, payment_method: 'cash' })
      : await driver.import('bill_payments', { ...common, paid_on: day, payment_method: 'cash' });
  const allowed = historic ? minor <= most : verdictOn(doc, minor) === null;
  const told = checkAllowed(outcome, allowed, `${minor} of ${most}, historic ${historic}, ${doc.status}`);
  if (outcome.kind === 'rejected' || outcome.id === null) return { refused: told };
  const payment: Pick<Payment, 'id' | 'currency' | 'amount' | 'paid_on'> = {
    id: outcome.id,
    currency: doc.currency,
    amount: minor,
    paid_on: day,
  };
  if (historic) {
    model.explain(doc, payment, minor);
    doc.presettled -= minor;
  } else model.pay(doc, payment, minor);
  return { changed: [outcome.id] };
};

/** A credit note of an earlier system: counted already, on top, or on account. */
export const importCreditNote = async (driver: Driver, kind: Kind): Promise<Done> => {
  const { random, model } = driver;
  const doc = anyDocument(driver, kind);
  if (doc === undefined) return NOTHING;
  const historic = random.chance(0.4);
  const onAccount = random.chance(0.3);
  const most = doc.total - doc.credited;
  const minor = random.int(1, Math.max(1, random.chance(0.5) ? most : Math.ceil(most / 3)));
  const row = {
    counterparty: doc.counterparty_id,
    number: driver.fresh('NC'),
    issue_date: dayOfPayment(driver, doc),
    currency: doc.currency,
    total: wireOf(minor, doc.currency),
    historic,
    ...(onAccount ? {} : { document: doc.id }),
  };
  const outcome =
    kind === 'invoice'
      ? await driver.import('invoice_credit_notes', { ...row, status: 'filed' })
      : await driver.import('bill_credit_notes', { ...row, status: 'received' });
  const allowed = onAccount || historic || (isOwed(doc) && minor <= most);
  const told = checkAllowed(outcome, allowed, `${minor} of ${most}, historic ${historic}, ${doc.status}`);
  if (outcome.kind === 'rejected' || outcome.id === null) return { refused: told };
  if (onAccount) {
    const { currency, counterparty_id } = doc;
    if (!historic) model.onAccount.push({ kind, currency, counterparty_id, amount: minor });
  } else if (!historic) await creditInModel(driver, doc, minor);
  else if (isOwed(doc) && doc.presettled >= minor) {
    doc.presettled -= minor;
    doc.paid -= minor;
    doc.credited += minor;
    if (kind === 'invoice' && doc.credited === doc.total) doc.status = 'reversed';
  }
  return { changed: [outcome.id] };
};

/** Money that no document takes pays another invoice. */
export const apply = async (driver: Driver): Promise<Done> => {
  const { model, random } = driver;
  const open = model.documents('invoice').filter(isOpen);
  const pairs = [...model.payments.values()]
    .filter(({ kind, unallocated }) => kind === 'invoice' && unallocated > 0)
    .flatMap((payment) =>
      open
        .filter((doc) => doc.counterparty_id === payment.counterparty_id && doc.currency === payment.currency)
        .map((doc) => [payment, doc] as const),
    );
  if (pairs.length === 0) return NOTHING;
  const [payment, doc] = random.pick(pairs);
  const minor = Math.min(payment.unallocated, balanceOf(doc));
  const invoiceId = doc.id as InvoiceId;
  const applied = await driver.admin('payment apply', (ctx) =>
    applyPayment(ctx, payment.id, { invoiceId, given: undefined }),
  );
  assert.equal(applied.row.amount_minor, minor);
  payment.unallocated -= minor;
  payment.parts.push({ doc, amount: minor, payment: minor });
  doc.paid += minor;
  return { changed: [payment.id] };
};

/** Only what is whole is taken back, and only while its documents are owed. */
export const reverse = async (driver: Driver): Promise<Done> => {
  const { model, random } = driver;
  if (model.payments.size === 0) return NOTHING;
  const payment = random.pick([...model.payments.values()]);
  const outcome = await outcomeOf(
    driver.admin('payment reverse', (change) => reversePayment(change, payment.id, 'A mistake')),
  );
  const allocated = payment.parts.reduce((sum, part) => sum + part.payment, 0);
  const whole = payment.unallocated <= payment.surplus && allocated + payment.unallocated === payment.amount;
  // Of a document whose part was freed the model knows nothing more; it may be closed.
  const freed = ['payment_partly_freed', 'payment_document_closed'];
  const closed = !payment.parts.every(({ doc }) => isOwed(doc));
  const verdicts: readonly (string | null)[] = closed ? freed.slice(1) : whole ? [null] : freed;
  assert.ok(verdicts.includes('refused' in outcome ? outcome.refused : null), payment.id);
  if ('refused' in outcome) return outcome;
  model.reverse(payment.id);
  return { changed: [payment.id] };
};
