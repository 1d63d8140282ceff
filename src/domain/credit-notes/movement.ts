// What a credit note means for the ledger.
import type { Movement } from '../ledger/post.ts';
import { creditNoteFolioOf, type CreditNoteRow } from './record.ts';

export const creditNoteMovement = (note: CreditNoteRow): Movement => ({
  entry_type: note.type,
  ledger: note.type === 'invoice_credit_note' ? 'ar' : 'ap',
  date: note.issue_date,
  counterparty_id: note.counterparty_id,
  currency: note.currency,
  amount_minor: note.total_minor,
  record_id: note.id,
  document_id: note.record_id,
  number: creditNoteFolioOf(note),
  description: note.reason,
});
