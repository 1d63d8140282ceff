// A credit note of a supplier, with its lines: one that was read waits in the inbox, one that a person typed is booked.
import type { Raises } from '../../../base/raises.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import type { BookableDocument } from '../bills/from-reading.ts';
import type { BillSupplier } from '../bills/record.ts';
import { indexedCreditNote, type ReceivedNoteRow } from '../credit-notes/record.ts';
import { insertReceivedNote, type ListedNote } from '../credit-notes/store/received.ts';
import { receivedNoteState } from './describe.ts';
import { findCredited, getReceivedNote } from './find.ts';

export interface ReadNote {
  readonly document: BookableDocument;
  readonly supplier: BillSupplier;
  readonly source_document_id: string | null;
  readonly received_at: string | null;
}

/** In the inbox: nothing is owed less until somebody books it. */
export const createReceivedNote = async (
  ctx: WriteScope & Raises<'bill_credit_note_not_found'>,
  { document, supplier, source_document_id, received_at }: ReadNote,
): Promise<ListedNote> => {
  const now = toInstant(ctx.now);
  const note: ReceivedNoteRow = {
    id: newId('BillCreditNoteId'),
    type: 'bill_credit_note',
    counterparty_id: supplier.id,
    record_id:
      (await findCredited(ctx, { ...document, counterparty_id: supplier.id, received: document.content })) ??
      null,
    series: document.series,
    number: document.bill_number,
    uuid: document.uuid,
    status: 'inbox',
    issue_date: document.issue_date,
    currency: document.currency,
    subtotal_minor: document.subtotal_minor,
    tax_minor: document.tax_minor,
    withheld_minor: document.withheld_minor,
    total_minor: document.due_minor,
    reason: null,
    historic: false,
    external_id: null,
    excess_minor: null,
    received_at,
    source_document_id,
    received: { ...document.content, lines: document.lines },
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertReceivedNote(ctx, note);
  await indexRecord(ctx, indexedCreditNote(note, supplier.name));
  ctx.record({
    event: 'bill_credit_note.created',
    record_type: 'bill_credit_note',
    record_id: note.id,
    before: null,
    after: receivedNoteState(note),
  });
  return getReceivedNote(ctx, note.id);
};
