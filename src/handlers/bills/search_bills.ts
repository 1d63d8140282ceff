import { describeBillRow } from '../../domain/documents/bills/describe.ts';
import { searchBills } from '../../domain/documents/bills/search.ts';
import { mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const search_bills = handler('search_bills', async (ctx, params) => {
  const page = await searchBills(ctx, params);
  return mapPage(page, (row) => describeBillRow(row, ctx));
});
