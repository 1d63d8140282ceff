// When a complement is due.
import { addDays, asDay, type IsoDay } from '../../../base/time/day.ts';

const LONGEST_MONTH = 31;

/** The fifth day of the month after the payment (RMF 2.7.1.32). */
export const complementDueOn = (paidOn: IsoDay): IsoDay => {
  const first = asDay(`${paidOn.slice(0, 8)}01`);
  return asDay(`${addDays(first, LONGEST_MONTH).slice(0, 8)}05`);
};
