// The states of an invoice on a day. Each is defined once, as conditions on stored columns; lists turn them into SQL and
// single records are checked against them, so every tool agrees.
import type { Row } from '../../../db/schema.ts';
import { SERVICE } from '../../../../generated/service.ts';
import {
  type InvoiceDisplayStatus,
  type InvoicePaymentStatus,
  InvoicePaymentStatusValues,
  type InvoiceStatusFilter,
} from '../../../../generated/types.ts';
import { toInstant } from '../../../db/instant.ts';
import { type Condition, allHold, has } from './search.ts';
import { type At, daysBetween } from '../../../base/time/day.ts';

/** The stored columns that states derive from. */
export type StateRow = Pick<
  Row<'invoice'>,
  'status' | 'open' | 'due_date' | 'created_at' | 'paid_minor' | 'total_minor' | 'closed_on'
>;

type StateCondition = Condition<Exclude<keyof StateRow, 'total_minor'>>;

const MS_PER_HOUR = 3_600_000;

const staleSince = ({ now }: At): string =>
  toInstant(new Date(now.getTime() - SERVICE.windows.stale_draft_hours * MS_PER_HOUR));

const FILED = has('status', '=', 'filed');
/** Filed with a balance. Every payment maintains it as one flag, so that lists need one equality. */
const OPEN = has('open', '=', true);
const SETTLED = has('open', '=', false);
/** Another invoice has taken the place of a filed one that is closed; it waits for its cancellation. */
const COUNTED = has('closed_on', 'is', null);

/** The states of an invoice; all conditions of a state must hold. */
const CONDITIONS: Readonly<Record<InvoiceStatusFilter, (at: At) => readonly StateCondition[]>> = {
  draft: () => [has('status', '=', 'draft')],
  stale_draft: (at) => [has('status', '=', 'draft'), has('created_at', '<', staleSince(at))],
  filed: () => [FILED],
  pending: ({ today }) => [FILED, OPEN, has('due_date', '>=', today)],
  overdue: ({ today }) => [FILED, OPEN, has('due_date', '<', today)],
  paid: () => [FILED, SETTLED, COUNTED],
  unpaid: () => [FILED, OPEN, has('paid_minor', '=', 0)],
  partially_paid: () => [FILED, OPEN, has('paid_minor', '>', 0)],
  void: () => [has('status', '=', 'void')],
  reversed: () => [has('status', '=', 'reversed')],
};

/** Filed with a balance, due or not yet. */
export const OPEN_INVOICES: readonly StateCondition[] = [FILED, OPEN];

/** The conditions of this state on the columns of an invoice. */
export const invoiceConditions = (status: InvoiceStatusFilter, at: At): readonly StateCondition[] =>
  CONDITIONS[status](at);

/** Whether the record is in the state. */
export const isIn = (row: StateRow, status: InvoiceStatusFilter, at: At): boolean =>
  allHold(row, invoiceConditions(status, at));

/** The first that applies is shown to people. */
const PRECEDENCE: readonly InvoiceDisplayStatus[] = [
  'void',
  'reversed',
  'paid',
  'overdue',
  'partially_paid',
  'pending',
  'stale_draft',
];

export const displayStatus = (row: StateRow, at: At): InvoiceDisplayStatus =>
  PRECEDENCE.find((status) => isIn(row, status, at)) ?? (row.status === 'draft' ? 'draft' : 'void');

/** How far it is paid; null where nothing can be owed, so that a record says what the filters of that name list. */
export const paymentStatus = (row: StateRow, at: At): InvoicePaymentStatus | null =>
  row.status === 'filed'
    ? (InvoicePaymentStatusValues.find((status) => isIn(row, status, at)) ?? null)
    : null;

/** Days since it was due; 0 unless it is overdue. */
export const daysOverdue = (row: StateRow, at: At): number =>
  row.open && isIn(row, 'overdue', at) ? daysBetween(row.due_date, at.today) : 0;
