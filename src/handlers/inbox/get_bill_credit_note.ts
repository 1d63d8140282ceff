import { describeReceivedNote } from '../../domain/documents/bill-credit-notes/describe.ts';
import { getReceivedNote } from '../../domain/documents/bill-credit-notes/find.ts';
import { handler } from '../handler.ts';

export const get_bill_credit_note = handler('get_bill_credit_note', async (ctx, params) =>
  describeReceivedNote(await getReceivedNote(ctx, params.bill_credit_note_id)),
);
