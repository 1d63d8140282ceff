import { handler } from '../handler.ts';
import { requireNote, toCreditNote } from './credit-note.ts';

export const get_credit_note = handler('get_credit_note', async (ctx, { credit_note_id }) =>
  toCreditNote(ctx, await requireNote(ctx, credit_note_id)),
);
