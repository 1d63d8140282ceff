import { draftCreditNote } from '../../domain/documents/credit-notes/draft.ts';
import { handler } from '../handler.ts';
import { toCreditNote } from './credit-note.ts';

export const create_credit_note = handler('create_credit_note', async (ctx, { invoice_id, ...request }) =>
  toCreditNote(ctx, await draftCreditNote(ctx, invoice_id, request)),
);
