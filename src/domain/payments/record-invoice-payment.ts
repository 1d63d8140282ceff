// Money received from a customer on one filed invoice.
import type { RecordInvoicePaymentParams } from '../../../generated/tools/record_invoice_payment.ts';
import { lockDocument, type SettledDocument } from '../documents/document.ts';
import { isOwed } from '../documents/settle.ts';
import { minorToWire } from '../money/amount.ts';
import type { Raises, Warns, WriteScope } from '../scope.ts';
import { addDays, asDay, type IsoDay } from '../time/day.ts';
import { payDocument } from './pay-document.ts';
import type { PaymentRecord } from './record.ts';

type PayScope = Parameters<typeof payDocument>[0] &
  WriteScope &
  Raises<'invoice_not_found' | 'invoice_not_payable' | 'invoice_already_paid'> &
  Warns<'payment_complement_due'>;

const AT = { path: 'invoice_id' } as const;

export const recordInvoicePayment = async (
  ctx: PayScope,
  params: RecordInvoicePaymentParams,
): Promise<PaymentRecord> => {
  const invoice = await lockDocument(ctx, 'invoice', params.invoice_id);
  if (invoice?.kind !== 'invoice')
    throw ctx.error('invoice_not_found', { ...AT, received: params.invoice_id });
  const { status, currency } = invoice;
  if (!isOwed('invoice', status)) throw ctx.error('invoice_not_payable', { ...AT, status });
  if (invoice.balance_minor <= 0) {
    throw ctx.error('invoice_already_paid', {
      ...AT,
      total: minorToWire(invoice.total_minor, currency),
      currency,
    });
  }
  const record = await payDocument(ctx, invoice, {
    ...params,
    paid_on: params.payment_date,
    reference: params.reference_number,
  });
  if (takesComplements(invoice)) {
    ctx.warn('payment_complement_due', { due_date: complementDueOn(asDay(record.payment.paid_on)) });
  }
  return record;
};

/** A Mexican invoice paid later or in parts: the authority wants a document of its own for each payment. */
const takesComplements = (invoice: SettledDocument): boolean =>
  invoice.kind === 'invoice' && invoice.country_details['payment_method'] === 'PPD';

const LONGEST_MONTH = 31;

/** The fifth day of the month after the payment. */
const complementDueOn = (paidOn: IsoDay): IsoDay => {
  const first = asDay(`${paidOn.slice(0, 8)}01`);
  return asDay(`${addDays(first, LONGEST_MONTH).slice(0, 8)}05`);
};
