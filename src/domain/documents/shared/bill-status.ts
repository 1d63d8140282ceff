// The states of a bill on a day. Each is defined once, as conditions on stored columns; lists turn them into SQL and
// single records are checked against them, so every tool agrees.
import type { Row } from '../../../db/schema.ts';
import {
  type BillPaymentStatus,
  type BillStatus,
  BillStatusValues,
  type InvoicePaymentStatus,
} from '../../../../generated/types.ts';
import { type Condition, allHold, has } from './search.ts';
import { isOwed } from './settle.ts';
import { type At, daysBetween } from '../../../base/time/day.ts';

/** The stored columns that states derive from. */
export type BillStateRow = Pick<Row<'bill'>, 'status' | 'open' | 'due_date' | 'paid_minor' | 'balance_minor'>;

export type BillCondition = Condition<keyof BillStateRow>;

/** In the books and neither refused nor taken back: what may be owed. */
export const OWED: readonly BillStatus[] = BillStatusValues.filter((status) => isOwed('bill', status));

/** Received or validated with a balance. Every payment maintains it as one flag, so that lists need one equality. */
const OPEN = has('open', '=', true);

const IS_OWED = has('status', 'in', OWED);

/** How far a bill is paid. Bills in the inbox, rejected or reversed are in none of these lists. */
const PAYMENT: Readonly<Record<BillPaymentStatus, readonly BillCondition[]>> = {
  unpaid: [OPEN, has('paid_minor', '=', 0)],
  partially_paid: [OPEN, has('paid_minor', '>', 0)],
  // Not open, which leads an index together with the status.
  paid: [IS_OWED, has('open', '=', false), has('balance_minor', '=', 0)],
  overpaid: [IS_OWED, has('open', '=', false), has('balance_minor', '<', 0)],
};

/** As exports count it: what was paid in excess is paid. None of it is open, which leads the list's index. */
export const billsPaid = (status: InvoicePaymentStatus): readonly BillCondition[] =>
  status === 'paid' ? [IS_OWED, has('open', '=', false), has('balance_minor', '<=', 0)] : PAYMENT[status];

const overdue = ({ today }: At): readonly BillCondition[] => [OPEN, has('due_date', '<', today)];

/** What a list may ask of the state of its bills; all of it must hold. */
export interface BillStateFilter {
  readonly status?: BillStatus | undefined;
  readonly payment_status?: BillPaymentStatus | undefined;
  readonly overdue_only?: boolean | undefined;
}

/** The filter as conditions on the columns of a bill. */
export const billConditions = (filter: BillStateFilter, at: At): readonly BillCondition[] => [
  ...(filter.status === undefined ? [] : [has('status' as const, '=', filter.status)]),
  ...(filter.payment_status === undefined ? [] : PAYMENT[filter.payment_status]),
  ...(filter.overdue_only === true ? overdue(at) : []),
];

/** Whether the record passes the filter. */
export const billPasses = (row: BillStateRow, filter: BillStateFilter, at: At): boolean =>
  allHold(row, billConditions(filter, at));

const PAYMENT_STATUSES = Object.keys(PAYMENT) as readonly BillPaymentStatus[];

/** How far it is paid; null where nothing can be owed (inbox, rejected, reversed). */
export const billPaymentStatus = (row: BillStateRow): BillPaymentStatus | null =>
  PAYMENT_STATUSES.find((status) => allHold(row, PAYMENT[status])) ?? null;

/** Days since it was due; 0 unless it is overdue. */
export const billDaysOverdue = (row: BillStateRow, at: At): number =>
  allHold(row, overdue(at)) ? daysBetween(row.due_date, at.today) : 0;
