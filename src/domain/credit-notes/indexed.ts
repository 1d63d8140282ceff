import type { IndexedRecord } from '../search-index/index-record.ts';
import { creditNoteFolioOf, type CreditNoteRow } from './record.ts';

type Named = Pick<CreditNoteRow, 'id' | 'type' | 'reason' | 'series' | 'number' | 'uuid' | 'external_id'>;

/** By which words and numbers search finds a credit note: its reason, its counterparty, its folio and UUID. */
export const indexedCreditNote = (note: Named, counterpartyName: string): IndexedRecord => ({
  record_id: note.id,
  type: note.type === 'invoice_credit_note' ? 'invoice_credit_notes' : 'bill_credit_notes',
  label: note.reason === null ? counterpartyName : `${note.reason} – ${counterpartyName}`,
  identifiers: [creditNoteFolioOf(note), note.number, note.uuid, note.external_id],
});
