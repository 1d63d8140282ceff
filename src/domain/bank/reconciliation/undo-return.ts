// Undoes a return: the payment counts again as it did, its fee is booked back, and the transactions are as before.
import type { Raises } from '../../../base/raises.ts';
import { reinstatePayment } from '../../documents/payments/reinstate.ts';
import { draftDiscountNote } from '../../filing/discounts/notes.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { changeLine, lineState } from '../transactions/line.ts';
import { type BankLine, lockLines } from '../transactions/store/lines.ts';
import { deleteReturn, findReturn, setNote } from './store/returns.ts';

type UndoReturnScope = WriteScope & Raises<'no_payment' | 'payment_document_closed' | 'return_settled_since'>;

/** From whichever of its transactions; answers those that took money, which are open again. */
export const undoReturn = async (ctx: UndoReturnScope, line: BankLine): Promise<readonly BankLine[]> => {
  const found = (await findReturn(ctx, line.id)) ?? (await findReturn(ctx, line.transfer_peer_id ?? line.id));
  if (found === undefined) throw new Error(`${line.id} is returned by nothing`);
  const { bank_transaction_id, sent_transaction_id, fee_transaction_id, payment_id, fee_minor, state } =
    found;
  const ids = [bank_transaction_id, fee_transaction_id, sent_transaction_id].filter((id) => id !== null);
  const lines = await lockLines(ctx, ids);
  const before = { ...state, fee_minor, bank_transaction_id: sent_transaction_id };
  await reinstatePayment(ctx, payment_id, before, async (invoice_id, minor, currency) => {
    const drafted = await draftDiscountNote(ctx, { invoice_id, minor, currency });
    const note = 'id' in drafted ? drafted.id : null;
    if (sent_transaction_id !== null) await setNote(ctx, sent_transaction_id, invoice_id, note);
    return note;
  });
  await deleteReturn(ctx, bank_transaction_id);
  const sent = lines.find(({ id }) => id === sent_transaction_id);
  if (sent !== undefined) {
    const after = await changeLine(ctx, sent, NO_PEER);
    ctx.record({
      event: 'bank_transaction.confirmed',
      record_type: 'bank_transaction',
      record_id: sent.id,
      before: lineState(sent),
      after: { ...lineState(after), payment_id },
    });
  }
  return lines.filter(({ id }) => id !== sent_transaction_id);
};

const NO_PEER = { transfer_peer_id: null, transfer_status: null } as const;
