// Makes a draft: customer, currency, rate, plan, rows, search index and trail.
import type { CreateInvoiceParams } from '../../../generated/tools/create_invoice.ts';
import { payeeAccounts } from '../bank-accounts/payee.ts';
import { resolveCounterparty } from '../counterparties/resolve.ts';
import { rateFor } from '../exchange-rates/rate-for.ts';
import { requireCurrency } from '../../base/money/currency.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises, Warns } from '../../base/raises.ts';
import { indexRecord } from '../search-index/index-record.ts';
import { planInvoice, type PlanRaises } from './plan.ts';
import type { InvoiceRecord } from './record.ts';
import { indexedInvoice, invoiceState } from './state.ts';
import { insertInvoice } from './store.ts';

export type CreateInvoiceScope = WriteScope &
  PlanRaises &
  Raises<
    | 'counterparty_ambiguous'
    | 'counterparty_no_match'
    | 'counterparty_not_customer'
    | 'counterparty_not_found'
    | 'currency_unknown'
    | 'exchange_rate_unavailable'
    | 'missing_one_of'
  > &
  Warns<'exchange_rate_date'>;

export const createInvoice = async (
  ctx: CreateInvoiceScope,
  params: CreateInvoiceParams,
): Promise<InvoiceRecord> => {
  const { entity, today } = ctx;
  const currency = requireCurrency(ctx, params.currency ?? entity.currency, 'currency');
  const customer = await resolveCounterparty(ctx, params, 'customer');
  const rate = await rateFor(ctx, currency, today);
  const accounts = await payeeAccounts(ctx);
  const plan = planInvoice(ctx, { entity, today, customer, currency, rate, accounts, input: params });
  const record = await insertInvoice(ctx, plan);
  await indexRecord(ctx, indexedInvoice(record));
  ctx.record({
    event: 'invoice.created',
    record_type: 'invoice',
    record_id: record.header.id,
    before: null,
    after: invoiceState(record.header),
  });
  return record;
};
