import { invoiceExport } from '../../domain/views/exports/invoices.ts';
import { readExportPage } from '../../domain/views/exports/page.ts';
import { handler } from '../handler.ts';

export const export_invoices = handler('export_invoices', async (ctx, params) => {
  const question = { tool: 'export_invoices', tenant: ctx.entity.id, filters: params };
  return readExportPage(ctx, question, params.cursor, await invoiceExport(ctx, params));
});
