// What makes and ends documents: counterparties, bills, drafts, opening items of an earlier system, decisions.
import assert from 'node:assert/strict';
import type { BillStatus, InvoiceStatus } from '../../generated/types.ts';
import { type BillDecision, decideBill } from '../../src/domain/documents/bills/decide.ts';
import { setDeductibility } from '../../src/domain/documents/bills/deductibility.ts';
import { discardDraft } from '../../src/domain/filing/edit.ts';
import type { CounterpartyId } from '../../generated/ids.ts';
import { newRfc } from '../tools/support.ts';
import { type Driver, minorOf, outcomeOf, wireOf } from './driver.ts';
import { type Doc, addDays } from './model.ts';

/** The records that the operation changed, for which the trail must have a row; none of it when it was refused. */
export type Done = { readonly changed: readonly string[] } | { readonly refused: string };

const partyOf = ({ random, counterparties }: Driver): CounterpartyId =>
  random.pick(counterparties) as CounterpartyId;

export const createCounterparty = async (driver: Driver): Promise<Done> => {
  const mexican = driver.entity.country_code === 'MX';
  const { id } = await driver.client.create_counterparty({
    name: driver.fresh('Contraparte '),
    postal_code: mexican ? '06600' : '20457',
    is_customer: true,
    is_supplier: true,
    country_details: mexican
      ? { rfc: newRfc(), fiscal_regime_code: '601' }
      : { street: 'Am Sandtorkai 50', city: 'Hamburg' },
  });
  driver.counterparties.push(id);
  return { changed: [id] };
};

/** From a cent to ten millions; now and then as small as can be. */
export const randomMinor = ({ random }: Driver): number =>
  random.pick([
    () => random.int(1, 20),
    () => random.int(100, 10_000),
    () => random.int(10_000, 5_000_000),
    () => random.int(1, 1_000_000_000),
  ])();

const randomLines = (driver: Driver, currency: string) =>
  Array.from({ length: driver.random.int(1, 4) }, () => ({
    description: 'Concepto',
    quantity: driver.random.pick([1, 1, 2, 3.5, 0.333333]),
    unit_price: wireOf(randomMinor(driver) + 1, currency),
  }));

/** Documents begin within the last four months. */
const issueDay = ({ random, at }: Driver): string => addDays(at().today, -random.int(0, 120));

interface Answered {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly amount_paid: number;
  readonly amount_credited: number;
  readonly issue_date: string;
  readonly due_date: string;
  readonly currency: string;
  readonly created_at: string;
  readonly counterparty: { readonly id: string };
  readonly deductibility?: string;
}

/** Puts a new document into the model, with the total and days that it was answered with. */
const learn = (driver: Driver, kind: Doc['kind'], answer: Answered): Doc => {
  const { currency } = answer;
  const doc: Doc = {
    kind,
    id: answer.id,
    counterparty_id: answer.counterparty.id,
    currency,
    issue_date: answer.issue_date,
    due_date: answer.due_date,
    created_at: Date.parse(answer.created_at),
    total: minorOf(answer.total, currency),
    status: answer.status,
    paid: minorOf(answer.amount_paid, currency),
    credited: minorOf(answer.amount_credited, currency),
    presettled: minorOf(answer.amount_paid, currency),
    deductibility: answer.deductibility ?? null,
  };
  driver.model.docs.set(doc.id, doc);
  return doc;
};

export const createBill = async (driver: Driver): Promise<Done> => {
  const { random, client } = driver;
  const currency = random.pick(driver.currencies);
  const issue_date = issueDay(driver);
  const bill = await client.create_bill({
    counterparty_id: partyOf(driver),
    bill_number: driver.fresh('F'),
    currency,
    issue_date,
    ...(random.chance(0.5) ? { due_date: addDays(issue_date, random.int(0, 90)) } : {}),
    line_items: randomLines(driver, currency).map((line) =>
      random.chance(0.5) ? { ...line, tax_amount: wireOf(random.int(0, 5_000), currency) } : line,
    ),
  });
  learn(driver, 'bill', bill);
  assert.equal(bill.status, 'received');
  return { changed: [bill.id] };
};

export const createDraft = async (driver: Driver): Promise<Done> => {
  const { random, client } = driver;
  const currency = random.pick(driver.currencies);
  const invoice = await client.create_invoice({
    counterparty_id: partyOf(driver),
    currency,
    line_items: randomLines(driver, currency),
    ...(driver.entity.country_code === 'DE' ? { country_details: { buyer_reference: 'PO-1' } } : {}),
  });
  learn(driver, 'invoice', invoice);
  return { changed: [invoice.id] };
};

const openingFacts = (driver: Driver) => {
  const { random } = driver;
  const currency = random.pick(driver.currencies);
  const total = randomMinor(driver);
  const issue_date = issueDay(driver);
  return {
    external_id: driver.fresh('X-'),
    counterparty: partyOf(driver),
    currency,
    issue_date,
    due_date: addDays(issue_date, random.int(0, 90)),
    total: wireOf(total, currency),
    settled: random.chance(0.4) ? random.int(0, total) : 0,
    totalMinor: total,
  };
};

export const importInvoice = async (driver: Driver): Promise<Done> => {
  const { random } = driver;
  const { settled, totalMinor, ...facts } = openingFacts(driver);
  const status = random.pick<InvoiceStatus>([
    'filed',
    'filed',
    'filed',
    'filed',
    'filed',
    'void',
    'reversed',
  ]);
  const owed = status === 'filed' ? { balance_due: wireOf(totalMinor - settled, facts.currency) } : {};
  const row = { ...facts, ...owed, status, series: 'A', number: driver.fresh('') };
  const outcome = await driver.import('invoices', row);
  if (outcome.kind === 'rejected') assert.fail(`${outcome.reason}: ${JSON.stringify(row)}`);
  const answer = await driver.client.get_invoice({ invoice_id: outcome.id as never });
  const doc = learn(driver, 'invoice', answer);
  assert.equal(doc.total, totalMinor);
  if (status === 'filed') assert.equal(doc.paid, settled);
  return { changed: [doc.id] };
};

export const importBill = async (driver: Driver): Promise<Done> => {
  const { random } = driver;
  const { settled, totalMinor, ...facts } = openingFacts(driver);
  const states: BillStatus[] = [
    'received',
    'received',
    'received',
    'validated',
    'inbox',
    'inbox',
    'rejected',
    'reversed',
  ];
  const status = random.pick(states);
  const owes = status === 'received' || status === 'validated';
  const owed = owes ? { balance_due: wireOf(totalMinor - settled, facts.currency) } : {};
  const row = { ...facts, ...owed, status, bill_number: driver.fresh('I') };
  const outcome = await driver.import('bills', row);
  if (outcome.kind === 'rejected') assert.fail(`${outcome.reason}: ${JSON.stringify(row)}`);
  const doc = learn(driver, 'bill', await driver.client.get_bill({ bill_id: outcome.id as never }));
  assert.equal(doc.total, totalMinor);
  if (owes) assert.equal(doc.paid, settled);
  return { changed: [doc.id] };
};

const FROM: Readonly<Record<BillDecision, readonly string[]>> = {
  receive: ['inbox'],
  validate: ['received'],
  reject: ['inbox', 'received'],
  reverse: ['received', 'validated'],
};
const TO: Readonly<Record<BillDecision, string>> = {
  receive: 'received',
  validate: 'validated',
  reject: 'rejected',
  reverse: 'reversed',
};

export const decide = async (driver: Driver): Promise<Done> => {
  const bills = driver.model.documents('bill');
  if (bills.length === 0) return { refused: 'nothing there' };
  const bill = driver.random.pick(bills);
  const decision = driver.random.pick<BillDecision>([
    'receive',
    'receive',
    'validate',
    'validate',
    'reject',
    'reverse',
  ]);
  const allowed = FROM[decision].includes(bill.status) && (decision !== 'reject' || bill.paid === 0);
  const outcome = await outcomeOf(
    driver.admin(`bill ${decision}`, (ctx) => decideBill(ctx, bill.id, decision)),
  );
  assert.deepEqual(
    'done' in outcome,
    allowed,
    `${decision} of a bill that is ${bill.status}, paid ${bill.paid}`,
  );
  if ('refused' in outcome) return outcome;
  if (decision === 'reject' || decision === 'reverse') driver.model.close(bill, TO[decision]);
  else bill.status = TO[decision];
  return { changed: [bill.id] };
};

export const deductibility = async (driver: Driver): Promise<Done> => {
  const bills = driver.model.documents('bill');
  if (bills.length === 0) return { refused: 'nothing there' };
  const bill = driver.random.pick(bills);
  const value = driver.random.pick([
    'deductible',
    'non_deductible',
    'partially_deductible',
    'pending_review',
  ] as const);
  const allowed = driver.entity.country_code === 'MX' && !['rejected', 'reversed'].includes(bill.status);
  const outcome = await outcomeOf(
    driver.admin('bill deductibility', (ctx) => setDeductibility(ctx, bill.id, value)),
  );
  assert.equal('done' in outcome, allowed, `deductibility of a bill that is ${bill.status}`);
  if ('refused' in outcome) return outcome;
  const same = bill.deductibility === value;
  bill.deductibility = value;
  return same ? { refused: 'nothing changed' } : { changed: [bill.id] };
};

export const discard = async (driver: Driver): Promise<Done> => {
  const invoices = driver.model.documents('invoice');
  if (invoices.length === 0) return { refused: 'nothing there' };
  const drafts = invoices.filter(({ status }) => status === 'draft');
  const invoice = driver.random.pick(drafts.length > 0 && driver.random.chance(0.8) ? drafts : invoices);
  const outcome = await outcomeOf(driver.admin('invoice discard', (ctx) => discardDraft(ctx, invoice.id)));
  assert.equal(
    'done' in outcome,
    invoice.status === 'draft',
    `discard of an invoice that is ${invoice.status}`,
  );
  if ('refused' in outcome) return outcome;
  driver.model.docs.delete(invoice.id);
  return { changed: [invoice.id] };
};
