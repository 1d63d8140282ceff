// Exports say `partial` where the rest of the service says `partially_paid`.
import type { ExportPaymentStatus, InvoicePaymentStatus } from '../../../generated/types.ts';

const MEANING: Readonly<Record<ExportPaymentStatus, InvoicePaymentStatus>> = {
  unpaid: 'unpaid',
  partial: 'partially_paid',
  paid: 'paid',
};

/** Converts the filter's value to the internal state. */
export const toPaymentStatus = (status: ExportPaymentStatus): InvoicePaymentStatus => MEANING[status];

/** Converts the internal state to the export's value. */
export const toExportWord = (status: string): string =>
  status === MEANING.partial ? ('partial' satisfies ExportPaymentStatus) : status;
