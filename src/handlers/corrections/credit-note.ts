import type { InvoiceCreditNoteId, InvoiceId } from '../../../generated/ids.ts';
import type { CreditNote } from '../../../generated/types.ts';
import type { Raises } from '../../base/raises.ts';
import type { ReadScope } from '../../domain/ground/change/scope.ts';
import { describeNote } from '../../domain/documents/credit-notes/describe.ts';
import type { NoteRecord } from '../../domain/documents/credit-notes/record.ts';
import { loadNote } from '../../domain/documents/credit-notes/store/notes.ts';

export const requireNote = async (
  ctx: ReadScope & Raises<'credit_note_not_found'>,
  id: InvoiceCreditNoteId,
): Promise<NoteRecord> => {
  const note = await loadNote(ctx, id);
  if (note === undefined) throw ctx.error('credit_note_not_found', { path: 'credit_note_id', received: id });
  return note;
};

/** Without the codes that follow from the invoice. */
export const toCreditNote = (ctx: ReadScope, record: NoteRecord): CreditNote => {
  const view = describeNote(ctx.entity, record, ctx);
  const { country_details: _codes, relations: _relations, tax_breakdown: _taxes, ...note } = view;
  const { withholdings: _withholdings, line_items, ...rest } = note;
  return {
    ...rest,
    id: view.id as InvoiceCreditNoteId,
    credit_note_id: view.id as InvoiceCreditNoteId,
    invoice_id: view.invoice_id as InvoiceId,
    line_items: line_items.map(({ country_details: _lineCodes, ...line }) => line),
  };
};
