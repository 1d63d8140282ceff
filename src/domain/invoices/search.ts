// Pages of invoices, newest issue date first.
import { sql } from 'kysely';
import type { InvoiceStatusFilter } from '../../../generated/types.ts';
import { scoped, type SelectOptions } from '../../db/scoped.ts';
import { findCounterparty } from '../counterparties/rows.ts';
import { matchText, type TextMatch } from '../documents/list-parts.ts';
import { readPage, type OrderColumn, type Page } from '../lists/page.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { InvoiceListRow } from './record.ts';
import { conditionsOf, type At } from './status.ts';
import { asDay } from '../../base/time/day.ts';

export interface InvoiceFilters {
  readonly query?: string | undefined;
  readonly status?: InvoiceStatusFilter | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly counterparty_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What is asked, whatever the page. */
type Question = Omit<InvoiceFilters, 'limit' | 'cursor'>;

type SearchScope = ReadScope & Raises<'invalid_cursor' | 'counterparty_not_found'>;

const DOCUMENTS = { table: 'invoice', counterpartyIndex: 'ix_invoice_counterparty' } as const;

const ORDER: readonly OrderColumn<InvoiceListRow>[] = [
  { column: 'invoice.issue_date', direction: 'descending', type: 'text', value: (row) => row.issue_date },
  { column: 'invoice.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

export const searchInvoices = async (
  ctx: SearchScope,
  filters: InvoiceFilters,
): Promise<Page<InvoiceListRow>> => {
  await requireCounterparty(ctx, filters.counterparty_id);
  const { limit, cursor, ...question } = filters;
  const list = { tool: 'search_invoices', tenant: ctx.entity.id, filters: question };
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
      return withCustomer(after === null ? query : query.where(after))
        .orderBy('invoice.issue_date', 'desc')
        .orderBy('invoice.id', 'desc')
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

const requireCounterparty = async (ctx: SearchScope, id: string | undefined): Promise<void> => {
  if (id === undefined || (await findCounterparty(ctx, id)) !== undefined) return;
  throw ctx.error('counterparty_not_found', { path: 'counterparty_id', received: id });
};

/** The index whose order is the list's, so that a page reads little more than its own rows. */
const indexFor = (filters: Question, at: At): SelectOptions => {
  if (filters.counterparty_id !== undefined) return { index: 'ix_invoice_counterparty' };
  if (filters.status === undefined) return { index: 'ix_invoice_issue_date' };
  const runsOnOpen = conditionsOf(filters.status, at).some(({ column }) => column === 'open');
  return { index: runsOnOpen ? 'ix_invoice_open_issue_date' : 'ix_invoice_status' };
};

const matching = (ctx: ReadScope, filters: Question, match: TextMatch | null) => {
  let query = scoped(ctx, 'invoice').select(match?.options ?? indexFor(filters, ctx));
  if (filters.status !== undefined) {
    for (const { column, operator, value } of conditionsOf(filters.status, ctx)) {
      query = query.where(`invoice.${column}`, operator, value);
    }
  }
  const { date_from, date_to, counterparty_id } = filters;
  if (date_from !== undefined) query = query.where('invoice.issue_date', '>=', asDay(date_from));
  if (date_to !== undefined) query = query.where('invoice.issue_date', '<=', asDay(date_to));
  if (counterparty_id !== undefined) query = query.where('invoice.counterparty_id', '=', counterparty_id);
  return match === null ? query : query.where(match.fits);
};

const withCustomer = (query: ReturnType<typeof matching>) =>
  query
    // A left join, though each has one: servers may begin an inner join at the counterparties and read them all.
    .leftJoin('counterparty', (join) =>
      join
        .onRef('counterparty.entity_id', '=', 'invoice.entity_id')
        .onRef('counterparty.id', '=', 'invoice.counterparty_id'),
    )
    .select([
      'invoice.id',
      'invoice.counterparty_id',
      'invoice.status',
      'invoice.internal_status',
      'invoice.series',
      'invoice.number',
      'invoice.title',
      'invoice.issue_date',
      'invoice.due_date',
      'invoice.currency',
      'invoice.subtotal_minor',
      'invoice.tax_minor',
      'invoice.total_minor',
      'invoice.paid_minor',
      'invoice.credited_minor',
      'invoice.balance_minor',
      'invoice.open',
      'invoice.filing_status',
      'invoice.filing',
      'invoice.created_at',
      'invoice.updated_at',
      sql<string>`counterparty.name`.as('customer_name'),
      'counterparty.tax_id as customer_tax_id',
    ]);
