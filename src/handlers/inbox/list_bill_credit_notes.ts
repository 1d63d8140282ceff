import { describeNoteRow } from '../../domain/documents/bill-credit-notes/describe.ts';
import { listReceivedNotes } from '../../domain/documents/bill-credit-notes/find.ts';
import { mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const list_bill_credit_notes = handler('list_bill_credit_notes', async (ctx, params) =>
  mapPage(await listReceivedNotes(ctx, params), describeNoteRow),
);
