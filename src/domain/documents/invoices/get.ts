import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import type { InvoiceRecord } from './record.ts';
import { loadInvoice } from './store.ts';

/** The invoice, which must be one of the entity; `path` names the parameter that asked for it. */
export const getInvoice = async (
  ctx: ReadScope & Raises<'invoice_not_found'>,
  id: string,
  path: string,
): Promise<InvoiceRecord> => {
  const invoice = await loadInvoice(ctx, id);
  if (invoice === undefined) throw ctx.error('invoice_not_found', { path, received: id });
  return invoice;
};
