// The summary's statements on open documents and payments of an entity.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CounterpartyId } from '../../../../generated/ids.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { DocumentType, PaymentObject } from '../../../../generated/types.ts';
import { scoped } from '../../../db/scoped.ts';
import { addDays, type At, type IsoDay } from '../../../base/time/day.ts';
import { OWED, billConditions } from '../../documents/shared/bill-status.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { formatBillFolio, formatInvoiceFolio } from '../../documents/shared/document.ts';
import { invoiceConditions } from '../../documents/shared/invoice-status.ts';

const { summary_items: MAX_ITEMS } = SERVICE.limits;

/** Covers all columns that sums over open documents need, in order of the due date. */
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

/** The conditions of an overdue document except its due date. */
const isOpen = (kind: DocumentType, at: At): Expression<SqlBool> =>
  allOf(kind, overdueConditions(kind, at).filter(({ column }) => column !== 'due_date') as Conditions);

type Between = Expression<SqlBool>;

/** Due from `oldest` on and before `before`. */
const due = (oldest: IsoDay | null, before: IsoDay | null): Between => {
  const parts = [
    ...(oldest === null ? [] : [sql`due_date >= ${oldest}`]),
    ...(before === null ? [] : [sql`due_date < ${before}`]),
  ];
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
};

const sumWhere = (condition: Between): RawBuilder<number> =>
  sql<number>`cast(sum(case when ${condition} then balance_minor else 0 end) as signed)`;

/** Sums over the open documents of one currency, in minor units. */
export interface OpenSums {
  readonly currency: string;
  readonly count: number;
  readonly overdue_count: number;
  readonly current: number;
  readonly d1_30: number;
  readonly d31_60: number;
  readonly d61_90: number;
  readonly d90_plus: number;
}

/** Those that fall due within these days, by age in buckets of 30 days. */
export const sumOpenByAge = (
  ctx: ReadScope,
  kind: DocumentType,
  { from, before }: { readonly from: IsoDay; readonly before: IsoDay },
): Promise<OpenSums[]> => {
  const { today } = ctx;
  const [d30, d60, d90] = [addDays(today, -30), addDays(today, -60), addDays(today, -90)];
  // Both tables have these columns, but the builder's types need one of them.
  return scoped(ctx, kind as 'invoice')
    .select({ index: OPEN_INDEX[kind] })
    .select([
      'currency',
      sql<number>`count(*)`.as('count'),
      sql<number>`cast(sum(case when ${due(null, today)} then 1 else 0 end) as signed)`.as('overdue_count'),
      sumWhere(due(today, null)).as('current'),
      sumWhere(due(d30, today)).as('d1_30'),
      sumWhere(due(d60, d30)).as('d31_60'),
      sumWhere(due(d90, d60)).as('d61_90'),
      sumWhere(due(null, d90)).as('d90_plus'),
    ])
    .where(isOpen(kind, ctx))
    .where('due_date', '>=', from)
    .where('due_date', '<', before)
    .groupBy('currency')
    .orderBy('currency')
    .execute();
};

/** What bills were paid in excess, by currency and below zero: the suppliers owe it. */
export const sumOverpaid = (
  ctx: ReadScope,
): Promise<{ readonly currency: string; readonly balance: number }[]> =>
  scoped(ctx, 'bill')
    .select({ index: 'ix_bill_balance' })
    .select(['currency', sql<number>`cast(sum(balance_minor) as signed)`.as('balance')])
    .where('balance_minor', '<', 0)
    .where('status', 'in', OWED)
    .groupBy('currency')
    .execute();

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

export interface CashRow {
  readonly paid_on: string;
  readonly currency: string;
  readonly type: PaymentObject;
  readonly amount: string;
}

/** What was paid by day, direction and currency: the order of the index, so that the server sorts nothing. */
export const sumPaymentsByDay = (ctx: ReadScope, from: IsoDay, before: IsoDay): Promise<CashRow[]> =>
  scoped(ctx, 'payment')
    .select({ index: 'ix_payment_sums' })
    .select([
      'payment.paid_on',
      'payment.type',
      'payment.currency',
      sql<string>`sum(payment.amount_minor)`.as('amount'),
    ])
    .where('payment.status', '=', 'recorded')
    .where('payment.paid_on', '>=', from)
    .where('payment.paid_on', '<', before)
    .groupBy(['payment.entity_id', 'payment.status', 'payment.paid_on', 'payment.type', 'payment.currency'])
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
