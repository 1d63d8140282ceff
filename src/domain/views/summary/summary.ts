// What is open today by currency and age, the longest overdue documents and the latest payments.
import { SERVICE } from '../../../../generated/service.ts';
import type { GetPaymentSummaryResult } from '../../../../generated/tools/get_payment_summary.ts';
import type {
  DocumentType,
  LedgerSide,
  OverdueItem,
  RecentPayment,
  SummaryOfCurrency,
} from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { type IsoDay, addDays, asDay, daysBetween, monthFrom, monthOf } from '../../../base/time/day.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import {
  isWhole,
  type Months,
  type OpenSum,
  replaceOpenMonths,
  sumOpen,
  unequalOpenMonth,
} from '../../documents/shared/store/open-months.ts';
import {
  counterpartyNames,
  latestPayments,
  longestOverdueBills,
  longestOverdueInvoices,
  paidDocuments,
  sumPayments,
  sumWithheld,
} from './store.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import type { Act, OpenBooks } from '../../ground/change/change.ts';
import { getEntity } from '../../ground/entities/store.ts';
import { countedEntries, replaceMonths, sumPaid, unequalMonth } from '../../money/ledger/store/months.ts';
import { allAccounts } from '../../money/bank-accounts/store.ts';
import { describeStanding, sumAllCredits, sumOverpaid } from '../standing/standing.ts';
import { paidFrom } from '../../documents/payments/store/payments.ts';
import { recountLines } from '../../bank/transactions/store/sums.ts';
import { lockOrganisation } from '../../ground/organisations/store.ts';
import { holdAllSlots } from '../../ground/periods/close.ts';

const { summary_items: MAX_ITEMS, paid_documents: SHOWN } = SERVICE.limits;

export const summarise = async (ctx: ReadScope): Promise<GetPaymentSummaryResult> => {
  const open = await sumOpen(ctx.db, [ctx.entity.id], monthsOf(ctx.today));
  const credits = await sumAllCredits(ctx.db, [ctx.entity.id]);
  const openOf = (kind: DocumentType) => open.filter((sum) => sum.kind === kind);
  const creditOf = (kind: DocumentType) => credits.filter((credit) => credit.kind === kind);
  return {
    object: 'payment_summary',
    as_of: ctx.today,
    receivable: describeOpen(ctx.today, openOf('invoice'), creditOf('invoice'), []),
    payable: describeOpen(ctx.today, openOf('bill'), creditOf('bill'), await sumOverpaid(ctx)),
    withheld: await readWithheld(ctx),
    overdue_items: await readOverdue(ctx),
    recent_payments: await readRecentPayments(ctx),
  };
};

/** Of this and the last year: oldest month first. */
const readWithheld = async (ctx: ReadScope): Promise<GetPaymentSummaryResult['withheld']> => {
  const lastYear = asDay(`${Number(ctx.today.slice(0, 4)) - 1}-01-01`);
  return (await sumWithheld(ctx, lastYear))
    .toSorted((a, b) => compare(a.month, b.month) || compare(a.currency, b.currency))
    .map(({ month, currency, minor }) => ({ month, currency, amount: minorToWire(Number(minor), currency) }));
};

/** Every day from here on may be of a bucket of its own; the ones before and after are all of one. */
const monthsOf = (today: IsoDay): Months => ({
  from: monthOf(addDays(today, -90)),
  before: monthFrom(today),
});

/** Sums over the open documents of one currency, in minor units. */
type Aging = Record<keyof typeof NOTHING_OPEN, number>;

const bucketOf = (due: OpenSum['due'], today: IsoDay): keyof typeof BUCKETS => {
  if (due === 'before') return 'd90_plus';
  const days = due === 'after' ? 0 : daysBetween(due, today);
  if (days <= 0) return 'current';
  if (days <= 30) return 'd1_30';
  if (days <= 60) return 'd31_60';
  return days <= 90 ? 'd61_90' : 'd90_plus';
};

/** A sum in minor units. */
interface Part {
  readonly currency: string;
  readonly minor: number;
}

/** One row per currency, since amounts in different currencies cannot be added. */
const describeOpen = (
  today: IsoDay,
  open: readonly OpenSum[],
  credits: readonly Part[],
  overpaid: readonly Part[],
): readonly SummaryOfCurrency[] => {
  const sums = new Map<string, Aging>();
  const sumsOf = (currency: string): Aging => {
    const found = sums.get(currency) ?? { ...NOTHING_OPEN };
    sums.set(currency, found);
    return found;
  };
  for (const { currency, due, minor, count } of open.filter((sum) => sum.count > 0)) {
    const [of, bucket] = [sumsOf(currency), bucketOf(due, today)];
    of.count += count;
    of.open += minor;
    of.overdue_count += bucket === 'current' ? 0 : count;
    of[bucket] += minor;
  }
  for (const { currency, minor } of credits) sumsOf(currency).credit += minor;
  // A bill that was paid in excess stands against what else is owed to suppliers, and is not due.
  for (const { currency, minor } of overpaid) sumsOf(currency).current -= minor;
  return [...sums].toSorted(([a], [b]) => compare(a, b)).map(([currency, of]) => describeAging(currency, of));
};

const BUCKETS = { current: 0, d1_30: 0, d31_60: 0, d61_90: 0, d90_plus: 0 };
const NOTHING_OPEN = { count: 0, overdue_count: 0, open: 0, credit: 0, ...BUCKETS };

const describeAging = (
  currency: string,
  { count, overdue_count, open, credit, ...minor }: Readonly<Aging>,
): SummaryOfCurrency => {
  const { amount: _amount, ...standing } = describeStanding(currency, open, credit);
  const overdue = minor.d1_30 + minor.d31_60 + minor.d61_90 + minor.d90_plus;
  return {
    ...standing,
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
  const documents = await paidDocuments(
    ctx,
    payments.map(({ id }) => id),
  );
  const named = await withNames(ctx, payments);
  return named.map((payment) => {
    const settled = documents.get(payment.id) ?? [];
    return {
      ...payment,
      payment_id: payment.id,
      documents: settled.slice(0, SHOWN),
      document_count: settled.length,
    };
  });
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

/** The months up to the present one: as kept, or summed where the sums do not say all yet. */
export const cashByMonth = async (ctx: ReadScope): Promise<readonly CashOfCurrency[]> => {
  const firsts = [monthOf(ctx.today)];
  while (firsts.length < MONTHS) firsts.unshift(monthOf(addDays(firsts[0] ?? ctx.today, -1)));
  const [from = ctx.today] = firsts;
  const before = monthFrom(addDays(monthOf(ctx.today), 1));
  const rows = (await isWhole(ctx)) ? await sumPaid(ctx, from, before) : await sumPayments(ctx, from, before);
  const paid = rows.filter(({ minor }) => Number(minor) !== 0);
  const sums = new Map<string, number>();
  for (const { month, ledger, currency, minor } of paid) {
    const key = `${month} ${ledger} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(minor));
  }
  const currencies = [...new Set(paid.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => ({
    currency,
    months: firsts.map((month) => {
      const sum = (ledger: LedgerSide): number =>
        minorToWire(sums.get(`${month} ${ledger} ${currency}`) ?? 0, currency);
      return { month: month.slice(0, 7), inflow: sum('ar'), outflow: sum('ap') };
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
  return (
    (await unequalMonth(ctx, from, (await isWhole(ctx)) ? paidFrom : null)) ?? (await unequalOpenMonth(ctx))
  );
};

/** Waits for the bookings under way, and sums everything anew. */
export const recount = async ({ db, change }: OpenBooks, id: string, act: Act): Promise<Entity> => {
  const entity = await lockedEntity(db, id);
  await change(entity, act, async (ctx) => {
    await replaceSums(ctx, entity);
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

/** The sums of its months alone, of a company where they do not say all yet. */
export const recountMonths = async (db: Writer, id: string): Promise<void> => {
  const entity = await lockedEntity(db, id);
  await replaceSums({ db, entity }, entity);
};

const lockedEntity = async (db: Writer, id: string): Promise<Entity> => {
  const { organisation_id } = await getEntity(db, id);
  await lockOrganisation(db, organisation_id);
  return getEntity(db, id);
};

const replaceSums = async (ctx: Tenant<Writer>, { closed_through }: Entity): Promise<void> => {
  await holdAllSlots(ctx, closed_through);
  await replaceMonths(ctx, paidFrom);
  await replaceOpenMonths(ctx);
};
