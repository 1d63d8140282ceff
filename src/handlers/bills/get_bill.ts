import { describeBill } from '../../domain/documents/bills/describe.ts';
import { getBill } from '../../domain/documents/bills/search.ts';
import { handler } from '../handler.ts';

export const get_bill = handler('get_bill', async (ctx, params) =>
  describeBill(await getBill(ctx, params.bill_id, 'bill_id'), ctx),
);
