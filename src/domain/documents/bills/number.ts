// How the number of a bill is compared.
import { numberKey, uniqueNumber } from '../shared/number-key.ts';
import type { BillHeader } from './record.ts';

type Numbered = Pick<BillHeader, 'series' | 'bill_number' | 'issue_date'>;

/** The columns by which a bill is found again under its number. */
export const numberColumns = ({ series, bill_number, issue_date }: Numbered) => ({
  number_key: bill_number === null ? null : numberKey(series, bill_number),
  number_unique: uniqueNumber(series, bill_number, issue_date),
});

/** Whether both are one number of one year, whichever release wrote them. */
export const isSameNumber = (one: Numbered, other: Numbered): boolean => {
  const key = numberColumns(one).number_unique;
  return key !== null && key === numberColumns(other).number_unique;
};
