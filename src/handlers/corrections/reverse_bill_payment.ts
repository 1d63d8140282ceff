import { handler } from '../handler.ts';
import { reverseOrAsk } from './reverse-or-ask.ts';

export const reverse_bill_payment = handler('reverse_bill_payment', (ctx, { payment_id, reason }) =>
  reverseOrAsk(ctx, 'reverse_bill_payment', payment_id, reason),
);
