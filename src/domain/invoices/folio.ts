import type { InvoiceHeader } from './record.ts';

type Numbered = Pick<InvoiceHeader, 'series' | 'number'> & { readonly status?: InvoiceHeader['status'] };

/** A draft whose filing began has its number reserved; it is its own from the filing on, so no answer shows it before. */
export const numberOf = ({ series, number, status }: Numbered): Pick<InvoiceHeader, 'series' | 'number'> =>
  status === 'draft' ? { series: null, number: null } : { series, number };

/** Series and number as printed; null until the invoice is filed. */
export const folioOf = (invoice: Numbered): string | null => {
  const { series, number } = numberOf(invoice);
  return number === null ? null : series === null ? number : `${series}-${number}`;
};
