// Exports say `partial` where the rest of the service says `partially_paid`.
import type { ExportPaymentStatus } from '../../../generated/types.ts';

type Elsewhere = 'unpaid' | 'partially_paid' | 'paid';

const MEANING: Readonly<Record<ExportPaymentStatus, Elsewhere>> = {
  unpaid: 'unpaid',
  partial: 'partially_paid',
  paid: 'paid',
};

/** The filter's word as the definitions of states have it. */
export const meaningOf = (status: ExportPaymentStatus): Elsewhere => MEANING[status];

/** The state's word as an export has it. */
export const wordOf = (status: string): string =>
  status === MEANING.partial ? ('partial' satisfies ExportPaymentStatus) : status;
