import { asChecked } from '../../base/raises.ts';
import { draftCreditNote } from '../../domain/documents/credit-notes/draft.ts';
import { handler } from '../handler.ts';
import { toCreditNote } from './credit-note.ts';

export const create_credit_note = handler('create_credit_note', async (ctx, { invoice_id, ...request }) =>
  toCreditNote(
    ctx,
    await draftCreditNote(asChecked(ctx, 'credit_amount_or_lines', 'credit_no_line'), invoice_id, request),
  ),
);
