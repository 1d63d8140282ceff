import { returnPayment } from '../../domain/bank/reconciliation/return-payment.ts';
import { handler } from '../handler.ts';

export const return_payment = handler('return_payment', (ctx, params) => returnPayment(ctx, params));
