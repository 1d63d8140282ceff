// Acts on what is owed: confirm whole, in part, over several and with a cause; undo, reverse, return, credit, set aside.
import assert from 'node:assert/strict';

import type { BankTransactionId, InvoiceId } from '../../../generated/ids.ts';
import { openBooks } from '../../support/scope.ts';
import { creditInvoice } from '../../support/credit.ts';
import { addFlowLine, addOpenInvoice, BY, admin, doing, refusing, service, TOTAL } from './books.ts';
import { type Flow, type Match, owedAgain, settle, unsettle } from './model.ts';

type Settled = ReadonlyMap<InvoiceId, number>;

const openInvoices = (flow: Flow): InvoiceId[] =>
  [...flow.owed].flatMap(([id, minor]) => (id.startsWith('inv') && minor > 0 ? [id as InvoiceId] : []));

/** Made when none is left, so that acts go on. */
const untouchedOne = async (flow: Flow): Promise<InvoiceId> => {
  const [first] = flow.untouched;
  return first ?? (await addOpenInvoice(flow));
};

const creditLine = (flow: Flow, minor: number): Promise<BankTransactionId> =>
  addFlowLine(flow, { minor, type: 'credit', isPayees: false, date: '2026-03-10', meant: null });

const keep = (flow: Flow, line: BankTransactionId, payment: string | undefined, settled: Settled): void =>
  settle(flow, {
    line,
    payment: payment ?? assert.fail('no payment was made'),
    kind: 'invoice',
    party: flow.customer,
    byHand: true,
    settled,
    back: null,
  });

const pay = async (flow: Flow, share: number): Promise<void> => {
  const open = openInvoices(flow);
  const id = open.length > 0 ? flow.random.pick(open) : await addOpenInvoice(flow);
  const minor = Math.max(1, Math.floor((flow.owed.get(id) ?? 0) * share));
  const line = await creditLine(flow, minor);
  const { payment } = await doing(flow, 'confirm_bank_match', (client) =>
    client.confirm_bank_match({ transaction_id: line, matched_record_id: id }),
  );
  keep(flow, line, payment?.id, new Map([[id, minor]]));
};

export const payWhole = (flow: Flow): Promise<void> => pay(flow, 1);
export const payPart = (flow: Flow): Promise<void> => pay(flow, 0.1 + flow.random.next() * 0.6);

export const paySplit = async (flow: Flow): Promise<void> => {
  const ids = openInvoices(flow).slice(0, 2);
  if (ids.length < 2) return payWhole(flow);
  const settled = new Map(ids.map((id) => [id, flow.owed.get(id) ?? 0]));
  const line = await creditLine(
    flow,
    [...settled.values()].reduce((sum, minor) => sum + minor, 0),
  );
  const allocations = [...settled].map(([matched_record_id, minor]) => ({
    matched_record_id,
    amount: minor / 100,
  }));
  const { payment } = await doing(flow, 'confirm_bank_match', (client) =>
    client.confirm_bank_match({ transaction_id: line, allocations }),
  );
  keep(flow, line, payment?.id, settled);
};

/** What may be missing of a whole invoice, as each country has it. */
const CAUSES = {
  de: { early_payment_discount: 11_900, bank_fee: 23_800, withholding: 41_650, rounding: 99 },
  mx: { bank_fee: 23_800, rounding: 99 },
} as const;

export const payClosed = async (flow: Flow): Promise<void> => {
  const id = await untouchedOne(flow);
  const [difference_as, most] = flow.random.pick(
    Object.entries(CAUSES[flow.side]) as (readonly [keyof (typeof CAUSES)['de'], number])[],
  );
  const line = await creditLine(flow, TOTAL - flow.random.int(1, most));
  const { payment } = await doing(flow, 'confirm_bank_match', (client) =>
    client.confirm_bank_match({ transaction_id: line, matched_record_id: id, difference_as }),
  );
  keep(flow, line, payment?.id, new Map([[id, TOTAL]]));
};

/** More than a fee may be: refused, and nothing changes. */
export const refuseCause = async (flow: Flow): Promise<void> => {
  const id = await untouchedOne(flow);
  const line = await creditLine(flow, 20_000);
  await refusing(flow, 'cause_too_large', (client) =>
    client.confirm_bank_match({ transaction_id: line, matched_record_id: id, difference_as: 'bank_fee' }),
  );
};

const pickMatch = (flow: Flow, fits: (match: Match) => boolean): Match | undefined => {
  const found = flow.matches.filter(fits);
  return found.length === 0 ? undefined : flow.random.pick(found);
};

export const undo = async (flow: Flow): Promise<void> => {
  const match = pickMatch(flow, ({ back }) => back === null);
  if (match === undefined) return;
  await doing(flow, 'undo_bank_match', (client) => client.undo_bank_match({ transaction_id: match.line }));
  unsettle(flow, match);
};

export const reverse = async (flow: Flow): Promise<void> => {
  const match = pickMatch(flow, ({ back }) => back === null);
  if (match === undefined) return;
  const call = { payment_id: match.payment as never, reason: 'Equivocado' };
  if (match.kind === 'invoice')
    await doing(flow, 'reverse_invoice_payment', (client) => client.reverse_invoice_payment(call));
  else await doing(flow, 'reverse_bill_payment', (client) => client.reverse_bill_payment(call));
  unsettle(flow, match);
};

export const giveBack = async (flow: Flow): Promise<void> => {
  const match = pickMatch(flow, ({ back, kind }) => back === null && kind === 'invoice');
  if (match === undefined) return;
  const sent = flow.lines.get(match.line) ?? assert.fail(match.line);
  const fee = flow.random.chance(0.5) ? 300 : 0;
  const back = await addFlowLine(flow, {
    minor: sent.minor + fee,
    type: 'debit',
    isPayees: false,
    date: '2026-03-16',
    meant: null,
  });
  await doing(flow, 'return_payment', (client) =>
    client.return_payment({
      payment_id: match.payment as never,
      transaction_id: back,
      ...(fee === 0 ? {} : { fee: fee / 100 }),
    }),
  );
  owedAgain(flow, match);
  match.back = back;
  const taking = flow.lines.get(back);
  if (taking !== undefined) taking.status = 'confirmed';
};

/** It stands only while nobody else has paid what it had settled. */
export const undoReturn = async (flow: Flow): Promise<void> => {
  const match = pickMatch(flow, ({ back }) => back !== null);
  if (match?.back === undefined || match.back === null) return;
  const { back, settled, line } = match;
  const transaction_id = flow.random.chance(0.5) ? back : line;
  const fits = [...settled].every(([id, minor]) => (flow.owed.get(id) ?? 0) >= minor);
  const call = (client: Parameters<Parameters<typeof doing>[2]>[0]) =>
    client.undo_bank_match({ transaction_id });
  if (!fits) return refusing(flow, 'return_settled_since', call);
  await doing(flow, 'undo_bank_match', call);
  for (const [id, minor] of settled) flow.owed.set(id, (flow.owed.get(id) ?? 0) - minor);
  match.back = null;
  const taking = flow.lines.get(back);
  if (taking !== undefined) taking.status = 'unmatched';
};

export const credit = async (flow: Flow): Promise<void> => {
  const id = await untouchedOne(flow);
  const minor = flow.random.int(100, TOTAL - 100);
  const books = await openBooks(service.database, service.organisation_id, service.entities[flow.side]);
  await books.write((ctx) => creditInvoice(ctx, id, minor / 100));
  flow.untouched.delete(id);
  flow.owed.set(id, TOTAL - minor);
  flow.credited.set(id, minor);
  flow.told.push('credit');
};

export const setAside = async (flow: Flow): Promise<void> => {
  const line = await creditLine(flow, 777);
  await doing(flow, 'mark_no_match', (client) => client.mark_no_match({ transaction_id: line }));
  const kept = flow.lines.get(line) ?? assert.fail(line);
  kept.status = 'no_match';
  if (flow.random.chance(0.5)) return;
  await doing(flow, 'undo_bank_match', (client) => client.undo_bank_match({ transaction_id: line }));
  kept.status = 'unmatched';
};

/** All that names the other supplier is the payee's. */
export const mergeTwin = async (flow: Flow): Promise<void> => {
  const { twin, payee } = flow;
  if (twin === null) return;
  flow.told.push('merge');
  await admin.json('counterparty', 'merge', twin, `--into=${payee}`, `--by=${BY}`);
  for (const [id, party] of flow.partyOf) if (party === twin) flow.partyOf.set(id, payee);
  for (const [line, party] of flow.lessons) if (party === twin) flow.lessons.set(line, payee);
  for (const [text, alias] of flow.aliases)
    if (alias?.party === twin) flow.aliases.set(text, { ...alias, party: payee });
  flow.matches = flow.matches.map((match) => (match.party === twin ? { ...match, party: payee } : match));
  flow.twin = null;
};
