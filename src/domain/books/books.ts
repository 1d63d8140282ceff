// The nouns put together: who reacts when one of them tells what happened.
import type { Database } from '../../db/database.ts';
import { type Books, createBooks, type Reactions } from '../change/change.ts';
import { dropExceedingSuggestions } from '../reconciliation/drop-suggestions.ts';

export const REACTIONS: Reactions = {
  // What was suggested for a bank line and no longer fits could only be confirmed into an error.
  documents_settled: dropExceedingSuggestions,
};

/** The books of this database; whoever changes them does it through these. */
export const openBooks = (database: Database): Books => createBooks(database, REACTIONS);
