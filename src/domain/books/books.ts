// Connects the nouns: which of them reacts to a fact that another one reports.
import type { Database } from '../../db/database.ts';
import { type Books, createBooks, type Reactions } from '../change/change.ts';
import { queueLookUp } from '../filing/queue-look-up.ts';
import { undoMatchOfPayment } from '../reconciliation/undo.ts';
import { followPayments } from '../reconciliation/store/matches.ts';
import { dropExceedingSuggestions } from '../reconciliation/drop-suggestions.ts';

export const REACTIONS: Reactions = {
  // Confirming a suggestion that no longer fits would fail.
  documents_settled: dropExceedingSuggestions,
  payments_recorded: () => Promise.resolve(),
  // The complement of a set-off has a form of its own.
  credit_applied: () => Promise.resolve(),
  payments_moved: followPayments,
  document_addressed: queueLookUp,
  payment_reversed: undoMatchOfPayment,
};

/** The books of this database; every change goes through them. */
export const openBooks = (database: Database): Books => createBooks(database, REACTIONS);
