// Makes a draft: customer, plan, rows, search index and trail.
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import { resolveForWriting } from '../../parties/counterparties/resolve.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import { type PlanScope, planFor } from './plan-for.ts';
import type { InvoiceRecord } from './record.ts';
import { indexedInvoice, invoiceState } from './state.ts';
import { tellAddressed } from './write-filing.ts';
import { insertInvoice } from './store.ts';

export type CreateInvoiceScope = PlanScope &
  Raises<
    | 'counterparty_ambiguous'
    | 'counterparty_no_match'
    | 'counterparty_not_customer'
    | 'counterparty_not_found'
    | 'missing_one_of'
  > &
  Warns<'counterparty_by_words'>;

export const createInvoice = async (
  ctx: CreateInvoiceScope,
  params: CreateInvoiceParams,
): Promise<InvoiceRecord> => {
  const customer = await resolveForWriting(ctx, params, 'customer');
  const record = await insertInvoice(ctx, await planFor(ctx, customer, params));
  await indexRecord(ctx, indexedInvoice(record));
  await tellAddressed(ctx, record);
  ctx.record({
    event: 'invoice.created',
    record_type: 'invoice',
    record_id: record.header.id,
    before: null,
    after: invoiceState(record.header),
  });
  return record;
};
