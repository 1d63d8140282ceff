// Decisions on a bill or a credit note that was read from a document: what was found in that blocks them, unless a person
// decides in spite of it, and the document goes with its record.
import type { Raises } from '../../../base/raises.ts';
import { decideNote, type NoteDecision } from '../../documents/bill-credit-notes/decide.ts';
import { getReceivedNote } from '../../documents/bill-credit-notes/find.ts';
import { type BillDecision, decideBill } from '../../documents/bills/decide.ts';
import type { BillRecord } from '../../documents/bills/record.ts';
import { getBill } from '../../documents/bills/search.ts';
import type { ListedNote } from '../../documents/credit-notes/store/received.ts';
import type { ListedReceived } from '../../documents/received/record.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import { lockEntity } from '../../ground/entities/store.ts';
import { blockingRules, documentsOf } from './beside.ts';
import { bookDocument } from './book.ts';
import { rejectReceived } from './decide.ts';

export interface Despite {
  /** A person decides in spite of what was found. */
  readonly despite: boolean;
}

const requireClear = (
  ctx: Raises<'received_record_blocked'>,
  record_id: string,
  documents: readonly ListedReceived[],
): void => {
  const rules = blockingRules(documents);
  if (rules.length === 0) return;
  throw ctx.error('received_record_blocked', { record_id, rules: rules.join(', ') });
};

/** The document that waits with the record; it is decided instead, and takes the record with it. */
const decideDocument = async (
  ctx: Unlimited,
  documents: readonly ListedReceived[],
  decision: BillDecision,
): Promise<boolean> => {
  const waiting = documents.find(({ status }) => status === 'needs_review');
  if (waiting === undefined) return false;
  if (decision === 'receive') await bookDocument(ctx, waiting.id, { despite: true });
  else if (decision === 'reject') await rejectReceived(ctx, waiting.id, null);
  else return false;
  return true;
};

/** Whether its document was decided in its place. */
const decideWithDocument = async (
  ctx: Unlimited,
  made: Parameters<typeof documentsOf>[1],
  decision: BillDecision,
  { despite }: Despite,
): Promise<boolean> => {
  await lockEntity(ctx.db, ctx.entity.id);
  const documents = await documentsOf(ctx, made);
  if (!despite && (decision === 'receive' || decision === 'validate'))
    requireClear(ctx, made.bill_id ?? made.bill_credit_note_id ?? '', documents);
  return decideDocument(ctx, documents, decision);
};

export const decideMadeBill = async (
  ctx: Unlimited,
  id: string,
  decision: BillDecision,
  despite: Despite,
): Promise<BillRecord> => {
  const { source_document_id } = (await getBill(ctx, id, 'bill_id')).header;
  const made = { bill_id: id, bill_credit_note_id: null };
  const isDone = source_document_id !== null && (await decideWithDocument(ctx, made, decision, despite));
  return isDone ? getBill(ctx, id, 'bill_id') : decideBill(ctx, id, decision);
};

export const decideMadeNote = async (
  ctx: Unlimited,
  id: string,
  decision: NoteDecision,
  despite: Despite,
): Promise<ListedNote> => {
  const { source_document_id } = await getReceivedNote(ctx, id);
  const made = { bill_id: null, bill_credit_note_id: id };
  const isDone = source_document_id !== null && (await decideWithDocument(ctx, made, decision, despite));
  return isDone ? getReceivedNote(ctx, id) : decideNote(ctx, id, decision);
};
