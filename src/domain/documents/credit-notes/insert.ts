// Writes credit notes with their ledger entries and search index.
import { post } from '../../money/ledger/post.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { indexRecords } from '../../ground/search-index/index-record.ts';
import { creditNoteMovement, type CreditNoteRow, indexedCreditNote } from './record.ts';
import { insertNoteRows } from './store.ts';

export interface NewCreditNote {
  readonly note: CreditNoteRow;
  readonly counterpartyName: string;
  /** False for notes that are only shown. */
  readonly posted: boolean;
}

/** Stores the notes; the documents that they credit must have been credited in this transaction. */
export const insertCreditNotes = async (ctx: WriteScope, notes: readonly NewCreditNote[]): Promise<void> => {
  if (notes.length === 0) return;
  await insertNoteRows(
    ctx,
    notes.map(({ note }) => note),
  );
  await post(
    ctx,
    notes.filter(({ posted }) => posted).map(({ note }) => creditNoteMovement(note)),
  );
  await indexRecords(
    ctx,
    notes.map(({ note, counterpartyName }) => indexedCreditNote(note, counterpartyName)),
  );
};
