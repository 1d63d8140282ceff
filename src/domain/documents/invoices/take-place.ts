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
import { invoiceReversed, lockInvoice, writeFiling } from './write-filing.ts';
import { loadInvoice } from './store/whole.ts';
import type { FilingObstacle } from '../shared/filable.ts';
import { storedFiling } from '../shared/filing.ts';
import type { InvoiceHeader } from './record.ts';
import { toDo } from '../../../base/text/to-do.ts';

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

/** The filed invoice whose place it takes. */
export const replacedBy = ({ content }: Pick<InvoiceHeader, 'content'>): string | null =>
  content?.relations.find(({ type }) => type === '04')?.record_id ?? null;

/** Whether the invoice that this one replaces counts no more, or another one is about to replace it. */
export const findGone = async (ctx: WriteScope, header: InvoiceHeader): Promise<FilingObstacle | null> => {
  const replaced = replacedBy(header);
  const earlier = replaced === null ? undefined : (await lockInvoice(ctx, replaced))?.header;
  if (earlier === undefined) return null;
  const counts = earlier.status === 'filed' && earlier.closed_on === null;
  if (counts && !(await isBeingReplaced(ctx, earlier, header.id))) return null;
  return {
    code: 'already_replaced',
    path: 'replaces_invoice_id',
    message: `The invoice ${earlier.id} that this one replaces counts no more: it was cancelled, reversed or replaced.`,
    fix: toDo('replaced'),
  };
};

/** By another invoice, whose outcome may still be open. */
const isBeingReplaced = async (ctx: WriteScope, earlier: InvoiceHeader, id: string): Promise<boolean> => {
  const { replaced_by: other } = storedFiling(earlier);
  if (other === undefined || other === null || other === id) return false;
  const found = (await loadInvoice(ctx, other))?.header;
  return found !== undefined && ['pending', 'unclear', 'filed'].includes(found.filing_status);
};

/** Keeps others from replacing the same invoice while the outcome is open. */
export const claimReplaced = async (ctx: WriteScope, header: InvoiceHeader): Promise<void> => {
  const replaced = replacedBy(header);
  const earlier = replaced === null ? undefined : await lockInvoice(ctx, replaced);
  if (earlier !== undefined) await writeFiling(ctx, earlier.header, { filing: { replaced_by: header.id } });
};
