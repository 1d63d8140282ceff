// A Mexican invoice paid later or in parts: the authority wants a document of its own for each payment (complemento de
// recepción de pagos), which this service does not file.
import type { SettledDocument } from '../documents/document.ts';
import type { Warns } from '../../base/raises.ts';
import { addDays, asDay, type IsoDay } from '../../base/time/day.ts';

const LONGEST_MONTH = 31;

/** The fifth day of the month after the payment (RMF 2.7.1.32). */
const complementDueOn = (paidOn: IsoDay): IsoDay => {
  const first = asDay(`${paidOn.slice(0, 8)}01`);
  return asDay(`${addDays(first, LONGEST_MONTH).slice(0, 8)}05`);
};

export const warnOfComplement = (
  ctx: Warns<'payment_complement_due'>,
  document: SettledDocument,
  paidOn: string,
): void => {
  if (document.kind !== 'invoice' || document.country_details['payment_method'] !== 'PPD') return;
  ctx.warn('payment_complement_due', { due_date: complementDueOn(asDay(paidOn)) });
};
