// What becomes of complements when a payment is taken back: a draft goes with it; a filed one must be cancelled with the
// authority first, and what was paid later on the same invoices is said anew.
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { ComplementEntry } from '../../../db/stated.ts';
import type { EntityChange } from '../../ground/change/change.ts';
import type { PaymentFact, WriteScope } from '../../ground/change/scope.ts';
import { complementState } from '../../documents/complements/describe.ts';
import { writeComplement } from '../../documents/complements/filable.ts';
import { entryOf, planEntry, standingComplements } from '../../documents/complements/plan.ts';
import { type ComplementHeader, isBeingFiled } from '../../documents/complements/record.ts';
import {
  deleteComplement,
  findComplementsOf,
  loadComplement,
  lockComplementRow,
} from '../../documents/complements/store.ts';
import { filingAfter, getUuid } from '../../documents/shared/filing.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { loadInvoice } from '../../documents/invoices/store/whole.ts';
import { withdrawRequest } from '../approval/end.ts';
import { requireReversible, type ReverseScope, reversePayment } from '../../documents/payments/reverse.ts';
import { dropNotesOf } from '../discounts/notes.ts';
import { lockFilable } from '../filable.ts';
import { returnNumber } from '../numbers.ts';
import { pendingApproval } from '../store/approvals.ts';
import { askToCancel } from '../void.ts';
import { filesComplements, storeDraft } from './make.ts';
import { offerFiling } from './offer.ts';

/** c_MotivoCancelacion: the deal, here the payment, did not take place. */
const NOT_DONE = '03';

export type TakenBack =
  | { readonly outcome: 'reversed'; readonly bank_transaction_id: string | null }
  /** Once the authority has cancelled these complements, the reversal is booked. */
  | { readonly outcome: 'pending'; readonly complements: readonly string[] };

export const takeBackPayment = async (
  ctx: EntityChange,
  paymentId: string,
  { reason, by }: { readonly reason: string; readonly by: string },
): Promise<TakenBack> => {
  const standing = (await findComplementsOf(ctx, paymentId)).filter(({ status }) => status !== 'void');
  const filed = standing.filter(({ status }) => status === 'filed');
  if (filed.length === 0) {
    const { bank_transaction_id } = await reversePayment(ctx, paymentId, reason);
    return { outcome: 'reversed', bank_transaction_id };
  }
  await requireReversible(ctx, paymentId);
  requireIdle(ctx, standing);
  await dropNotesOf(ctx, paymentId);
  let asked = false;
  for (const { id } of filed) asked = (await askForReversal(ctx, id, reason, by)) || asked;
  if (!asked) ctx.unchanged();
  return { outcome: 'pending', complements: filed.map(({ id }) => id) };
};

/** False when the authority has been asked already. */
const askForReversal = async (
  ctx: EntityChange,
  id: string,
  reason: string,
  by: string,
): Promise<boolean> => {
  await requireLocked(ctx, id);
  const record = await loadComplement(ctx, id);
  if (record === undefined) throw new Error(`${id} is locked and is not there`);
  const { header } = record;
  const content = { ...header.content, reversal: { reason } };
  if (header.content.reversal?.reason !== reason) await writeComplement(ctx, header, { content });
  const before = await requireLocked(ctx, id);
  const status = cancellationOf(before);
  await askToCancel(ctx, before, { reason: NOT_DONE, replacement: null, by });
  return status !== 'requested' && status !== 'awaiting_buyer';
};

const cancellationOf = ({ filing }: Filable): string | null => {
  const { cancellation } = filing as { cancellation?: { status?: string } | null };
  return cancellation?.status ?? null;
};

const requireLocked = async (ctx: WriteScope, id: string): Promise<Filable> => {
  const found = await lockFilable(ctx, id);
  if (found === undefined) throw new Error(`${id} is not there`);
  return found;
};

const requireIdle = (
  ctx: Raises<'complement_being_filed'>,
  complements: readonly ComplementHeader[],
): void => {
  const busy = complements.find(isBeingFiled);
  if (busy !== undefined) throw ctx.error('complement_being_filed', { complement_id: busy.id });
};

/** The reaction to a reversed payment, whoever reversed it. */
export const dropComplements = async (ctx: ReverseScope, fact: PaymentFact): Promise<void> => {
  if (!filesComplements(ctx) || fact.type !== 'invoice_payment') return;
  const complements = await findComplementsOf(ctx, fact.id);
  const standing = complements.filter(({ status }) => status !== 'void');
  requireIdle(ctx, standing);
  const filed = standing.find(({ status }) => status === 'filed');
  if (filed !== undefined)
    throw ctx.error('complement_to_cancel_first', {
      path: 'payment_id',
      payment_id: fact.id,
      complement_id: filed.id,
    });
  for (const { id } of standing) await discard(ctx, id);
  const entries = complements.flatMap(({ content }) => content.documents);
  // The newest says where its payments stood in the end.
  const latest = new Map(entries.map((entry) => [entry.invoice_id, entry]));
  for (const entry of latest.values()) await restateLater(ctx, entry);
};

const discard = async (ctx: WriteScope, id: string): Promise<void> => {
  const before = await requireLocked(ctx, id);
  await withdraw(ctx, before);
  const header = await lockComplementRow(ctx, id);
  if (header === undefined) throw new Error(`${id} is locked and is not there`);
  await deleteComplement(ctx, header);
  await returnNumber(ctx, header);
  ctx.record({
    event: 'complement.discarded',
    record_type: 'payment_complement',
    record_id: id,
    before: before.wholeState(),
    after: null,
  });
};

const withdraw = async (ctx: WriteScope, draft: Filable): Promise<void> => {
  const pending = await pendingApproval(ctx, draft.id);
  if (pending !== undefined) await withdrawRequest(ctx, draft, pending);
};

/** The payments after the one taken back move up: by one instalment, and by its amount. */
const restateLater = async (ctx: ReverseScope, removed: ComplementEntry): Promise<void> => {
  const standing = await standingComplements(ctx, removed.invoice_id);
  for (const { id } of standing) {
    const before = (await loadComplement(ctx, id))?.header;
    const entry = before === undefined ? undefined : entryOf(before, removed.invoice_id);
    if (before === undefined || entry === undefined || entry.installment <= removed.installment) continue;
    const invoice = await loadInvoice(ctx, removed.invoice_id);
    if (invoice === undefined) throw new Error(`${removed.invoice_id} of ${id} is not there`);
    const figures = {
      installment: entry.installment - 1,
      balance_before_minor: entry.balance_before_minor + removed.paid_minor,
      paid_minor: entry.paid_minor,
      balance_after_minor: entry.balance_after_minor + removed.paid_minor,
    };
    await restate(ctx, before, await planEntry(ctx, invoice, figures, asDay(before.paid_on)), entry);
  }
};

/** A draft is made anew; for a filed one a substitute is drafted, which asks for its cancellation once it is filed. */
export const restate = async (
  ctx: WriteScope & Raises<'complement_being_filed'>,
  before: ComplementHeader,
  entry: ComplementEntry,
  former: ComplementEntry,
): Promise<void> => {
  requireIdle(ctx, [before]);
  const documents = before.content.documents.map((each) =>
    each.invoice_id === former.invoice_id ? entry : each,
  );
  if (before.status === 'filed') return substitute(ctx, before, documents);
  await withdraw(ctx, await requireLocked(ctx, before.id));
  const header = await lockComplementRow(ctx, before.id);
  if (header === undefined) throw new Error(`${before.id} is locked and is not there`);
  const after = await writeComplement(ctx, header, {
    filing_status: 'not_submitted',
    content: { ...header.content, documents },
  });
  ctx.record({
    event: 'complement.updated',
    record_type: 'payment_complement',
    record_id: before.id,
    before: complementState(before),
    after: complementState(after),
  });
  await offerFiling(ctx, before.id);
};

const substitute = (
  ctx: WriteScope,
  before: ComplementHeader,
  documents: readonly ComplementEntry[],
): Promise<void> => {
  const now = toInstant(ctx.now);
  return storeDraft(ctx, {
    ...before,
    id: newId('ComplementId'),
    status: 'draft',
    filing_status: 'not_submitted',
    filing: filingAfter(before),
    series: null,
    number: null,
    issue_date: ctx.today,
    content: { ...before.content, documents, replaces_uuid: getUuid(before), reversal: null },
    replaces: before.id,
    version: 1,
    created_at: now,
    updated_at: now,
  });
};
