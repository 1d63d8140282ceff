// What search_invoices asks of the books.
import type { InvoiceStatusFilter } from '../../../../generated/types.ts';
import { requireCounterparty } from '../../parties/counterparties/resolve.ts';
import { OPEN_INVOICES, invoiceConditions } from '../shared/invoice-status.ts';
import {
  type CommonFilters,
  commonConditions,
  type DueFilters,
  dueConditions,
  searchDocuments,
} from '../shared/search.ts';
import { invoiceIndex } from '../shared/store/indexes.ts';
import type { ListedRow } from '../shared/store/select.ts';
import type { Page } from '../../ground/lists/page.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import type { InvoiceRecord } from './record.ts';
import { LISTED_COLUMNS, loadInvoice } from './store/whole.ts';

export interface InvoiceFilters extends CommonFilters, DueFilters {
  readonly query?: string | undefined;
  readonly status?: InvoiceStatusFilter | undefined;
  readonly open_only?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** An invoice in a list, with what the list shows of its customer. */
export type InvoiceListRow = ListedRow<'invoice', (typeof LISTED_COLUMNS)[number]>;

export const searchInvoices = async (
  ctx: ReadScope & Raises<'invalid_cursor' | 'counterparty_not_found'>,
  asked: InvoiceFilters,
): Promise<Page<InvoiceListRow>> => {
  const filters = await requireCounterparty(ctx, asked);
  const { status, open_only } = filters;
  const conditions = [
    ...(open_only === true ? OPEN_INVOICES : []),
    ...(status === undefined ? [] : invoiceConditions(status, ctx)),
    ...dueConditions(filters),
    ...commonConditions(filters),
  ];
  const list = { kind: 'invoice', index: invoiceIndex(conditions), conditions } as const;
  return searchDocuments(ctx, { tool: 'search_invoices', ...filters }, list, LISTED_COLUMNS);
};

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
