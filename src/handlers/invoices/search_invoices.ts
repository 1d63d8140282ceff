import { describeInvoiceRow } from '../../domain/documents/invoices/describe.ts';
import { searchInvoices } from '../../domain/documents/invoices/search.ts';
import { mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const search_invoices = handler('search_invoices', async (ctx, params) => {
  const page = await searchInvoices(ctx, params);
  return mapPage(page, (row) => describeInvoiceRow(row, ctx));
});
