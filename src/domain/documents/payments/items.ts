// The payments of an invoice or bill, as that document shows them.
import type { BankTransactionId, BillPaymentId, InvoicePaymentId } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type {
  BillPaymentItem,
  BillPaymentMethod,
  DocumentType,
  InvoicePaymentItem,
  InvoicePaymentMethod,
  LedgerSide,
  PaymentObject,
  SettledDifference,
} from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { describeTaxes } from '../../money/ledger/describe.ts';
import type { PaymentFact, ReadScope } from '../../ground/change/scope.ts';
import { findPaymentsOf } from './store/payments.ts';
import type { Row } from '../../../db/schema.ts';
import type { SettledDocument } from '../shared/document.ts';

type Found = Awaited<ReturnType<typeof findPaymentsOf>>[number];

const describeMoney = (row: Found, documentCurrency: string) => ({
  amount: minorToWire(row.amount_minor, row.currency),
  currency: row.currency,
  allocated_amount: minorToWire(row.allocated_minor, documentCurrency),
});

const describeCause = (row: Found, documentCurrency: string) => {
  const minor = row.currency === documentCurrency ? row.payment_minor - row.allocated_minor : 0;
  const difference = describeSettled(row, minor, documentCurrency);
  return difference === undefined ? {} : { difference };
};

interface Document {
  readonly id: string;
  readonly currency: string;
  readonly status: string;
  readonly paid_minor: number;
}

/** Most documents have none, and then nothing is read. What a reversal has freed is shown with nothing allocated. */
const mayHavePayments = ({ paid_minor, status }: Document): boolean =>
  paid_minor > 0 || status === 'reversed';

/** Oldest first. */
export const invoicePaymentItems = async (
  ctx: ReadScope,
  invoice: Document,
): Promise<readonly InvoicePaymentItem[]> => {
  if (!mayHavePayments(invoice)) return [];
  const rows = await findPaymentsOf(ctx, invoice.id, LIMITS.Invoice.payments);
  return rows.map((row) => ({
    id: row.id as InvoicePaymentId,
    payment_id: row.id as InvoicePaymentId,
    ...describeMoney(row, invoice.currency),
    payment_date: row.paid_on,
    payment_method: row.payment_method as InvoicePaymentMethod,
    reference_number: row.reference,
    bank_transaction_id: row.bank_transaction_id as BankTransactionId | null,
    ...describeCause(row, invoice.currency),
  }));
};

/** Oldest first. */
export const billPaymentItems = async (
  ctx: ReadScope,
  bill: Document,
): Promise<readonly BillPaymentItem[]> => {
  if (!mayHavePayments(bill)) return [];
  const rows = await findPaymentsOf(ctx, bill.id, LIMITS.Bill.payments);
  return rows.map((row) => ({
    id: row.id as BillPaymentId,
    payment_id: row.id as BillPaymentId,
    ...describeMoney(row, bill.currency),
    paid_on: row.paid_on,
    payment_method: row.payment_method as BillPaymentMethod,
    reference: row.reference,
    bank_transaction_id: row.bank_transaction_id as BankTransactionId | null,
    ...describeComplement(row),
  }));
};

/** Absent without one. */
export const describeComplement = ({
  complement_uuid: uuid,
}: Pick<AllocationRow, 'complement_uuid'>): { readonly complement_uuid?: string } =>
  uuid === undefined || uuid === null ? {} : { complement_uuid: uuid };

export const paymentFact = ({ payment, allocations }: PaymentRecord): PaymentFact => ({
  id: payment.id,
  type: payment.type,
  counterparty_id: payment.counterparty_id,
  amount_minor: payment.amount_minor,
  currency: payment.currency,
  paid_on: payment.paid_on,
  payment_method: payment.payment_method,
  reference: payment.reference,
  historic: payment.historic,
  bank_transaction_id: payment.bank_transaction_id,
  allocations: allocations.map((allocation) => {
    const { row, document } = allocation;
    return {
      record_type: row.record_type,
      record_id: row.record_id,
      amount_minor: row.amount_minor,
      payment_minor: row.payment_minor,
      difference_minor: differenceOf(allocation, payment.currency),
      difference_cause: row.difference_cause,
      credit_note_id: row.credit_note_id,
      balance_minor: document.balance_minor,
      currency: document.currency,
      uuid: document.uuid,
      country_details: document.kind === 'invoice' ? document.country_details : {},
    };
  }),
});

export type PaymentRow = Omit<Row<'payment'>, 'entity_id'>;
/** What a supplier says of it is written later; see `store/complements.ts`. */
export type AllocationRow = Omit<
  Row<'payment_allocation'>,
  'entity_id' | 'complement_uuid' | 'complement_task_id'
> &
  Partial<Pick<Row<'payment_allocation'>, 'complement_uuid'>>;

/** The part of a payment that settles one document, and the document as that leaves it. */
export interface Allocation {
  readonly row: AllocationRow;
  readonly document: SettledDocument;
}

export interface PaymentRecord {
  readonly payment: PaymentRow;
  readonly allocations: readonly Allocation[];
}

/** What settles a document of this kind. */
export const getPaymentType = (kind: DocumentType): PaymentObject => `${kind}_payment`;

/** Money in settles receivables, money out payables. */
export const chooseLedger = (type: PaymentObject): LedgerSide => (type === 'invoice_payment' ? 'ar' : 'ap');

/**
 * In one currency what came for a document may differ by cents from what it settles, which is booked apart: positive
 * when more came. Across currencies the two are worth the same.
 */
export const differenceOf = ({ row, document }: Allocation, currency: string): number =>
  document.currency === currency ? row.payment_minor - row.amount_minor : 0;

type Caused = Pick<AllocationRow, 'difference_cause' | 'difference_taxes'>;

/** Of what was settled without money, why; undefined for cents without a cause. */
export const describeSettled = (
  { difference_cause: cause, difference_taxes }: Caused,
  difference_minor: number,
  currency: string,
): SettledDifference | undefined =>
  cause === null || difference_minor === 0
    ? undefined
    : {
        cause,
        amount: minorToWire(-difference_minor, currency),
        taxes: describeTaxes(difference_taxes, currency),
      };

/** Without a cause: as of what is allocated to a document without a difference. */
export const NO_CAUSE = { difference_cause: null, difference_taxes: null, credit_note_id: null } as const;
