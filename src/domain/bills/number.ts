// The number that a supplier gave a bill.

interface Numbered {
  readonly series: string | null;
  readonly bill_number: string | null;
}

/** Series and number as printed. */
export const billFolioOf = ({ series, bill_number }: Numbered): string | null =>
  bill_number === null || series === null ? bill_number : `${series}-${bill_number}`;

const compact = (text: string): string => text.normalize('NFC').toUpperCase().replace(/\s+/gu, '');

/**
 * What may exist once per supplier. People write one number in several ways, so case and blanks do not count; the
 * blank between series and number is the only one, so that series A with number 12 is not number A12.
 */
export const uniqueNumberOf = ({ series, bill_number }: Numbered): string | null => {
  if (bill_number === null) return null;
  return series === null ? compact(bill_number) : `${compact(series)} ${compact(bill_number)}`;
};
