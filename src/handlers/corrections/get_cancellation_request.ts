import { describeCancellation } from '../../domain/filing/cancellation/describe.ts';
import { lastCancellation } from '../../domain/filing/store/cancellations.ts';
import { getInvoice } from '../../domain/invoices/get.ts';
import { handler } from '../handler.ts';
import { invoicePageOf } from './invoice-page.ts';

export const get_cancellation_request = handler('get_cancellation_request', async (ctx, { invoice_id }) => {
  const { header } = await getInvoice(ctx, invoice_id, 'invoice_id');
  const found = await lastCancellation(ctx, header.id);
  if (found === undefined) throw ctx.error('cancellation_not_requested', { path: 'invoice_id', invoice_id });
  return { ...(await describeCancellation(ctx, found)), review_url: invoicePageOf(ctx, found.invoice_id) };
});
