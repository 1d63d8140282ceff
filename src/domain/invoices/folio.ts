import type { InvoiceHeader } from './record.ts';

/** Series and number as printed; null until the invoice is filed. */
export const folioOf = ({ series, number }: Pick<InvoiceHeader, 'series' | 'number'>): string | null =>
  number === null ? null : series === null ? number : `${series}-${number}`;
