import { noteFiling } from '../../domain/documents/credit-notes/describe.ts';
import { describeResponses } from '../../domain/documents/shared/responses.ts';
import { handler } from '../handler.ts';
import { requireNote, toCreditNote } from './credit-note.ts';

export const get_credit_note = handler('get_credit_note', async (ctx, { credit_note_id }) => {
  const note = await requireNote(ctx, credit_note_id);
  return { ...toCreditNote(ctx, note), ...describeResponses(noteFiling(note.header)) };
});
