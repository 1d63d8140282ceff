// Payments of an invoice stand on its substitute now, and their complements have to name that one: drafts are made anew,
// filed ones get a substitute too. The former invoice can be cancelled once nothing names it.
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import type { Facts, WriteScope } from '../../ground/change/scope.ts';
import {
  entryOf,
  isPaidInFull,
  planEntry,
  standingComplements,
  wantsComplements,
} from '../../documents/complements/plan.ts';
import { loadInvoice } from '../../documents/invoices/store/whole.ts';
import { type AllocationOnDocument, findAllocationsOn } from '../../documents/payments/store/payments.ts';
import { filesComplements } from './make.ts';
import { openTask } from './offer.ts';
import { restate } from './take-back.ts';

export const moveComplements = async (
  ctx: WriteScope & Raises<'complement_being_filed'>,
  { from, to }: Facts['payments_moved'],
): Promise<void> => {
  if (!filesComplements(ctx)) return;
  const standing = await standingComplements(ctx, from);
  if (standing.length === 0) return;
  const invoice = await loadInvoice(ctx, to);
  if (invoice === undefined) throw new Error(`${to} took payments and is not there`);
  const allocations = await findAllocationsOn(ctx, to);
  // The payments are moved and not booked on it yet.
  let balance = invoice.header.balance_minor;
  let installment = 0;
  for (const before of standing) {
    const former = entryOf(before, from);
    const paid = allocations
      .filter(({ payment_id }) => payment_id === before.payment_id)
      .reduce((sum, allocation) => sum + receivedOf(ctx, allocation, invoice.header.currency), 0);
    if (former === undefined) continue;
    if (paid === 0 || !wantsComplements(invoice)) {
      await openTask(ctx, before.payment_id, {
        title: 'Cancel a payment complement',
        description: `The complement ${before.id} names the invoice ${from}, which ${to} replaces without a payment of its own kind. Take the payment back with "payment reverse ${before.payment_id}", and record it again.`,
        due: asDay(before.due_on),
      });
      continue;
    }
    installment += 1;
    const figures = {
      installment,
      balance_before_minor: balance,
      paid_minor: paid,
      balance_after_minor: balance - paid,
    };
    balance -= paid;
    await restate(ctx, before, await planEntry(ctx, invoice, figures, asDay(before.paid_on)), former);
  }
};

/** Without what was missing and written off, and without what came beyond the balance; see `figuresOf`. */
const receivedOf = (
  ctx: Pick<WriteScope, 'entity'>,
  { amount_minor, payment_minor, currency, difference_cause }: AllocationOnDocument,
  documentCurrency: string,
): number =>
  currency === documentCurrency && !isPaidInFull(ctx, difference_cause)
    ? Math.min(amount_minor, payment_minor)
    : amount_minor;
