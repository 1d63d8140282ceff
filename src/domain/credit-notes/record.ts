// A credit note as the books hold it, and what search and the ledger make of it.
import type { DocumentType } from '../../../generated/types.ts';
import type { Row } from '../../db/row.ts';
import { formatFolio } from '../documents/folio.ts';
import type { Movement } from '../ledger/post.ts';
import type { IndexedRecord } from '../search-index/index-record.ts';

/** What every note has, also one that another system filed or that came from a supplier. */
export type CreditNoteRow = Omit<
  Row<'credit_note'>,
  'entity_id' | 'filing_status' | 'filing' | 'content' | 'version'
>;
export type CreditNoteType = CreditNoteRow['type'];

export const getCreditNoteType = (kind: DocumentType): CreditNoteType => `${kind}_credit_note`;

/** The states in which a note counts; in all others it is only shown. */
export const isEffective = ({ status }: Pick<CreditNoteRow, 'status'>): boolean =>
  status === 'filed' || status === 'received' || status === 'validated';

type Named = Pick<CreditNoteRow, 'id' | 'type' | 'reason' | 'series' | 'number' | 'uuid' | 'external_id'>;

/** By which words and numbers search finds a credit note: its reason, its counterparty, its folio and UUID. */
export const indexedCreditNote = (note: Named, counterpartyName: string): IndexedRecord => ({
  record_id: note.id,
  type: note.type === 'invoice_credit_note' ? 'invoice_credit_notes' : 'bill_credit_notes',
  label: note.reason === null ? counterpartyName : `${note.reason} – ${counterpartyName}`,
  identifiers: [formatFolio(note), note.number, note.uuid, note.external_id],
});

/** What it means for the ledger. */
export const creditNoteMovement = (note: CreditNoteRow): Movement => ({
  entry_type: note.type,
  ledger: note.type === 'invoice_credit_note' ? 'ar' : 'ap',
  date: note.issue_date,
  counterparty_id: note.counterparty_id,
  currency: note.currency,
  amount_minor: note.total_minor,
  record_id: note.id,
  document_id: note.record_id,
  number: formatFolio(note),
  description: note.reason,
});
