// The summary's statements on open documents and payments of an entity.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { CounterpartyId } from '../../../../generated/ids.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { DocumentType, PaidDocument, PaymentObject } from '../../../../generated/types.ts';
import { own, scoped } from '../../../db/scoped.ts';
import { type At, type IsoDay, monthOf } from '../../../base/time/day.ts';
import { chooseLedger } from '../../documents/payments/items.ts';
import { billConditions } from '../../documents/shared/bill-status.ts';
import type { PaidOfMonth } from '../../money/ledger/store/months.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { formatBillFolio, formatInvoiceFolio } from '../../documents/shared/document.ts';
import { invoiceConditions } from '../../documents/shared/invoice-status.ts';

const { summary_items: MAX_ITEMS } = SERVICE.limits;

/** In order of the due date. */
const OPEN_INDEX: Readonly<Record<DocumentType, string>> = {
  invoice: 'ix_invoice_open',
  bill: 'ix_bill_open',
};

const overdueConditions = (kind: DocumentType, at: At) =>
  kind === 'invoice' ? invoiceConditions('overdue', at) : billConditions({ overdue_only: true }, at);

type Conditions = ReturnType<typeof overdueConditions>;

const allOf = (kind: DocumentType, conditions: Conditions): Expression<SqlBool> => {
  const parts = conditions.map(
    ({ column, operator, value }) => sql`${sql.ref(`${kind}.${column}`)} ${sql.raw(operator)} ${value}`,
  );
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
};

const isOverdue = (kind: DocumentType, at: At): Expression<SqlBool> =>
  allOf(kind, overdueConditions(kind, at));

export interface OverdueDocument {
  readonly kind: DocumentType;
  readonly id: string;
  readonly number: string | null;
  readonly counterparty_id: CounterpartyId;
  readonly due_date: string;
  readonly balance_minor: number;
  readonly currency: string;
}

/** The invoices with the oldest due dates. */
export const longestOverdueInvoices = async (ctx: ReadScope): Promise<OverdueDocument[]> => {
  const rows = await scoped(ctx, 'invoice')
    .select({ index: OPEN_INDEX.invoice })
    .select(['invoice.id', 'invoice.counterparty_id', 'invoice.due_date', 'invoice.balance_minor'])
    .select(['invoice.currency', 'invoice.series', 'invoice.number'])
    .where(isOverdue('invoice', ctx))
    .orderBy('invoice.due_date')
    .orderBy('invoice.id')
    .limit(MAX_ITEMS)
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: 'invoice',
    number: formatInvoiceFolio(row),
    counterparty_id: row.counterparty_id as CounterpartyId,
  }));
};

/** The bills with the oldest due dates. */
export const longestOverdueBills = async (ctx: ReadScope): Promise<OverdueDocument[]> => {
  const rows = await scoped(ctx, 'bill')
    .select({ index: OPEN_INDEX.bill })
    .select(['bill.id', 'bill.counterparty_id', 'bill.due_date', 'bill.balance_minor'])
    .select(['bill.currency', 'bill.series', 'bill.bill_number'])
    .where(isOverdue('bill', ctx))
    .orderBy('bill.due_date')
    .orderBy('bill.id')
    .limit(MAX_ITEMS)
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: 'bill',
    number: formatBillFolio(row),
    counterparty_id: row.counterparty_id as CounterpartyId,
  }));
};

export interface LatestPayment {
  readonly id: string;
  readonly type: PaymentObject;
  readonly paid_on: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly payment_method: string;
  readonly counterparty_id: CounterpartyId;
}

/** By payment date, then by time of recording, latest first. */
export const latestPayments = async (ctx: ReadScope, type: PaymentObject): Promise<LatestPayment[]> => {
  const rows = await scoped(ctx, 'payment')
    .select({ index: 'ix_payment_date' })
    .select(['payment.id', 'payment.paid_on', 'payment.amount_minor', 'payment.currency'])
    .select(['payment.payment_method', 'payment.counterparty_id'])
    .where('payment.type', '=', type)
    .where('payment.status', '=', 'recorded')
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(MAX_ITEMS)
    .execute();
  return rows.map((row) => ({ ...row, type, counterparty_id: row.counterparty_id as CounterpartyId }));
};

/** What these payments settle, by payment. */
export const paidDocuments = async (
  ctx: ReadScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PaidDocument[]>> => {
  if (ids.length === 0) return new Map();
  const rows = await scoped(ctx, 'payment_allocation')
    .select()
    .leftJoin('invoice', own('invoice', 'payment_allocation', 'record_id'))
    .leftJoin('bill', own('bill', 'payment_allocation', 'record_id'))
    .select(['payment_allocation.payment_id', 'payment_allocation.record_id'])
    .select(['payment_allocation.record_type', 'invoice.series', 'invoice.number'])
    .select(['bill.series as bill_series', 'bill.bill_number'])
    .where('payment_allocation.payment_id', 'in', ids)
    .where('payment_allocation.amount_minor', '>', 0)
    .orderBy('payment_allocation.payment_id')
    .orderBy('payment_allocation.position')
    .execute();
  const documents = new Map<string, PaidDocument[]>();
  for (const { payment_id, record_type, record_id, series, number, bill_series, bill_number } of rows) {
    const bill = formatBillFolio({ series: bill_series, bill_number });
    const found = documents.get(payment_id) ?? [];
    documents.set(payment_id, found);
    found.push({
      record_type,
      record_id,
      number: record_type === 'invoice' ? formatInvoiceFolio({ series, number }) : bill,
    });
  }
  return documents;
};

/** What was paid by day, direction and currency: the order of the index, so that the server sorts nothing. */
export const sumPayments = async (ctx: ReadScope, from: IsoDay, before: IsoDay): Promise<PaidOfMonth[]> => {
  const rows = await scoped(ctx, 'payment')
    .select({ index: 'ix_payment_sums' })
    .select([
      'payment.paid_on',
      'payment.type',
      'payment.currency',
      sql<string>`sum(payment.amount_minor)`.as('minor'),
    ])
    .where('payment.status', '=', 'recorded')
    .where('payment.paid_on', '>=', from)
    .where('payment.paid_on', '<', before)
    .groupBy(['payment.entity_id', 'payment.status', 'payment.paid_on', 'payment.type', 'payment.currency'])
    .execute();
  return rows.map(({ paid_on, type, ...row }) => ({
    ...row,
    month: monthOf(paid_on),
    ledger: chooseLedger(type),
  }));
};

/** Tax that customers withheld, of payments that stand: by day and currency. */
export const sumWithheld = (ctx: ReadScope, from: IsoDay) =>
  scoped(ctx, 'payment_allocation')
    .select({ index: 'ix_payment_allocation_cause' })
    .innerJoin('payment', own('payment', 'payment_allocation'))
    .select(['payment.paid_on', 'payment.currency'])
    .select(sql<string>`sum(payment_allocation.amount_minor - payment_allocation.payment_minor)`.as('minor'))
    .where('payment_allocation.difference_cause', '=', 'withholding')
    .where('payment.status', '=', 'recorded')
    .where('payment.paid_on', '>=', from)
    .groupBy(['payment.paid_on', 'payment.currency'])
    .execute();

/**
 * Names are read for the displayed rows instead of joined: with few counterparties a server would start the join there
 * and read every open document instead of ten.
 */
export const counterpartyNames = async (
  ctx: ReadScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const found = await scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
};
