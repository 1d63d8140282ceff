import { handler } from '../handler.ts';
import { reverseOrAsk } from './reverse-or-ask.ts';

export const reverse_invoice_payment = handler('reverse_invoice_payment', (ctx, { payment_id, reason }) =>
  reverseOrAsk(ctx, 'reverse_invoice_payment', payment_id, reason),
);
