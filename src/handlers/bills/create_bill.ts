import { createBill } from '../../domain/documents/bills/create.ts';
import { describeBill } from '../../domain/documents/bills/describe.ts';
import { handler } from '../handler.ts';

export const create_bill = handler('create_bill', async (ctx, params) =>
  describeBill(await createBill(ctx, params), ctx),
);
