// Sets a customer's credit off: money that no document takes, such as the surplus of a credited invoice, pays another
// invoice of the same customer in the same currency.
import type { InvoiceId } from '../../../../generated/ids.ts';
import { amount, amountText, saidAmount } from '../../../base/money/amount.ts';
import { readAmount } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { SettledDocument } from '../shared/document.ts';
import { isOwed, pay } from '../shared/settle.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { requireOpenDay } from '../../ground/periods/period.ts';
import { type Allocation, type AllocationRow, NO_CAUSE, type PaymentRow, paymentFact } from './items.ts';
import { insertAllocation, lockPayment } from './store/payments.ts';

export type ApplyScope = WriteScope &
  Raises<
    | 'invoice_not_found'
    | 'too_many_decimals'
    | 'amount_too_large'
    | 'period_closed'
    | 'no_payment'
    | 'credit_too_much'
    | 'payment_not_of_customer'
    | 'payment_reversed'
    | 'payment_of_other_customer'
    | 'payment_in_other_currency'
    | 'nothing_owed'
    | 'no_credit_left'
  >;

/** Without an amount as much as the credit gives and the invoice takes. */
export const applyPayment = async (
  ctx: ApplyScope,
  paymentId: string,
  { invoiceId, given }: { readonly invoiceId: InvoiceId; readonly given: number | undefined },
): Promise<Allocation> => {
  await requireOpenDay(ctx, ctx.today, 'invoice_id');
  const document = await lockDocument(ctx, 'invoice', invoiceId);
  if (document === undefined)
    throw ctx.error('invoice_not_found', { path: 'invoice_id', received: invoiceId });
  const found = await lockPayment(ctx, paymentId);
  if (found === undefined) throw ctx.error('no_payment', { payment_id: paymentId });
  const { row: payment, allocations } = found;
  const most = requireFit(ctx, payment, document);
  const minor = given === undefined ? most : readAmount(ctx, 'amount', given, payment.currency).minor;
  if (minor <= 0 || minor > most) {
    throw ctx.error('credit_too_much', {
      path: 'amount',
      payment_id: paymentId,
      document: document.folio ?? invoiceId,
      most: saidAmount(amount(most, payment.currency)),
    });
  }
  const settled = await pay(ctx, document, minor);
  const row: AllocationRow = {
    payment_id: paymentId,
    position: Math.max(0, ...allocations.map(({ position }) => position)) + 1,
    record_type: 'invoice',
    record_id: document.id,
    amount_minor: minor,
    payment_minor: minor,
    ...NO_CAUSE,
  };
  await insertAllocation(ctx, row);
  const applied: Allocation = { row, document: settled };
  ctx.record({
    event: 'payment.applied',
    record_type: payment.type,
    record_id: paymentId,
    before: unallocated(payment),
    after: {
      ...unallocated({ ...payment, unallocated_minor: payment.unallocated_minor - minor }),
      invoice_id: document.id,
      amount: amountText(amount(minor, payment.currency)),
    },
  });
  const fact = paymentFact({ payment, allocations: [applied] });
  await ctx.tell('credit_applied', { ...fact, amount_minor: minor, paid_on: ctx.today });
  return applied;
};

const unallocated = ({ unallocated_minor, currency }: PaymentRow) => ({
  unallocated_amount: amountText(amount(unallocated_minor, currency)),
});

/** The most that can be set off. */
const requireFit = (ctx: ApplyScope, payment: PaymentRow, document: SettledDocument): number => {
  const { id, currency, counterparty_id, unallocated_minor } = payment;
  const about = { path: 'payment_id', payment_id: id };
  const there = { path: 'invoice_id' };
  const both = { ...about, document: document.folio ?? document.id };
  if (payment.type !== 'invoice_payment') throw ctx.error('payment_not_of_customer', about);
  if (payment.status === 'reversed')
    throw ctx.error('payment_reversed', { ...about, reversed_on: asDay(payment.reversed_on ?? '') });
  if (counterparty_id !== document.counterparty_id)
    throw ctx.error('payment_of_other_customer', { ...both, ...there });
  if (currency !== document.currency)
    throw ctx.error('payment_in_other_currency', {
      ...both,
      ...there,
      currency,
      document_currency: document.currency,
    });
  if (!isOwed('invoice', document.status) || document.balance_minor <= 0)
    throw ctx.error('nothing_owed', { ...there, document: both.document });
  if (unallocated_minor <= 0) throw ctx.error('no_credit_left', about);
  return Math.min(unallocated_minor, document.balance_minor);
};
