// Series and number as printed.
import type { InvoiceStatus } from '../../../../generated/types.ts';

interface Numbered {
  readonly series: string | null;
  readonly number: string | null;
}

/** Null until there is a number. */
export const formatFolio = ({ series, number }: Numbered): string | null =>
  number === null || series === null ? number : `${series}-${number}`;

type NumberedInvoice = Numbered & { readonly status?: InvoiceStatus };

/** A draft whose filing began has its number reserved; it is its own from the filing on, so no answer shows it before. */
export const hideReservedNumber = ({ series, number, status }: NumberedInvoice): Numbered =>
  status === 'draft' ? { series: null, number: null } : { series, number };

/** Null until the invoice is filed. */
export const formatInvoiceFolio = (invoice: NumberedInvoice): string | null =>
  formatFolio(hideReservedNumber(invoice));

export const formatBillFolio = (bill: {
  readonly series: string | null;
  readonly bill_number: string | null;
}): string | null => formatFolio({ series: bill.series, number: bill.bill_number });
