// Payments as administrators see them: also those that were reversed.
import type { BankTransactionId } from '../../../../generated/ids.ts';
import type { BillPayment, InvoicePayment, ReversedPayment } from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { type Raises, asChecked } from '../../../base/raises.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import { readCounterpartyName } from '../../parties/counterparties/store/counterparties.ts';
import { readDocument } from '../shared/store/lock.ts';
import { describePayment } from './describe.ts';
import type { Allocation, PaymentRecord, PaymentRow } from './items.ts';
import { type ReversalRefusal, reversePayment } from './reverse.ts';
import { type PaymentFilters, type StoredPayment, findPayment, listPayments } from './store/payments.ts';

type Standing = Pick<PaymentRow, 'status' | 'reversed_on' | 'reversal_reason'>;

export type AdminPayment = (InvoicePayment | BillPayment) &
  Standing & { readonly counterparty_id: string; readonly counterparty_name: string };

const standingOf = ({ status, reversed_on, reversal_reason }: PaymentRow): Standing => ({
  status,
  reversed_on,
  reversal_reason,
});

export const describePaymentForAdmin = async (
  ctx: ReadScope & Raises<'no_payment'>,
  id: string,
): Promise<AdminPayment> => {
  const found = await findPayment(ctx, id);
  if (found === undefined) throw ctx.error('no_payment', { payment_id: id });
  return describeStored(ctx, found);
};

/** The payment with its documents as they are now. */
export const readRecord = async (ctx: ReadScope, found: StoredPayment): Promise<PaymentRecord> => {
  const allocations: Allocation[] = [];
  for (const row of found.allocations) {
    const document = await readDocument(ctx, row.record_type, row.record_id);
    if (document !== undefined) allocations.push({ row, document });
  }
  return { payment: found.row, allocations };
};

export const describeStored = async (ctx: ReadScope, found: StoredPayment): Promise<AdminPayment> => {
  const record = await readRecord(ctx, found);
  const { payment } = record;
  const { id: counterparty_id, name } = await readCounterpartyName(ctx, payment.counterparty_id);
  return {
    ...describePayment(record, ctx),
    ...standingOf(payment),
    counterparty_id,
    counterparty_name: name,
  };
};

/**
 * Reverses a payment for an agent. One with a filed complement is refused: only a person may have the authority cancel
 * that.
 */
export const takeBackRecorded = async (
  tool: WriteScope & Raises<ReversalRefusal | 'payment_not_found' | 'changed_meanwhile'>,
  id: string,
  reason: string,
): Promise<ReversedPayment> => {
  if ((await findPayment(tool, id)) === undefined)
    throw tool.error('payment_not_found', { path: 'payment_id', received: id });
  const ctx = asChecked(tool, 'no_payment');
  const { bank_transaction_id } = await reversePayment(ctx, id, reason);
  const { object, amount, currency, counterparty_name, reversed_on } = await describePaymentForAdmin(ctx, id);
  return {
    object,
    id,
    payment_id: id,
    status: 'reversed',
    amount,
    currency,
    reversed_on: reversed_on ?? ctx.today,
    reason,
    counterparty_name,
    unmatched_transaction_id: bank_transaction_id as BankTransactionId | null,
  };
};

export const listPaymentsForAdmin = async (ctx: ReadScope, filters: PaymentFilters) => {
  const rows = await listPayments(ctx, filters);
  return rows.map((row) => ({
    object: row.type,
    id: row.id,
    date: row.paid_on,
    amount: minorToWire(row.amount_minor, row.currency),
    currency: row.currency,
    payment_method: row.payment_method,
    reference: row.reference,
    counterparty_id: row.counterparty_id,
    counterparty_name: row.counterparty_name,
    unallocated_amount: minorToWire(row.unallocated_minor, row.currency),
    bank_transaction_id: row.bank_transaction_id,
    ...standingOf(row),
  }));
};
