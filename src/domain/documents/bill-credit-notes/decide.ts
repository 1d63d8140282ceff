// A credit note of a supplier enters the books, is confirmed, or is refused: what is owed falls with it, and comes back.
import { amount, saidAmount } from '../../../base/money/amount.ts';
import type { Raises } from '../../../base/raises.ts';
import { asDay, type IsoDay } from '../../../base/time/day.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { holdAllSlots } from '../../ground/periods/close.ts';
import { closedThrough, toOpenDay } from '../../ground/periods/period.ts';
import { post } from '../../money/ledger/post.ts';
import { creditable, creditDocument } from '../credit-notes/credit-document.ts';
import {
  creditNoteMovement,
  creditNoteTakenBack,
  isEffective,
  type ReceivedNoteRow,
} from '../credit-notes/record.ts';
import { excessOn, type ListedNote, moveReceivedNote, nameBill } from '../credit-notes/store/received.ts';
import { paidBefore } from '../bills/store.ts';
import { documentState, type SettledDocument } from '../shared/document.ts';
import { isOwed, uncredit } from '../shared/settle.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { receivedNoteState } from './describe.ts';
import { findCredited, getReceivedNote, namesBill } from './find.ts';

export type NoteDecision = 'receive' | 'validate' | 'reject';

const MOVES: Readonly<
  Record<
    NoteDecision,
    { readonly from: readonly ReceivedNoteRow['status'][]; readonly to: ReceivedNoteRow['status'] }
  >
> = {
  receive: { from: ['inbox'], to: 'received' },
  validate: { from: ['received'], to: 'validated' },
  reject: { from: ['inbox', 'received', 'validated'], to: 'rejected' },
};

/** What may be decided about a note in this state. */
export const noteDecisions = (status: ReceivedNoteRow['status']): readonly NoteDecision[] =>
  (['receive', 'validate', 'reject'] as const).filter((decision) => MOVES[decision].from.includes(status));

export type DecideNoteScope = WriteScope &
  Raises<
    | 'bill_credit_note_not_found'
    | 'bill_credit_note_in_state'
    | 'bill_takes_no_credit'
    | 'changed_by_others'
    | 'credit_exceeds_bill'
  >;

export const decideNote = async (
  ctx: DecideNoteScope,
  id: string,
  decision: NoteDecision,
): Promise<ListedNote> => {
  const found = await getReceivedNote(ctx, id);
  const { from, to } = MOVES[decision];
  if (!from.includes(found.status)) {
    throw ctx.error('bill_credit_note_in_state', {
      bill_credit_note_id: id,
      status: found.status,
    });
  }
  const before = decision === 'receive' ? await withBill(ctx, found) : found;
  const bill = await lockBill(ctx, before);
  // Two who decide at once: the bill's lock, or the state of the note, lets one of them through.
  const excess = decision === 'receive' ? await excessOf(ctx, before, bill) : (before.excess_minor ?? 0);
  const excess_minor = to === 'rejected' || excess === 0 ? null : excess;
  if (!(await moveReceivedNote(ctx, id, before.status, { to, excess_minor })))
    throw ctx.error('changed_by_others', { record_id: id });
  if (decision === 'receive') await enter(ctx, before, bill, excess);
  if (decision === 'reject' && isEffective(before) && !before.historic) await takeBack(ctx, before, bill);
  const after = await getReceivedNote(ctx, id);
  ctx.record({
    event: 'bill_credit_note.updated',
    record_type: 'bill_credit_note',
    record_id: id,
    before: receivedNoteState(before),
    after: receivedNoteState(after),
  });
  return after;
};

/** Since the note came, the bill that it names may have come too. */
const withBill = async (ctx: DecideNoteScope, note: ListedNote): Promise<ListedNote> => {
  const bill = note.record_id === null ? await findNow(ctx, note) : undefined;
  if (bill === undefined) return note;
  if (!(await nameBill(ctx, note.id, { record_id: bill, excess_minor: null })))
    throw ctx.error('changed_by_others', { record_id: note.id });
  return { ...note, record_id: bill, version: note.version + 1 };
};

/** A bill that is written at this moment is waited for: it looked for notes before, and this one may name it. */
const findNow = async (ctx: WriteScope, note: ListedNote): Promise<string | undefined> => {
  const found = await findCredited(ctx, note);
  if (found !== undefined || !namesBill(note)) return found;
  await holdAllSlots(ctx, await closedThrough(ctx));
  return findCredited(ctx, note);
};

const lockBill = async (
  ctx: WriteScope,
  { id, record_id }: ReceivedNoteRow,
): Promise<SettledDocument | null> => {
  if (record_id === null) return null;
  const bill = await lockDocument(ctx, 'bill', record_id);
  if (bill === undefined) throw new Error(`the bill of ${id} is not there`);
  return bill;
};

const requireOwed = (ctx: DecideNoteScope, bill: SettledDocument): void => {
  if (isOwed('bill', bill.status)) return;
  throw ctx.error('bill_takes_no_credit', { bill_id: bill.id, status: bill.status });
};

/** What notes may still take off a bill, and `most` with what was paid before it. */
export const roomOn = async (
  ctx: WriteScope,
  bill: SettledDocument,
): Promise<{ readonly owed: number; readonly most: number }> => {
  const owed = creditable(bill);
  const before = await paidBefore(ctx, bill.id);
  return { owed, most: owed + Math.max(0, before - (before > 0 ? await excessOn(ctx, bill.id) : 0)) };
};

/**
 * What the note, which must be of the locked bill's currency, credits beyond what is owed of it: what was paid before the
 * bill comes back as our credit with the supplier. A bill is credited no more than it costs.
 */
export const excessOf = async (
  ctx: DecideNoteScope,
  { total_minor, currency }: Pick<ListedNote, 'total_minor' | 'currency'>,
  bill: SettledDocument | null,
): Promise<number> => {
  if (bill === null) return 0;
  requireOwed(ctx, bill);
  const { owed, most } = await roomOn(ctx, bill);
  if (total_minor <= most) return Math.max(0, total_minor - owed);
  throw ctx.error('credit_exceeds_bill', {
    bill: bill.folio ?? bill.id,
    total: saidAmount(amount(total_minor, currency)),
    most: saidAmount(amount(most, bill.currency)),
  });
};

/** What it credits is owed no more; one without a bill, and its excess, stand on account with the supplier. */
export const enter = async (
  ctx: DecideNoteScope,
  note: ListedNote,
  bill: SettledDocument | null,
  excess: number,
): Promise<void> => {
  const day = await toOpenDay(ctx, asDay(note.issue_date));
  if (bill !== null) await takeOff(ctx, note, bill, { credited: note.total_minor - excess, day });
  await post(ctx, [{ ...creditNoteMovement(note), date: day }]);
};

/** The bill, which must be locked, is owed less; the ledger knows of the note already, or is told next. */
export const takeOff = async (
  ctx: WriteScope,
  note: Pick<ListedNote, 'id' | 'counterparty_id' | 'counterparty_name'>,
  bill: SettledDocument,
  crediting: { readonly credited: number; readonly day: IsoDay },
): Promise<SettledDocument> => {
  const supplier = { id: note.counterparty_id, name: note.counterparty_name };
  const { document, released } = await creditDocument(ctx, bill, supplier, crediting);
  ctx.record({
    event: 'bill.updated',
    record_type: 'bill',
    record_id: bill.id,
    before: documentState(bill),
    after: { ...documentState(document), credit_note_id: note.id, released },
  });
  await ctx.tell('bill_credited', { id: bill.id, uuid: bill.uuid });
  return document;
};

/** Payments that it had released stay without a document. */
const takeBack = async (
  ctx: DecideNoteScope,
  note: ReceivedNoteRow,
  bill: SettledDocument | null,
): Promise<void> => {
  if (bill !== null) {
    requireOwed(ctx, bill);
    const after = await uncredit(ctx, bill, note.total_minor - (note.excess_minor ?? 0));
    ctx.record({
      event: 'bill.updated',
      record_type: 'bill',
      record_id: bill.id,
      before: documentState(bill),
      after: { ...documentState(after), credit_note_id: note.id },
    });
    await ctx.tell('bill_credited', { id: bill.id, uuid: bill.uuid });
  }
  await post(ctx, [creditNoteTakenBack(note, await toOpenDay(ctx, ctx.today))]);
};
