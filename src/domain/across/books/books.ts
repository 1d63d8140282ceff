// Connects the nouns: which of them reacts to a fact that another one reports.
import type { Database } from '../../../db/database.ts';
import { type Books, type Reactions, createBooks } from '../../ground/change/change.ts';
import { ALL_SLOTS, insertSlots } from '../../ground/periods/store.ts';
import { creditNamed } from '../../documents/bill-credit-notes/named.ts';
import { complementPayments, complementSetOff } from '../../filing/complements/make.ts';
import { moveComplements } from '../../filing/complements/move.ts';
import { dropComplements } from '../../filing/complements/take-back.ts';
import { dropDiscountNotes } from '../../filing/discounts/notes.ts';
import { queueLookUp } from '../../filing/not-filed.ts';
import { undoMatchOfPayment } from '../../bank/reconciliation/undo.ts';
import { followPayments } from '../../bank/reconciliation/store/matches.ts';
import { heedPaid } from '../inbox/paid.ts';
import { heedBills } from '../efos/heed.ts';
import { proveBills, provePayments } from '../proofs/settle.ts';
import { readResponsesAgain } from '../../documents/received/store/reading.ts';
import { dropExceedingSuggestions } from '../../bank/reconciliation/drop-suggestions.ts';

export const REACTIONS: Reactions = {
  company_made: (ctx) => insertSlots(ctx, ALL_SLOTS, null),
  // Confirming a suggestion that no longer fits would fail.
  documents_settled: dropExceedingSuggestions,
  payments_recorded: async (ctx, facts) => {
    await complementPayments(ctx, facts);
    await heedPaid(ctx, facts);
    await provePayments(ctx, facts);
  },
  payments_released: (ctx, { uuid }) => proveBills(ctx, [uuid]),
  bill_made: async (ctx, { id, uuid, listed_rfc }) => {
    if (uuid !== null) await proveBills(ctx, [uuid]);
    if (listed_rfc !== null) await heedBills(ctx, [{ id, tax_id: listed_rfc }]);
  },
  bills_imported: heedBills,
  bill_owed: (ctx, { id }) => creditNamed(ctx, id),
  // A complement says what was open before its payment.
  bill_credited: (ctx, { uuid }) => proveBills(ctx, [uuid]),
  payments_moved: async (ctx, fact) => {
    await followPayments(ctx, fact);
    await moveComplements(ctx, fact);
  },
  document_addressed: queueLookUp,
  // A response to it may have come first.
  document_filed: (ctx, { folio }) => readResponsesAgain(ctx, folio),
  credit_applied: complementSetOff,
  payment_reversed: async (ctx, fact) => {
    await dropDiscountNotes(ctx, fact);
    await dropComplements(ctx, fact);
    await undoMatchOfPayment(ctx, fact);
    await provePayments(ctx, [fact]);
  },
};

/** The books of this database; every change goes through them. */
export const openBooks = (database: Database): Books => createBooks(database, REACTIONS);
