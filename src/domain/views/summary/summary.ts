// What is open today by currency and age, the longest overdue documents and the latest payments.
import { SERVICE } from '../../../../generated/service.ts';
import type { GetPaymentSummaryResult } from '../../../../generated/tools/get_payment_summary.ts';
import type {
  DocumentType,
  OverdueItem,
  PaymentObject,
  RecentPayment,
  SummaryOfCurrency,
} from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { type IsoDay, addDays, asDay, daysBetween, monthFrom, monthOf } from '../../../base/time/day.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import {
  replaceOpenMonths,
  sumOpenMonths,
  unequalOpenMonth,
} from '../../documents/shared/store/open-months.ts';
import {
  type OpenSums,
  counterpartyNames,
  latestPayments,
  longestOverdueBills,
  longestOverdueInvoices,
  sumOpenByAge,
  sumOverpaid,
  sumPaymentsByDay,
} from './store.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Reader } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import type { Act, OpenBooks } from '../../ground/change/change.ts';
import { getEntity } from '../../ground/entities/store.ts';
import { countedEntries, replaceMonths, unequalMonth } from '../../money/ledger/store/months.ts';
import { allAccounts } from '../../money/bank-accounts/store.ts';
import { recountLines } from '../../bank/transactions/store/sums.ts';
import { lockOrganisation } from '../../ground/organisations/store.ts';
import { holdAllSlots } from '../../ground/periods/close.ts';

const { summary_items: MAX_ITEMS } = SERVICE.limits;

export const summarise = async (ctx: ReadScope): Promise<GetPaymentSummaryResult> => ({
  object: 'payment_summary',
  as_of: ctx.today,
  receivable: await readAging(ctx, 'invoice'),
  payable: await readAging(ctx, 'bill'),
  overdue_items: await readOverdue(ctx),
  recent_payments: await readRecentPayments(ctx),
});

/** One row per currency, since amounts in different currencies cannot be added. */
const readAging = async (ctx: ReadScope, kind: DocumentType): Promise<readonly SummaryOfCurrency[]> =>
  (await sumOpen(ctx, kind)).map(describeAging);

/** From the sums of months that are due whole months before or after all buckets; the others by their documents. */
const sumOpen = async (ctx: ReadScope, kind: DocumentType): Promise<readonly OpenSums[]> => {
  const from = monthOf(addDays(ctx.today, -90));
  const before = monthFrom(ctx.today);
  const sums = new Map((await sumOpenByAge(ctx, kind, { from, before })).map((row) => [row.currency, row]));
  for (const { currency, count, balance, late_count, late } of await sumOpenMonths(ctx, kind, from, before)) {
    const some = sums.get(currency) ?? { ...NOTHING_OPEN, currency };
    sums.set(currency, {
      ...some,
      count: some.count + count,
      overdue_count: some.overdue_count + late_count,
      current: some.current + balance - late,
      d90_plus: some.d90_plus + late,
    });
  }
  // As in the ledger, where a payment in excess stands against what else is owed to suppliers.
  for (const { currency, balance } of kind === 'bill' ? await sumOverpaid(ctx) : []) {
    const some = sums.get(currency) ?? { ...NOTHING_OPEN, currency };
    sums.set(currency, { ...some, current: some.current + balance });
  }
  return [...sums.values()].toSorted((a, b) => compare(a.currency, b.currency));
};

const NOTHING_OPEN = { count: 0, overdue_count: 0, current: 0, d1_30: 0, d31_60: 0, d61_90: 0, d90_plus: 0 };

const describeAging = ({ currency, count, overdue_count, ...minor }: OpenSums): SummaryOfCurrency => {
  const overdue = minor.d1_30 + minor.d31_60 + minor.d61_90 + minor.d90_plus;
  return {
    currency,
    outstanding: minorToWire(minor.current + overdue, currency),
    overdue: minorToWire(overdue, currency),
    count,
    overdue_count,
    aging: {
      current: minorToWire(minor.current, currency),
      d1_30: minorToWire(minor.d1_30, currency),
      d31_60: minorToWire(minor.d31_60, currency),
      d61_90: minorToWire(minor.d61_90, currency),
      d90_plus: minorToWire(minor.d90_plus, currency),
    },
  };
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Longest overdue first, invoices and bills together. */
const readOverdue = async (ctx: ReadScope): Promise<readonly OverdueItem[]> => {
  const items = [...(await longestOverdueInvoices(ctx)), ...(await longestOverdueBills(ctx))]
    .toSorted((a, b) => compare(a.due_date, b.due_date) || compare(a.id, b.id))
    .slice(0, MAX_ITEMS)
    .map((row) => ({
      record_type: row.kind,
      record_id: row.id,
      number: row.number,
      counterparty_id: row.counterparty_id,
      due_date: row.due_date,
      days_overdue: daysBetween(asDay(row.due_date), ctx.today),
      balance_due: minorToWire(row.balance_minor, row.currency),
      currency: row.currency,
    }));
  return withNames(ctx, items);
};

/** Latest first, incoming and outgoing together. */
const readRecentPayments = async (ctx: ReadScope): Promise<readonly RecentPayment[]> => {
  const payments = [
    ...(await latestPayments(ctx, 'invoice_payment')),
    ...(await latestPayments(ctx, 'bill_payment')),
  ]
    .toSorted((a, b) => compare(b.paid_on, a.paid_on) || compare(sliceTime(b), sliceTime(a)))
    .slice(0, MAX_ITEMS)
    .map((row) => ({
      object: row.type,
      id: row.id,
      date: row.paid_on,
      amount: minorToWire(row.amount_minor, row.currency),
      currency: row.currency,
      payment_method: row.payment_method,
      counterparty_id: row.counterparty_id,
    }));
  return withNames(ctx, payments);
};

/** Ids sort by time after their prefix, and the two types have different prefixes. */
const sliceTime = ({ id }: { readonly id: string }): string => id.slice(id.indexOf('_'));

const withNames = async <R extends { readonly counterparty_id: string }>(
  ctx: ReadScope,
  rows: readonly R[],
): Promise<readonly (R & { readonly counterparty_name: string })[]> => {
  const names = await counterpartyNames(ctx, [
    ...new Set(rows.map(({ counterparty_id }) => counterparty_id)),
  ]);
  return rows.map((row) => ({ ...row, counterparty_name: names.get(row.counterparty_id) ?? '' }));
};

export interface CashOfMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly inflow: number;
  readonly outflow: number;
}

export interface CashOfCurrency {
  readonly currency: string;
  /** Every month, also those without money, oldest first. */
  readonly months: readonly CashOfMonth[];
}

const MONTHS = 12;

/** The months up to the present one. */
export const cashByMonth = async (ctx: ReadScope): Promise<readonly CashOfCurrency[]> => {
  const firsts = [monthOf(ctx.today)];
  while (firsts.length < MONTHS) firsts.unshift(monthOf(addDays(firsts[0] ?? ctx.today, -1)));
  const [from = ctx.today] = firsts;
  const rows = await sumPaymentsByDay(ctx, from, monthFrom(addDays(monthOf(ctx.today), 1)));
  const sums = new Map<string, number>();
  for (const { paid_on, type, currency, amount } of rows) {
    const key = `${paid_on.slice(0, 7)} ${type} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(amount));
  }
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => ({
    currency,
    months: firsts.map((first) => {
      const month = first.slice(0, 7);
      const sum = (type: PaymentObject): number =>
        minorToWire(sums.get(`${month} ${type} ${currency}`) ?? 0, currency);
      return { month, inflow: sum('invoice_payment'), outflow: sum('bill_payment') };
    }),
  }));
};

/** Of books with more entries only the latest months are compared. */
const MANY_ENTRIES = 100_000;
const LATEST_DAYS = 60;

/** The first month whose sums are not those of the books; null when all that were looked at are right. */
export const findUnequalMonth = async (ctx: Tenant<Reader>, today: IsoDay): Promise<string | null> => {
  const isMany = (await countedEntries(ctx)) > MANY_ENTRIES;
  const from = isMany ? monthOf(addDays(today, -LATEST_DAYS)) : null;
  return (await unequalMonth(ctx, from)) ?? (await unequalOpenMonth(ctx));
};

/** Waits for the bookings under way, and sums everything anew. */
export const recount = async ({ db, change }: OpenBooks, id: string, act: Act): Promise<Entity> => {
  const { organisation_id } = await getEntity(db, id);
  await lockOrganisation(db, organisation_id);
  const entity = await getEntity(db, id);
  await change(entity, act, async (ctx) => {
    await holdAllSlots(ctx, entity.closed_through);
    await replaceMonths(ctx);
    await replaceOpenMonths(ctx);
    for (const account of await allAccounts(ctx)) await recountLines(ctx, account.id);
    ctx.record({
      event: 'entity.recounted',
      record_type: 'entity',
      record_id: entity.id,
      before: null,
      after: null,
    });
    return entity;
  });
  return entity;
};
