import { describeCancellation } from '../../domain/filing/cancellation/describe.ts';
import { findCancellation } from '../../domain/filing/store/cancellations.ts';
import { handler } from '../handler.ts';
import { invoicePageOf } from './invoice-page.ts';

export const get_cancellation_request = handler('get_cancellation_request', async (ctx, { request_id }) => {
  const found = await findCancellation(ctx, request_id);
  if (found === undefined)
    throw ctx.error('cancellation_request_not_found', { path: 'request_id', received: request_id });
  return { ...(await describeCancellation(ctx, found)), review_url: invoicePageOf(ctx, found.invoice_id) };
});
