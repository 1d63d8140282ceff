// Tells who records a payment of a PPD invoice what becomes of its complement.
import { type ComplementId, ID_PREFIXES } from '../../../../generated/ids.ts';
import type { Warns } from '../../../base/raises.ts';
import { type IsoDay, addDays, asDay } from '../../../base/time/day.ts';
import { METHOD_DEFERRED } from '../../../einvoicing/mx-cfdi/codes.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { PaymentRecord } from '../payments/items.ts';
import type { ComplementHeader } from './record.ts';
import { findComplementsOf } from './store.ts';

export const warnOfComplement = async (
  ctx: ReadScope & Warns<'payment_complement_due'>,
  { payment, allocations }: PaymentRecord,
  /** Credit is paid when it is applied, not when its money came. */
  paidOn: IsoDay = asDay(payment.paid_on),
): Promise<void> => {
  const deferred = allocations.filter(
    ({ document }) =>
      document.kind === 'invoice' && document.country_details['payment_method'] === METHOD_DEFERRED,
  );
  if (deferred.length === 0) return;
  const settled = new Set(deferred.map(({ document }) => document.id));
  // A payment has another one for each invoice that its credit was applied to later.
  const complement = (await findComplementsOf(ctx, payment.id)).findLast(
    ({ status, content }) =>
      status !== 'void' && content.documents.some(({ invoice_id }) => settled.has(invoice_id)),
  );
  ctx.warn('payment_complement_due', {
    due_date: complementDueOn(paidOn),
    complement_id: complement === undefined ? null : asId(complement.id),
    state: complement === undefined ? 'None can be made here; a task says why.' : explain(complement),
  });
};

const explain = ({ id, filing_status }: ComplementHeader): string => {
  if (filing_status === 'awaiting_approval') return `${id} waits for the approval of an administrator.`;
  if (filing_status === 'pending') return `${id} is being filed.`;
  return `${id} cannot be filed yet; a task says why.`;
};

const asId = (id: string): ComplementId => {
  if (!id.startsWith(`${ID_PREFIXES.ComplementId}_`)) throw new Error(`${id} is no complement`);
  return id as ComplementId;
};

const LONGEST_MONTH = 31;

/** The fifth day of the month after the payment (RMF 2.7.1.32). */
export const complementDueOn = (paidOn: IsoDay): IsoDay => {
  const first = asDay(`${paidOn.slice(0, 8)}01`);
  return asDay(`${addDays(first, LONGEST_MONTH).slice(0, 8)}05`);
};
