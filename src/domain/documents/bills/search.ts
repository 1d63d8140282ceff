// What search_bills asks of the books.
import type { BillPaymentStatus, BillStatus, Deductibility } from '../../../../generated/types.ts';
import { billConditions } from '../shared/bill-status.ts';
import { type CommonFilters, commonConditions, has, searchDocuments } from '../shared/search.ts';
import { billIndex, billRoutes } from '../shared/store/indexes.ts';
import type { ListedRow } from '../shared/store/select.ts';
import type { Page } from '../../ground/lists/page.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { billPaymentItems } from '../payments/items.ts';
import type { BillRecord } from './record.ts';
import { findBill } from './store.ts';

export interface BillFilters extends CommonFilters {
  readonly query?: string | undefined;
  readonly status?: BillStatus | undefined;
  readonly payment_status?: BillPaymentStatus | undefined;
  readonly deductibility?: Deductibility | undefined;
  readonly overdue_only?: boolean | undefined;
  readonly due_from?: string | undefined;
  readonly due_to?: string | undefined;
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

/** No bill is due before it is issued, so newer ones need not be looked at. */
const dueBy = (day: string) => [
  has('due_date', '<=', day),
  { ...has('issue_date', '<=', day), isImplied: true },
];

export const searchBills = (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  filters: BillFilters,
): Promise<Page<BillListRow>> => {
  const { deductibility, due_from, due_to } = filters;
  const conditions = [
    ...billConditions(filters, ctx),
    ...(deductibility === undefined ? [] : [has('deductibility', '=', deductibility)]),
    ...(due_from === undefined ? [] : [has('due_date', '>=', due_from)]),
    ...(due_to === undefined ? [] : dueBy(due_to)),
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
