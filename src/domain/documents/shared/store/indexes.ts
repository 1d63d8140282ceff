// The index that a list of documents is read by. It has the order of the list, so a page reads little more than its own
// rows; left to choose, servers take another index and sort.
import type { BillStatus, DocumentType } from '../../../../../generated/types.ts';
import type { Condition } from '../search.ts';

/** What is asked, apart from days: conditions on stored columns. */
type Conditions = readonly Condition<string>[];

const asks = (conditions: Conditions, column: string): boolean =>
  conditions.some((condition) => condition.column === column);

/** Documents of one counterparty, by the issue date. */
export const COUNTERPARTY_INDEX: Readonly<Record<DocumentType, string>> = {
  invoice: 'ix_invoice_counterparty',
  bill: 'ix_bill_counterparty',
};

/** Bills of one deductibility, by the issue date. */
export const DEDUCTIBILITY_INDEX = 'ix_bill_deductibility';

export const invoiceIndex = (conditions: Conditions): string => {
  if (asks(conditions, 'counterparty_id')) return COUNTERPARTY_INDEX.invoice;
  if (conditions.some(({ column, operator }) => column === 'paid_minor' && operator === '='))
    return 'ix_invoice_open_paid';
  if (asks(conditions, 'open')) return 'ix_invoice_open_issue_date';
  return asks(conditions, 'status') ? 'ix_invoice_status' : 'ix_invoice_issue_date';
};

/**
 * The index that has no more than the documents of a state, though not in the order of a list: for states that may be
 * so rare that a page would be looked for among all others. Null where the list's own index does as well.
 */
export const stateIndex = (kind: DocumentType, conditions: Conditions): string | null => {
  if (asks(conditions, 'counterparty_id')) return null;
  if (asks(conditions, 'due_date') && asks(conditions, 'open'))
    return kind === 'invoice' ? 'ix_invoice_open' : 'ix_bill_open';
  if (kind === 'bill') return null;
  if (asks(conditions, 'created_at')) return 'ix_invoice_created';
  const isPartPaid = conditions.some(({ column, operator }) => column === 'paid_minor' && operator === '>');
  return isPartPaid ? 'ix_invoice_open_paid' : null;
};

/** States of few bills, on none of which anything is owed. */
const SETTLED_ASIDE: readonly (BillStatus | undefined)[] = ['inbox', 'rejected', 'reversed'];

export const billIndex = (conditions: Conditions, status: BillStatus | undefined): string => {
  if (asks(conditions, 'counterparty_id')) return COUNTERPARTY_INDEX.bill;
  if (SETTLED_ASIDE.includes(status)) return 'ix_bill_status';
  if (asks(conditions, 'open'))
    return status === undefined ? 'ix_bill_open_issue_date' : 'ix_bill_status_open';
  if (asks(conditions, 'balance_minor')) return 'ix_bill_balance';
  if (asks(conditions, 'deductibility')) return DEDUCTIBILITY_INDEX;
  return status === undefined ? 'ix_bill_issue_date' : 'ix_bill_status';
};

/** Exports may be limited to one counterparty. What is paid, or paid in excess, is read by date among what is not open. */
export const billExportIndex = (conditions: Conditions, status: BillStatus | undefined): string => {
  if (asks(conditions, 'counterparty_id')) return COUNTERPARTY_INDEX.bill;
  if (asks(conditions, 'open'))
    return status === undefined ? 'ix_bill_open_issue_date' : 'ix_bill_status_open';
  if (status !== undefined) return 'ix_bill_status';
  return asks(conditions, 'deductibility') ? DEDUCTIBILITY_INDEX : 'ix_bill_issue_date';
};
