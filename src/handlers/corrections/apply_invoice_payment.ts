import { asChecked } from '../../base/raises.ts';
import { warnOfComplement } from '../../domain/documents/complements/warn.ts';
import { applyPayment } from '../../domain/documents/payments/apply.ts';
import { describeInvoicePayment } from '../../domain/documents/payments/describe.ts';
import { readRecord } from '../../domain/documents/payments/for-admin.ts';
import { findPayment } from '../../domain/documents/payments/store/payments.ts';
import { handler } from '../handler.ts';

export const apply_invoice_payment = handler('apply_invoice_payment', async (tool, params) => {
  const { payment_id, invoice_id, amount } = params;
  if ((await findPayment(tool, payment_id)) === undefined)
    throw tool.error('payment_not_found', { path: 'payment_id', received: payment_id });
  const ctx = asChecked(tool, 'no_payment', 'payment_not_of_customer');
  const applied = await applyPayment(ctx, payment_id, { invoiceId: invoice_id, given: amount });
  const found = await findPayment(tool, payment_id);
  if (found === undefined) throw new Error(`${payment_id} was applied and is not there`);
  await warnOfComplement(tool, { payment: found.row, allocations: [applied] }, tool.today);
  return describeInvoicePayment(await readRecord(tool, found), tool);
});
