// Bills as an export. States mean what they mean in src/domain/bills/status.ts.
import { sql } from 'kysely';
import type { BillStatus, ExportDeductibility, ExportPaymentStatus } from '../../../generated/types.ts';
import { scoped } from '../../db/scoped.ts';
import { billFolioOf } from '../bills/number.ts';
import { billConditions, billDaysOverdue, billPaymentStatus } from '../bills/status.ts';
import { requireCounterparty } from '../counterparties/require.ts';
import { type Column, numberColumn, textColumn } from '../../base/csv/write.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { At } from '../../base/time/at.ts';
import { counterpartyColumns, moneyColumns } from './columns.ts';
import { meaningOf, wordOf } from './payment-status.ts';
import { type ExportSource, oldestFirst } from './source.ts';
import { asDay } from '../../base/time/day.ts';
import { refer } from '../documents/conditions.ts';

export interface BillExportFilters {
  readonly status?: BillStatus | undefined;
  readonly payment_status?: ExportPaymentStatus | undefined;
  readonly deductibility?: ExportDeductibility | undefined;
  readonly counterparty_id?: string | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

export const billExport = async (
  ctx: ReadScope & Raises<'counterparty_not_found'>,
  filters: BillExportFilters,
): Promise<ExportSource<BillExportRow>> => {
  await requireCounterparty(ctx, filters.counterparty_id);
  return {
    columns: columnsAt(ctx),
    order: oldestFirst('bill'),
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
const indexFor = (filters: BillExportFilters): string => {
  const { status, payment_status, deductibility, counterparty_id } = filters;
  if (counterparty_id !== undefined) return 'ix_bill_counterparty';
  // Paid bills are closed like many others; the states that are open have an index of their own.
  if (payment_status === 'unpaid' || payment_status === 'partial') return 'ix_bill_open_issue_date';
  if (status !== undefined) return 'ix_bill_status';
  return deductibility === undefined ? 'ix_bill_issue_date' : 'ix_bill_deductibility';
};

const matching = (ctx: ReadScope, filters: BillExportFilters) => {
  const { status, payment_status, deductibility, counterparty_id, date_from, date_to } = filters;
  const conditions = billConditions(
    { status, payment_status: payment_status === undefined ? undefined : meaningOf(payment_status) },
    ctx,
  );
  let query = scoped(ctx, 'bill').select({ index: indexFor(filters) });
  for (const { column, operator, value } of conditions) {
    query = query.where(refer('bill', column), operator, value);
  }
  if (deductibility !== undefined) query = query.where('bill.deductibility', '=', deductibility);
  if (counterparty_id !== undefined) query = query.where('bill.counterparty_id', '=', counterparty_id);
  if (date_from !== undefined) query = query.where('bill.issue_date', '>=', asDay(date_from));
  if (date_to !== undefined) query = query.where('bill.issue_date', '<=', asDay(date_to));
  return query;
};

const rowsOf = (query: ReturnType<typeof matching>) =>
  query
    // Every bill has its supplier; a left join only keeps servers from beginning with the suppliers, and sorting.
    .leftJoin('counterparty', (join) =>
      join
        .onRef('counterparty.entity_id', '=', 'bill.entity_id')
        .onRef('counterparty.id', '=', 'bill.counterparty_id'),
    )
    .select([
      'bill.id',
      'bill.series',
      'bill.bill_number',
      'bill.uuid',
      'bill.title',
      'bill.status',
      'bill.open',
      'bill.deductibility',
      'bill.issue_date',
      'bill.due_date',
      'bill.closed_on',
      'bill.currency',
      'bill.exchange_rate',
      'bill.subtotal_minor',
      'bill.tax_minor',
      'bill.total_minor',
      'bill.paid_minor',
      'bill.credited_minor',
      'bill.balance_minor',
      'bill.counterparty_id',
      'bill.external_id',
      'counterparty.name as counterparty_name',
      'counterparty.tax_id as counterparty_tax_id',
    ])
    .orderBy('bill.issue_date')
    .orderBy('bill.id');

type BillExportRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const columnsAt = (at: At): readonly Column<BillExportRow>[] => [
  textColumn('bill_id', (row) => row.id),
  textColumn('series', (row) => row.series),
  textColumn('bill_number', (row) => row.bill_number),
  textColumn('folio', billFolioOf),
  textColumn('uuid', (row) => row.uuid),
  textColumn('title', (row) => row.title),
  textColumn('status', (row) => row.status),
  textColumn('payment_status', (row) => wordOf(billPaymentStatus(row))),
  textColumn('deductibility', (row) => row.deductibility),
  textColumn('issue_date', (row) => row.issue_date),
  textColumn('due_date', (row) => row.due_date),
  numberColumn('days_overdue', (row) => String(billDaysOverdue(row, at))),
  textColumn('closed_on', (row) => row.closed_on),
  ...counterpartyColumns(),
  ...moneyColumns(),
  textColumn('external_id', (row) => row.external_id),
];
