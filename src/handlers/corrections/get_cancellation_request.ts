import { describeCancellation } from '../../domain/filing/cancellation/request.ts';
import { loadFilable } from '../../domain/filing/filable.ts';
import { lastCancellation } from '../../domain/filing/store/cancellations.ts';
import { handler } from '../handler.ts';
import { invoicePageOf } from './invoice-page.ts';

export const get_cancellation_request = handler('get_cancellation_request', async (ctx, { invoice_id }) => {
  const path = 'invoice_id';
  const invoice = await loadFilable(ctx, invoice_id);
  if (invoice === undefined) throw ctx.error('invoice_not_found', { path, received: invoice_id });
  const found = await lastCancellation(ctx, invoice_id);
  if (found === undefined) throw ctx.error('cancellation_not_requested', { path, invoice_id });
  return { ...describeCancellation(found, invoice), review_url: invoicePageOf(ctx, invoice_id) };
});
