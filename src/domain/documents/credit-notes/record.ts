// A credit note as the books hold it, and what search and the ledger make of it.
import type { DocumentStatus, DocumentType } from '../../../../generated/types.ts';
import type { Row } from '../../../db/schema.ts';
import type { CreditNoteContent } from '../../../db/stated.ts';
import { formatFolio } from '../shared/document.ts';
import { EFFECTIVE_NOTES } from '../shared/settle.ts';
import type { InvoiceCustomer } from '../invoices/record.ts';
import type { Movement } from '../../money/ledger/post.ts';
import type { IndexedRecord } from '../../ground/search-index/index-record.ts';

/** What every note has, also one that another system filed or that came from a supplier. */
export type CreditNoteRow = Omit<
  Row<'credit_note'>,
  'entity_id' | 'filing_status' | 'filing' | 'content' | 'version' | ReceivedColumn
>;

/** What only notes of suppliers have, and of these those whose lines are known. */
type ReceivedColumn =
  | 'subtotal_minor'
  | 'tax_minor'
  | 'withheld_minor'
  | 'received_at'
  | 'source_document_id'
  | 'excess_minor'
  | 'received';

/** A note of a supplier. */
export type ReceivedNoteRow = CreditNoteRow & Pick<Row<'credit_note'>, ReceivedColumn | 'version'>;
/** A note to a customer that this service files: a draft, or one that it has filed. */
export type NoteHeader = Omit<
  Row<'credit_note'>,
  'entity_id' | 'content' | 'status' | 'record_id' | ReceivedColumn
> & {
  readonly status: DocumentStatus;
  /** The invoice that it credits. */
  readonly record_id: string;
  readonly content: CreditNoteContent;
};

export interface NoteRecord {
  readonly header: NoteHeader;
  readonly customer: InvoiceCustomer;
}

export type CreditNoteType = CreditNoteRow['type'];

export const getCreditNoteType = (kind: DocumentType): CreditNoteType => `${kind}_credit_note`;

export const isEffective = ({ status }: Pick<CreditNoteRow, 'status'>): boolean =>
  EFFECTIVE_NOTES.some((effective) => effective === status);

type Named = Pick<CreditNoteRow, 'id' | 'type' | 'reason' | 'series' | 'number' | 'uuid' | 'external_id'>;

/** By which words and numbers search finds a credit note: its reason, its counterparty, its folio and UUID. */
export const indexedCreditNote = (note: Named, counterpartyName: string): IndexedRecord => ({
  record_id: note.id,
  type: note.type === 'invoice_credit_note' ? 'invoice_credit_notes' : 'bill_credit_notes',
  label: note.reason === null ? counterpartyName : `${note.reason} – ${counterpartyName}`,
  identifiers: [formatFolio(note), note.number, note.uuid, note.external_id],
});

type Booked = Pick<
  CreditNoteRow,
  | 'id'
  | 'type'
  | 'issue_date'
  | 'counterparty_id'
  | 'currency'
  | 'total_minor'
  | 'record_id'
  | 'series'
  | 'number'
  | 'reason'
>;

/** What it means for the ledger. */
export const creditNoteMovement = (note: Booked): Movement => ({
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

/** A note that the authority has cancelled: what it credited is owed again. */
export const creditNoteTakenBack = (note: Booked, date: string): Movement => ({
  ...creditNoteMovement(note),
  entry_type: 'reversal',
  date,
  reverses: note.type,
});
