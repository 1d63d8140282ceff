// What was made of a document and waits in the inbox follows what was decided about that.
import { decideNote } from '../../documents/bill-credit-notes/decide.ts';
import { getReceivedNote } from '../../documents/bill-credit-notes/find.ts';
import { decideBill } from '../../documents/bills/decide.ts';
import { getBill } from '../../documents/bills/search.ts';
import type { ReceivedRow } from '../../documents/received/record.ts';
import type { Unlimited } from '../../ground/change/change.ts';

/** What somebody decided already stays as it is. */
export const decideWaiting = async (
  ctx: Unlimited,
  { bill_id, bill_credit_note_id }: Pick<ReceivedRow, 'bill_id' | 'bill_credit_note_id'>,
  decision: 'receive' | 'reject',
): Promise<void> => {
  if (bill_id !== null && (await getBill(ctx, bill_id, 'bill_id')).header.status === 'inbox')
    await decideBill(ctx, bill_id, decision);
  if (bill_credit_note_id !== null && (await getReceivedNote(ctx, bill_credit_note_id)).status === 'inbox')
    await decideNote(ctx, bill_credit_note_id, decision);
};
