// A filed invoice takes the place of an earlier one: receivables count only the new one from then on, and its payments
// move. The earlier one stays filed until the authority has cancelled it.
import { amount, amountText } from '../../../base/money/amount.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { retire } from '../shared/settle.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { post } from '../../money/ledger/post.ts';
import { movePayments } from '../payments/move.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { documentState } from '../shared/document.ts';
import { invoiceReversed } from './movements.ts';
import { loadInvoice } from './store.ts';

/** False when the earlier invoice counts no more anyhow. Both are locked in the order of their ids, the earlier first. */
export const takePlace = async (
  ctx: WriteScope,
  substituteId: string,
  replacedId: string,
): Promise<boolean> => {
  const replaced = await lockDocument(ctx, 'invoice', replacedId);
  const substitute = await lockDocument(ctx, 'invoice', substituteId);
  if (replaced === undefined || substitute === undefined) return false;
  if (replaced.status !== 'filed') return false;
  const day = await toOpenDay(ctx, ctx.today);
  const moved = await movePayments(ctx, replaced, substitute, day);
  const left = moved.from.balance_minor;
  const after = await retire(ctx, moved.from, day);
  const record = await loadInvoice(ctx, replacedId);
  if (record === undefined) throw new Error(`${replacedId} is locked and is not there`);
  await post(ctx, [invoiceReversed(record.header, day, left)]);
  ctx.record({
    event: 'invoice.replaced',
    record_type: 'invoice',
    record_id: replacedId,
    before: documentState(replaced),
    after: {
      ...documentState(after),
      replaced_by: substituteId,
      moved_payments: moved.amount,
      released: moved.released,
      no_longer_counted: amountText(amount(left, replaced.currency)),
    },
  });
  return true;
};
