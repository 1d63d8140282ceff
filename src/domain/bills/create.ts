// Records a supplier's bill: supplier, currency, rate, plan, rows, ledger, search index and trail.
import type { CreateBillParams } from '../../../generated/tools/create_bill.ts';
import { resolveCounterparty } from '../counterparties/resolve.ts';
import { rateIfKnown } from '../exchange-rates/rate-for.ts';
import { post } from '../ledger/post.ts';
import { requireCurrency } from '../../base/money/currency.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { indexRecord } from '../search-index/index-record.ts';
import { asDay } from '../../base/time/day.ts';
import { indexedBill } from './indexed.ts';
import { billReceived } from './movements.ts';
import { type BillPlanRaises, planBill } from './plan.ts';
import type { BillRecord } from './record.ts';
import { billState } from './state.ts';
import { insertBill } from './store.ts';

type CreateScope = WriteScope &
  BillPlanRaises &
  Raises<
    | 'bill_duplicate'
    | 'counterparty_ambiguous'
    | 'counterparty_no_match'
    | 'counterparty_not_found'
    | 'counterparty_not_supplier'
    | 'currency_unknown'
    | 'missing_one_of'
  >;

export const createBill = async (ctx: CreateScope, params: CreateBillParams): Promise<BillRecord> => {
  const { entity, today } = ctx;
  const currency = requireCurrency(ctx, params.currency ?? entity.currency, 'currency');
  const supplier = await resolveCounterparty(ctx, params, 'supplier');
  const issue_date = params.issue_date ?? today;
  const rate = await rateIfKnown(ctx, currency, asDay(issue_date));
  const plan = planBill(ctx, { entity, supplier, currency, rate, input: { ...params, issue_date } });
  const bill = await insertBill(ctx, plan);
  await post(ctx, [billReceived(bill.header)]);
  await indexRecord(ctx, indexedBill(bill.header, supplier));
  ctx.record({
    event: 'bill.created',
    record_type: 'bill',
    record_id: bill.header.id,
    before: null,
    after: billState(bill.header),
  });
  return bill;
};
