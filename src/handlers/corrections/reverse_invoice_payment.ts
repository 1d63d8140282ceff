import { takeBackRecorded } from '../../domain/payments/for-admin.ts';
import { handler } from '../handler.ts';

export const reverse_invoice_payment = handler('reverse_invoice_payment', (ctx, { payment_id, reason }) =>
  takeBackRecorded(ctx, payment_id, reason),
);
