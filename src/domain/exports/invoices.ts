// Invoices as an export. States mean what they mean in src/domain/invoices/status.ts.
import { sql } from 'kysely';
import type { ExportPaymentStatus, InvoiceStatus } from '../../../generated/types.ts';
import { scoped } from '../../db/scoped.ts';
import { requireCounterparty } from '../counterparties/require.ts';
import { type Column, numberColumn, textColumn } from '../../base/csv/write.ts';
import { filingStatusOf, uuidOf } from '../invoices/filing.ts';
import { folioOf, numberOf } from '../invoices/folio.ts';
import { conditionsOf, daysOverdue, paymentStatus } from '../invoices/status.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { At } from '../../base/time/at.ts';
import { counterpartyColumns, moneyColumns } from './columns.ts';
import { meaningOf, wordOf } from './payment-status.ts';
import { type ExportSource, oldestFirst } from './source.ts';
import { asDay } from '../../base/time/day.ts';

export interface InvoiceExportFilters {
  readonly status?: InvoiceStatus | undefined;
  readonly payment_status?: ExportPaymentStatus | undefined;
  readonly counterparty_id?: string | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

export const invoiceExport = async (
  ctx: ReadScope & Raises<'counterparty_not_found'>,
  filters: InvoiceExportFilters,
): Promise<ExportSource<InvoiceExportRow>> => {
  await requireCounterparty(ctx, filters.counterparty_id);
  return {
    columns: columnsAt(ctx),
    order: oldestFirst('invoice'),
    rows: () => rowsOf(matching(ctx, filters)),
    count: async () => {
      const { count } = await matching(ctx, filters)
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
};

/** The index whose order is the export's, so that rows come as they are read. */
const indexFor = ({ status, payment_status, counterparty_id }: InvoiceExportFilters): string => {
  if (counterparty_id !== undefined) return 'ix_invoice_counterparty';
  if (payment_status !== undefined) return 'ix_invoice_open_issue_date';
  return status === undefined ? 'ix_invoice_issue_date' : 'ix_invoice_status';
};

const matching = (ctx: ReadScope, filters: InvoiceExportFilters) => {
  const { status, payment_status, counterparty_id, date_from, date_to } = filters;
  const conditions = [
    ...(status === undefined ? [] : conditionsOf(status, ctx)),
    ...(payment_status === undefined ? [] : conditionsOf(meaningOf(payment_status), ctx)),
  ];
  let query = scoped(ctx, 'invoice').select({ index: indexFor(filters) });
  for (const { column, operator, value } of conditions) {
    query = query.where(`invoice.${column}`, operator, value);
  }
  if (counterparty_id !== undefined) query = query.where('invoice.counterparty_id', '=', counterparty_id);
  if (date_from !== undefined) query = query.where('invoice.issue_date', '>=', asDay(date_from));
  if (date_to !== undefined) query = query.where('invoice.issue_date', '<=', asDay(date_to));
  return query;
};

const rowsOf = (query: ReturnType<typeof matching>) =>
  query
    // Every invoice has its customer; a left join only keeps servers from beginning with the customers, and sorting.
    .leftJoin('counterparty', (join) =>
      join
        .onRef('counterparty.entity_id', '=', 'invoice.entity_id')
        .onRef('counterparty.id', '=', 'invoice.counterparty_id'),
    )
    .select([
      'invoice.id',
      'invoice.series',
      'invoice.number',
      'invoice.title',
      'invoice.status',
      'invoice.open',
      'invoice.filing_status',
      'invoice.filing',
      'invoice.issue_date',
      'invoice.due_date',
      'invoice.closed_on',
      'invoice.currency',
      'invoice.exchange_rate',
      'invoice.subtotal_minor',
      'invoice.tax_minor',
      'invoice.total_minor',
      'invoice.paid_minor',
      'invoice.credited_minor',
      'invoice.balance_minor',
      'invoice.counterparty_id',
      'invoice.external_id',
      'invoice.created_at',
      'counterparty.name as counterparty_name',
      'counterparty.tax_id as counterparty_tax_id',
    ])
    .orderBy('invoice.issue_date')
    .orderBy('invoice.id');

type InvoiceExportRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const columnsAt = (at: At): readonly Column<InvoiceExportRow>[] => [
  textColumn('invoice_id', (row) => row.id),
  textColumn('series', (row) => numberOf(row).series),
  textColumn('number', (row) => numberOf(row).number),
  textColumn('folio', folioOf),
  textColumn('uuid', uuidOf),
  textColumn('title', (row) => row.title),
  textColumn('status', (row) => row.status),
  textColumn('payment_status', (row) => wordOf(paymentStatus(row, at))),
  textColumn('filing_status', filingStatusOf),
  textColumn('issue_date', (row) => row.issue_date),
  textColumn('due_date', (row) => row.due_date),
  numberColumn('days_overdue', (row) => String(daysOverdue(row, at))),
  textColumn('closed_on', (row) => row.closed_on),
  ...counterpartyColumns(),
  ...moneyColumns(),
  textColumn('external_id', (row) => row.external_id),
];
