// The index that a list of documents is read by. It has the order of the list, so a page reads little more than its own
// rows; left to choose, servers take another index and sort.
import {
  BillStatusValues,
  DeductibilityValues,
  type DocumentType,
  InvoiceStatusValues,
} from '../../../../../generated/types.ts';
import type { Spread } from '../../../ground/lists/store.ts';
import type { Condition } from '../search.ts';
import type { Route, Routes } from './select.ts';

/** What is asked, apart from days: conditions on stored columns. */
type Conditions = readonly Condition<string>[];

const asks = (conditions: Conditions, column: string): boolean =>
  conditions.some((condition) => condition.column === column);

/** Documents of one counterparty, by the issue date. */
export const COUNTERPARTY_INDEX: Readonly<Record<DocumentType, string>> = {
  invoice: 'ix_invoice_counterparty',
  bill: 'ix_bill_counterparty',
};

const DEDUCTIBILITY_INDEX = 'ix_bill_deductibility';
/** Bills of one status, one deductibility, open or not, in the order of a list, with their due days and amounts. */
const STATE_INDEX = 'ix_bill_state';
/** Open bills that nothing or something is paid of, with what else may be asked of them. */
const OPEN_PAID_INDEX = 'ix_bill_open_paid';

export const invoiceIndex = (conditions: Conditions): string => {
  if (asks(conditions, 'counterparty_id')) return COUNTERPARTY_INDEX.invoice;
  if (conditions.some(({ column, operator }) => column === 'paid_minor' && operator === '='))
    return 'ix_invoice_open_paid';
  if (asks(conditions, 'open')) return 'ix_invoice_open_issue_date';
  return asks(conditions, 'status') ? 'ix_invoice_status' : 'ix_invoice_issue_date';
};

/** An index that finds documents by more than the order of a list, and what of the question leads it. */
export interface Narrow extends Route {
  readonly columns: readonly string[];
}

/** What a question on invoices leaves open of the columns before the due date. */
const invoiceSpread = (conditions: Conditions): Spread => {
  const spread: (Spread[number] | null)[] = [
    asks(conditions, 'status') ? null : ['status', InvoiceStatusValues],
    asks(conditions, 'open') ? null : ['open', [true, false]],
  ];
  return spread.filter((one) => one !== null);
};

/** By which a list may have few documents; then they are sorted, which costs less than a walk by date. */
export const narrowRoutes = (kind: DocumentType, conditions: Conditions): readonly Narrow[] => {
  if (asks(conditions, 'counterparty_id')) return [];
  const isPartPaid = conditions.some(({ column, operator }) => column === 'paid_minor' && operator === '>');
  const isInvoice = kind === 'invoice';
  const found: Narrow[] = [];
  if (asks(conditions, 'due_date')) {
    if (isInvoice)
      found.push({
        index: 'ix_invoice_open',
        columns: ['status', 'open', 'due_date'],
        spread: invoiceSpread(conditions),
      });
    else if (asks(conditions, 'open')) found.push({ index: 'ix_bill_open', columns: ['open', 'due_date'] });
    else found.push({ index: 'ix_bill_open', columns: ['due_date'], spread: [['open', [true, false]]] });
  }
  if (isInvoice && asks(conditions, 'created_at'))
    found.push({ index: 'ix_invoice_created', columns: ['status', 'created_at'] });
  if (isPartPaid)
    found.push(
      isInvoice
        ? { index: 'ix_invoice_open_paid', columns: ['status', 'open', 'paid_minor'] }
        : { index: OPEN_PAID_INDEX, columns: ['open', 'paid_minor'] },
    );
  if (!isInvoice && conditions.some(({ column, operator }) => column === 'balance_minor' && operator === '<'))
    found.push({ index: 'ix_bill_balance', columns: ['balance_minor'] });
  return found;
};

/** What a question on bills leaves open of the columns that lead the index of their states. */
const leftOpen = (conditions: Conditions): Spread => {
  const status = conditions.find(({ column }) => column === 'status');
  const statuses: readonly string[] =
    status === undefined ? BillStatusValues : Array.isArray(status.value) ? status.value : [];
  const spread: (Spread[number] | null)[] = [
    status?.operator === '=' ? null : ['status', statuses],
    asks(conditions, 'open') ? null : ['open', [true, false]],
    asks(conditions, 'deductibility') ? null : ['deductibility', [null, ...DeductibilityValues]],
  ];
  return spread.filter((one) => one !== null);
};

/** The order of a list stands behind each of these, so that several of them need the index of states. */
const LEADING = ['status', 'open', 'deductibility'] as const;

/** How bills are paged and counted; an export of one counterparty is read by its bills. */
export const billRoutes = (conditions: Conditions): Routes => {
  if (asks(conditions, 'counterparty_id')) return {};
  const spread = leftOpen(conditions);
  const state: Route = {
    index: STATE_INDEX,
    spread,
    leading: [...spread.map(([column]) => column), 'issue_date', 'id'],
  };
  const paid = conditions.find(({ column }) => column === 'paid_minor');
  const byPaid = paid === undefined ? undefined : { index: OPEN_PAID_INDEX };
  const isUnpaid = paid?.operator === '=';
  // Most of what is open is unpaid, so that its state tells more; little of it is paid in part.
  const asked = LEADING.filter((column) => asks(conditions, column));
  if (asked.length > 1) return { page: state, count: isUnpaid ? undefined : byPaid };
  return {
    page: isUnpaid ? byPaid : undefined,
    count: byPaid ?? (asks(conditions, 'due_date') ? state : undefined),
  };
};

/** The index of a list of bills; `billRoutes` has better ones for pages. */
export const billIndex = (conditions: Conditions): string => {
  if (asks(conditions, 'counterparty_id')) return COUNTERPARTY_INDEX.bill;
  if (conditions.some(({ column, operator }) => column === 'status' && operator === '='))
    return 'ix_bill_status';
  if (asks(conditions, 'open')) return 'ix_bill_open_issue_date';
  return asks(conditions, 'deductibility') ? DEDUCTIBILITY_INDEX : 'ix_bill_issue_date';
};
