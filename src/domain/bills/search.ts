// Pages of bills, newest issue date first.
import { sql } from 'kysely';
import type { BillPaymentStatus, BillStatus, Deductibility } from '../../../generated/types.ts';
import { scoped, type SelectOptions } from '../../db/scoped.ts';
import { matchText, type TextMatch } from '../documents/list-parts.ts';
import { readPage, type OrderColumn, type Page } from '../lists/page.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { BillListRow } from './record.ts';
import { billConditions } from './status.ts';
import { asDay } from '../../base/time/day.ts';
import { refer } from '../documents/conditions.ts';

export interface BillFilters {
  readonly query?: string | undefined;
  readonly status?: BillStatus | undefined;
  readonly payment_status?: BillPaymentStatus | undefined;
  readonly deductibility?: Deductibility | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly overdue_only?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What is asked, whatever the page. */
type Question = Omit<BillFilters, 'limit' | 'cursor'>;

type SearchScope = ReadScope & Raises<'invalid_cursor'>;

const DOCUMENTS = { table: 'bill', counterpartyIndex: 'ix_bill_counterparty' } as const;

const ORDER: readonly OrderColumn<BillListRow>[] = [
  { column: 'bill.issue_date', direction: 'descending', type: 'text', value: (row) => row.issue_date },
  { column: 'bill.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

export const searchBills = async (ctx: SearchScope, filters: BillFilters): Promise<Page<BillListRow>> => {
  const { limit, cursor, ...question } = filters;
  const list = { tool: 'search_bills', tenant: ctx.entity.id, filters: question };
  const { query: text, ...others } = question;
  const match = text === undefined ? null : await matchText(ctx, DOCUMENTS, text, { question: list, cursor });
  return readPage(ctx, {
    ...list,
    filters: { ...question, ...match?.reading },
    limit,
    cursor,
    order: ORDER,
    rows: (after, take) => {
      const query = matching(ctx, question, match);
      return withSupplier(after === null ? query : query.where(after))
        .orderBy('bill.issue_date', 'desc')
        .orderBy('bill.id', 'desc')
        .limit(take)
        .execute();
    },
    count: async (max) => {
      if (match?.isBroad === true && Object.values(others).every((value) => value === undefined)) return max;
      const rows = await matching(ctx, question, match)
        .select(sql<number>`1`.as('one'))
        .limit(max)
        .execute();
      return rows.length;
    },
  });
};

/** States in which few bills are, and none that anything is owed of. */
const SETTLED_ASIDE: readonly (BillStatus | undefined)[] = ['inbox', 'rejected', 'reversed'];

/** The index whose order is the list's and that leaves out most of what is not in it. */
const indexFor = (filters: Question, ctx: ReadScope): SelectOptions => {
  if (SETTLED_ASIDE.includes(filters.status)) return { index: 'ix_bill_status' };
  const columns = new Set(billConditions(filters, ctx).map(({ column }) => column));
  if (columns.has('open')) return { index: 'ix_bill_open_issue_date' };
  if (columns.has('balance_minor')) return { index: 'ix_bill_balance' };
  if (filters.deductibility !== undefined) return { index: 'ix_bill_deductibility' };
  return { index: filters.status === undefined ? 'ix_bill_issue_date' : 'ix_bill_status' };
};

const matching = (ctx: ReadScope, filters: Question, match: TextMatch | null) => {
  let query = scoped(ctx, 'bill').select(match?.options ?? indexFor(filters, ctx));
  for (const { column, operator, value } of billConditions(filters, ctx)) {
    query = query.where(refer('bill', column), operator, value);
  }
  const { deductibility, date_from, date_to } = filters;
  if (deductibility !== undefined) query = query.where('bill.deductibility', '=', deductibility);
  if (date_from !== undefined) query = query.where('bill.issue_date', '>=', asDay(date_from));
  if (date_to !== undefined) query = query.where('bill.issue_date', '<=', asDay(date_to));
  return match === null ? query : query.where(match.fits);
};

const withSupplier = (query: ReturnType<typeof matching>) =>
  query
    // A left join, though each has one: servers may begin an inner join at the counterparties and read them all.
    .leftJoin('counterparty', (join) =>
      join
        .onRef('counterparty.entity_id', '=', 'bill.entity_id')
        .onRef('counterparty.id', '=', 'bill.counterparty_id'),
    )
    .select([
      'bill.id',
      'bill.counterparty_id',
      'bill.status',
      'bill.bill_number',
      'bill.series',
      'bill.uuid',
      'bill.title',
      'bill.issue_date',
      'bill.due_date',
      'bill.currency',
      'bill.subtotal_minor',
      'bill.tax_minor',
      'bill.total_minor',
      'bill.paid_minor',
      'bill.credited_minor',
      'bill.balance_minor',
      'bill.open',
      'bill.deductibility',
      'bill.created_at',
      'bill.updated_at',
      sql<string>`counterparty.name`.as('supplier_name'),
      'counterparty.tax_id as supplier_tax_id',
    ]);
