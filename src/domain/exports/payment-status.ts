// Exports say `partial` where the rest of the service says `partially_paid`.
import type { ExportPaymentStatus, InvoicePaymentStatus } from '../../../generated/types.ts';

const MEANING: Readonly<Record<ExportPaymentStatus, InvoicePaymentStatus>> = {
  unpaid: 'unpaid',
  partial: 'partially_paid',
  paid: 'paid',
};

/** The filter's word as the definitions of states have it. */
export const toPaymentStatus = (status: ExportPaymentStatus): InvoicePaymentStatus => MEANING[status];

/** The state's word as an export has it. */
export const toExportWord = (status: string): string =>
  status === MEANING.partial ? ('partial' satisfies ExportPaymentStatus) : status;
