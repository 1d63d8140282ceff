// Exports say `partial` where the rest of the service says `partially_paid`.
import type {
  BillPaymentStatus,
  ExportPaymentStatus,
  InvoicePaymentStatus,
} from '../../../../generated/types.ts';

const MEANING: Readonly<Record<ExportPaymentStatus, InvoicePaymentStatus>> = {
  unpaid: 'unpaid',
  partial: 'partially_paid',
  paid: 'paid',
};

/** Converts the filter's value to the internal state. */
export const toPaymentStatus = (status: ExportPaymentStatus): InvoicePaymentStatus => MEANING[status];

const WORDS: Readonly<Record<BillPaymentStatus, ExportPaymentStatus>> = {
  unpaid: 'unpaid',
  partially_paid: 'partial',
  paid: 'paid',
  overpaid: 'paid',
};

/** Converts the internal state to the export's value; what was paid in excess is paid. */
export const toExportWord = (status: BillPaymentStatus): ExportPaymentStatus => WORDS[status];
