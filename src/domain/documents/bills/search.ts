// What search_bills asks of the books.
import type { BillPaymentStatus, BillStatus, Deductibility } from '../../../../generated/types.ts';
import { requireCounterparty } from '../../parties/counterparties/resolve.ts';
import { billConditions } from '../shared/bill-status.ts';
import {
  type CommonFilters,
  commonConditions,
  type DueFilters,
  dueConditions,
  has,
  searchDocuments,
} from '../shared/search.ts';
import { billIndex, billRoutes } from '../shared/store/indexes.ts';
import type { ListedRow } from '../shared/store/select.ts';
import type { Page } from '../../ground/lists/page.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { billPaymentItems } from '../payments/items.ts';
import type { BillRecord } from './record.ts';
import { findBill } from './store.ts';

export interface BillFilters extends CommonFilters, DueFilters {
  readonly query?: string | undefined;
  readonly status?: BillStatus | undefined;
  readonly payment_status?: BillPaymentStatus | undefined;
  readonly deductibility?: Deductibility | undefined;
  readonly overdue_only?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const COLUMNS = [
  'counterparty_id',
  'status',
  'bill_number',
  'series',
  'uuid',
  'title',
  'due_date',
  'currency',
  'subtotal_minor',
  'tax_minor',
  'withheld_minor',
  'prepaid_minor',
  'rounding_minor',
  'total_minor',
  'paid_minor',
  'credited_minor',
  'balance_minor',
  'open',
  'deductibility',
  'created_at',
  'updated_at',
] as const;

/** A bill in a list, with what the list shows of its supplier. */
export type BillListRow = ListedRow<'bill', (typeof COLUMNS)[number]>;

export const searchBills = async (
  ctx: ReadScope & Raises<'invalid_cursor' | 'counterparty_not_found'>,
  asked: BillFilters,
): Promise<Page<BillListRow>> => {
  const filters = await requireCounterparty(ctx, asked);
  const { deductibility } = filters;
  const conditions = [
    ...billConditions(filters, ctx),
    ...(deductibility === undefined ? [] : [has('deductibility', '=', deductibility)]),
    ...dueConditions(filters),
    ...commonConditions(filters),
  ];
  const index = billIndex(conditions);
  const list = { kind: 'bill', index, conditions, routes: billRoutes(conditions) } as const;
  return searchDocuments(ctx, { tool: 'search_bills', ...filters }, list, COLUMNS);
};

/** The bill with its payments, which must be one of the entity; `path` names the parameter that asked for it. */
export const getBill = async (
  ctx: ReadScope & Raises<'bill_not_found'>,
  id: string,
  path: string,
): Promise<BillRecord> => {
  const bill = await findBill(ctx, id);
  if (bill === undefined) throw ctx.error('bill_not_found', { path, received: id });
  return { ...bill, payments: await billPaymentItems(ctx, bill.header) };
};
