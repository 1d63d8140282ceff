// What others see of a payment: callers, the trail and search.
import type { BankTransactionId, BillPaymentId, InvoicePaymentId } from '../../../../generated/ids.ts';
import type {
  BillPayment,
  BillPaymentMethod,
  BillPaymentStatus,
  InvoicePayment,
  InvoicePaymentMethod,
  PaymentAllocation,
} from '../../../../generated/types.ts';
import { instantToIso } from '../../../db/instant.ts';
import { billPaymentStatus } from '../shared/bill-status.ts';
import type { SettledDocument } from '../shared/document.ts';
import { paymentStatus } from '../shared/invoice-status.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { At } from '../../../base/time/day.ts';
import type { IndexedRecord } from '../../ground/search-index/index-record.ts';
import {
  type Allocation,
  type PaymentRecord,
  type PaymentRow,
  describeComplement,
  describeSettled,
  differenceOf,
} from './items.ts';

/** How far the document is paid, in the words of its own kind. */
const describeStatus = (document: SettledDocument, at: At): BillPaymentStatus | null =>
  document.kind === 'invoice' ? paymentStatus(document, at) : billPaymentStatus(document);

const describeAllocation = (allocation: Allocation, currency: string, at: At): PaymentAllocation => {
  const { row, document } = allocation;
  const difference = describeSettled(row, differenceOf(allocation, currency), currency);
  return {
    record_type: row.record_type,
    record_id: row.record_id,
    amount: minorToWire(row.amount_minor, document.currency),
    currency: document.currency,
    balance_due_after: minorToWire(document.balance_minor, document.currency),
    payment_status_after: describeStatus(document, at),
    ...(difference === undefined ? {} : { difference }),
    ...describeComplement(row),
  };
};

/** What both kinds of payment say alike. */
const describeMoney = ({ payment }: PaymentRecord) => ({
  amount: minorToWire(payment.amount_minor, payment.currency),
  currency: payment.currency,
  exchange_rate: payment.exchange_rate === null ? null : toNumber(decimal(payment.exchange_rate)),
  exchange_rate_date: payment.exchange_rate_date,
  exchange_rate_source: payment.exchange_rate_source,
});

const describeDifference = ({ payment: { currency }, allocations }: PaymentRecord): number | null => {
  const minor = allocations.reduce((sum, allocation) => sum + differenceOf(allocation, currency), 0);
  return minor === 0 ? null : minorToWire(minor, currency);
};

const describeRest = ({ payment, allocations }: PaymentRecord, at: At) => ({
  notes: payment.notes,
  allocations: allocations.map((allocation) => describeAllocation(allocation, payment.currency, at)),
  unallocated_amount: minorToWire(payment.unallocated_minor, payment.currency),
  difference_amount: describeDifference({ payment, allocations }),
  bank_transaction_id: payment.bank_transaction_id as BankTransactionId | null,
  created_at: instantToIso(payment.created_at),
});

export const describeInvoicePayment = (record: PaymentRecord, at: At): InvoicePayment => ({
  object: 'invoice_payment',
  id: record.payment.id as InvoicePaymentId,
  payment_id: record.payment.id as InvoicePaymentId,
  ...describeMoney(record),
  payment_date: record.payment.paid_on,
  payment_method: record.payment.payment_method as InvoicePaymentMethod,
  reference_number: record.payment.reference,
  ...describeRest(record, at),
});

export const describeBillPayment = (record: PaymentRecord, at: At): BillPayment => ({
  object: 'bill_payment',
  id: record.payment.id as BillPaymentId,
  payment_id: record.payment.id as BillPaymentId,
  ...describeMoney(record),
  paid_on: record.payment.paid_on,
  payment_method: record.payment.payment_method as BillPaymentMethod,
  reference: record.payment.reference,
  ...describeRest(record, at),
});

/** A payment of either kind. */
export const describePayment = (record: PaymentRecord, at: At): InvoicePayment | BillPayment =>
  record.payment.type === 'invoice_payment'
    ? describeInvoicePayment(record, at)
    : describeBillPayment(record, at);

/** What the trail and events record of a payment: the answer of the tools, which say its id twice. */
export const paymentState = (record: PaymentRecord, at: At): object => {
  const { payment_id: _named, ...state } = describePayment(record, at);
  return state;
};

type Named = Pick<PaymentRow, 'id' | 'type' | 'reference' | 'external_id'>;

/** References from banks may be very long; the beginning identifies the payment and leaves room for the name. */
const MAX_REFERENCE_LENGTH = 60;

const shorten = (reference: string): string => [...reference].slice(0, MAX_REFERENCE_LENGTH).join('');

/** The words and numbers by which search finds a payment: counterparty, reference, and folios of its documents. */
export const indexedPayment = (
  { id, type, reference, external_id }: Named,
  counterpartyName: string,
  folios: readonly (string | null)[],
): IndexedRecord => ({
  record_id: id,
  type: type === 'invoice_payment' ? 'invoice_payments' : 'bill_payments',
  label: reference === null ? counterpartyName : `${shorten(reference)} – ${counterpartyName}`,
  identifiers: [reference, external_id, ...folios],
});
