import { describeInTurns } from '../../domain/documents/invoices/describe.ts';
import { duplicateInvoice } from '../../domain/filing/correct.ts';
import { handler } from '../handler.ts';

export const duplicate_invoice = handler('duplicate_invoice', async (ctx, { invoice_id }) =>
  describeInTurns(ctx.entity, await duplicateInvoice(ctx, invoice_id), ctx),
);
