import { createCreditedBill } from '../../domain/documents/bill-credit-notes/credited-bill.ts';
import { describeBill } from '../../domain/documents/bills/describe.ts';
import { handler } from '../handler.ts';

export const create_bill = handler('create_bill', async (ctx, params) =>
  describeBill(await createCreditedBill(ctx, params), ctx),
);
