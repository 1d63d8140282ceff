// The documents that are overdue for longest, to customers and of suppliers alike.
import { SERVICE } from '../../../generated/service.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import type { OverdueItem } from '../../../generated/types.ts';
import { scoped } from '../../db/scoped.ts';
import type { DocumentKind } from '../../db/schema.ts';
import { formatBillFolio } from '../documents/folio.ts';
import { formatInvoiceFolio } from '../documents/folio.ts';
import { minorToWire } from '../../base/money/amount.ts';
import type { ReadScope } from '../change/scope.ts';
import { asDay, daysBetween } from '../../base/time/day.ts';
import { isOverdue, OPEN_INDEX } from './conditions.ts';
import { withNames } from './names.ts';

const { summary_items: MAX_ITEMS } = SERVICE.limits;

/** Longest first. */
export const readOverdue = async (ctx: ReadScope): Promise<readonly OverdueItem[]> =>
  withNames(
    ctx,
    [...(await overdueInvoices(ctx)), ...(await overdueBills(ctx))]
      .toSorted((a, b) => compare(a.due_date, b.due_date) || compare(a.record_id, b.record_id))
      .slice(0, MAX_ITEMS),
  );

type Nameless = Omit<OverdueItem, 'counterparty_name'>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const overdueInvoices = async (ctx: ReadScope): Promise<readonly Nameless[]> => {
  const rows = await scoped(ctx, 'invoice')
    .select({ index: OPEN_INDEX.invoice })
    .select(['invoice.id', 'invoice.counterparty_id', 'invoice.due_date', 'invoice.balance_minor'])
    .select(['invoice.currency', 'invoice.series', 'invoice.number'])
    .where(isOverdue('invoice', ctx))
    .orderBy('invoice.due_date')
    .orderBy('invoice.id')
    .limit(MAX_ITEMS)
    .execute();
  return rows.map((row) => toItem(ctx, 'invoice', row, formatInvoiceFolio(row)));
};

const overdueBills = async (ctx: ReadScope): Promise<readonly Nameless[]> => {
  const rows = await scoped(ctx, 'bill')
    .select({ index: OPEN_INDEX.bill })
    .select(['bill.id', 'bill.counterparty_id', 'bill.due_date', 'bill.balance_minor'])
    .select(['bill.currency', 'bill.series', 'bill.bill_number'])
    .where(isOverdue('bill', ctx))
    .orderBy('bill.due_date')
    .orderBy('bill.id')
    .limit(MAX_ITEMS)
    .execute();
  return rows.map((row) => toItem(ctx, 'bill', row, formatBillFolio(row)));
};

interface Overdue {
  readonly id: string;
  readonly counterparty_id: string;
  readonly due_date: string;
  readonly balance_minor: number;
  readonly currency: string;
}

const toItem = (
  { today }: ReadScope,
  record_type: DocumentKind,
  row: Overdue,
  number: string | null,
): Nameless => ({
  record_type,
  record_id: row.id,
  number,
  counterparty_id: row.counterparty_id as CounterpartyId,
  due_date: row.due_date,
  days_overdue: daysBetween(asDay(row.due_date), today),
  balance_due: minorToWire(row.balance_minor, row.currency),
  currency: row.currency,
});
