import { billExport } from '../../domain/views/exports/bills.ts';
import { readExportPage } from '../../domain/views/exports/page.ts';
import { handler } from '../handler.ts';

export const export_bills = handler('export_bills', async (ctx, params) => {
  const question = { tool: 'export_bills', tenant: ctx.entity.id, filters: params };
  return readExportPage(ctx, question, params.cursor, await billExport(ctx, params));
});
