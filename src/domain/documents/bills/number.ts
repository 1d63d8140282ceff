// How the number of a bill is compared.
import type { BillHeader } from './record.ts';

export const compact = (text: string): string => text.normalize('NFC').toUpperCase().replace(/\s+/gu, '');

/**
 * The form in which a number is unique per supplier. People write one number in several ways, so case and blanks are
 * ignored. Only series and number are separated by a blank, so that series A with number 12 differs from number A12.
 */
export const makeUniqueNumber = ({
  series,
  bill_number,
}: Pick<BillHeader, 'series' | 'bill_number'>): string | null => {
  if (bill_number === null) return null;
  return series === null ? compact(bill_number) : `${compact(series)} ${compact(bill_number)}`;
};
