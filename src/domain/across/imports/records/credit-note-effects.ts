// The effect of an imported credit note on balances and on the ledger.
import {
  creditable,
  creditDocument,
  creditPresettled,
} from '../../../documents/credit-notes/credit-document.ts';
import { type CreditNoteRow, isEffective } from '../../../documents/credit-notes/record.ts';
import { type SettledDocument, documentState } from '../../../documents/shared/document.ts';
import { isOwed } from '../../../documents/shared/settle.ts';
import { amount, amountText } from '../../../../base/money/amount.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { ImportScope } from '../importer.ts';
import type { Documents, Party } from './named.ts';

/** Returns whether the note is posted. Throws its faults before anything is written. */
export const applyCreditNote = async (
  ctx: ImportScope,
  documents: Documents,
  note: CreditNoteRow,
  counterparty: Party,
): Promise<boolean> => {
  if (note.record_id === null) return isEffective(note) && !note.historic;
  const document = await documents.lock(note.record_id);
  requireFit(note, document);
  if (!isEffective(note)) return false;
  const after = await changed(ctx, note, document, counterparty);
  if (after === undefined) return false;
  documents.settled(after);
  ctx.record({
    event: document.kind === 'invoice' ? 'invoice.credited' : 'bill.updated',
    record_type: document.kind,
    record_id: document.id,
    before: documentState(document),
    after: { ...documentState(after), credit_note_id: note.id },
  });
  return true;
};

const requireFit = (note: CreditNoteRow, document: SettledDocument): void => {
  const { kind, id } = document;
  if (document.counterparty_id !== note.counterparty_id) {
    throw new Refusal('invalid_value', `the ${kind} ${id} belongs to another counterparty`);
  }
  if (document.currency !== note.currency) {
    throw new Refusal(
      'invalid_value',
      `the ${kind} ${id} is in ${document.currency}, the credit note in ${note.currency}`,
    );
  }
};

const changed = async (
  ctx: ImportScope,
  note: CreditNoteRow,
  document: SettledDocument,
  counterparty: Party,
): Promise<SettledDocument | undefined> => {
  const credited = note.total_minor;
  const day = asDay(note.issue_date);
  if (note.historic) {
    const known = isOwed(document.kind, document.status) && document.presettled_minor >= credited;
    return known ? creditPresettled(ctx, document, { credited, day }) : undefined;
  }
  requireCreditable(document, credited);
  return (await creditDocument(ctx, document, counterparty, { credited, day })).document;
};

const requireCreditable = (document: SettledDocument, credited: number): void => {
  const { kind, id, status, currency } = document;
  if (!isOwed(kind, status)) {
    throw new Refusal(
      'wrong_state',
      `the ${kind} ${id} is ${status}, so no credit note changes it; historic must be true`,
    );
  }
  const most = creditable(document);
  if (credited <= most) return;
  throw new Refusal(
    'invalid_value',
    `the credit note is more than the ${amountText(amount(most, currency))} ${currency} of the ${kind} ${id} that are not credited yet`,
  );
};
