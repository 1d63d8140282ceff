import { describeCancellation, requestCancellation } from '../../domain/filing/cancellation/request.ts';
import { handler } from '../handler.ts';
import { invoicePageOf } from './invoice-page.ts';

export const request_cancellation = handler('request_cancellation', async (ctx, params) => {
  const { request, invoice } = await requestCancellation(ctx, params);
  return { ...describeCancellation(request, invoice), review_url: invoicePageOf(ctx, request.invoice_id) };
});
