// Describes a confirmed line: the line with its matches, and the payment behind them.
import type { BankTransactionId } from '../../../../generated/ids.ts';
import type { BankPayment, ConfirmedTransaction } from '../../../../generated/types.ts';
import { lockDocument } from '../../documents/shared/store/lock.ts';
import { describePayment } from '../../documents/payments/describe.ts';
import type { Allocation, PaymentRecord } from '../../documents/payments/items.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { describeTransaction } from './describe.ts';
import type { ConfirmedMatch } from './link-payment.ts';
import { readAllocations, readPayment } from './store/payments.ts';

export const describeConfirmed = async (
  ctx: WriteScope,
  { line_id, payment }: ConfirmedMatch,
): Promise<ConfirmedTransaction> => {
  const described = await describeTransaction(ctx, line_id);
  // One that was made here is as it was written: its document is locked until the end.
  const record = typeof payment === 'string' ? await loadPayment(ctx, payment) : payment;
  return { ...described, payment: record && describeMade(ctx, record) };
};

const loadPayment = async (ctx: WriteScope, id: string): Promise<PaymentRecord> => {
  const payment = await readPayment(ctx, id);
  const rows = await readAllocations(ctx, id);
  const allocations: Allocation[] = [];
  for (const row of rows) {
    const document = await lockDocument(ctx, row.record_type, row.record_id);
    if (document !== undefined) allocations.push({ row, document });
  }
  return { payment, allocations };
};

/** Common names for date and reference of both kinds of payments. */
const describeMade = (ctx: WriteScope, record: PaymentRecord): BankPayment => {
  const described = describePayment(record, ctx);
  return {
    object: described.object,
    id: described.id,
    payment_id: described.payment_id,
    amount: described.amount,
    currency: described.currency,
    exchange_rate: described.exchange_rate,
    exchange_rate_date: described.exchange_rate_date,
    date: record.payment.paid_on,
    payment_method: described.payment_method,
    reference: record.payment.reference,
    allocations: described.allocations,
    unallocated_amount: described.unallocated_amount,
    difference_amount: described.difference_amount,
    bank_transaction_id: record.payment.bank_transaction_id as BankTransactionId,
    created_at: described.created_at,
  };
};
