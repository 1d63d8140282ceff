import { describeInvoiceRow } from '../../domain/invoices/describe.ts';
import { searchInvoices } from '../../domain/invoices/search.ts';
import { mapPage } from '../../domain/lists/page.ts';
import { handler } from '../handler.ts';

export const search_invoices = handler('search_invoices', async (ctx, params) => {
  const page = await searchInvoices(ctx, params);
  return mapPage(page, (row) => describeInvoiceRow(row, ctx));
});
