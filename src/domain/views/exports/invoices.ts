// The export of invoices. States are defined in documents/invoice-status.ts.
import {
  DifferenceCauseValues,
  type ExportPaymentStatus,
  type InvoiceStatus,
} from '../../../../generated/types.ts';
import { requireCounterparty } from '../../parties/counterparties/resolve.ts';
import { settledOf } from '../../documents/payments/store/settled.ts';
import { formatInvoiceFolio, hideReservedNumber } from '../../documents/shared/document.ts';
import { daysOverdue, invoiceConditions, paymentStatus } from '../../documents/shared/invoice-status.ts';
import { type CommonFilters, commonConditions } from '../../documents/shared/search.ts';
import { invoiceIndex } from '../../documents/shared/store/indexes.ts';
import type { ListedRow } from '../../documents/shared/store/select.ts';
import { codeColumn, type Column, numberColumn, textColumn } from '../../../base/csv.ts';
import { getUuid } from '../../documents/shared/filing.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import type { At } from '../../../base/time/day.ts';
import {
  counterpartyColumns,
  moneyColumns,
  settledColumns,
  toExportWord,
  toPaymentStatus,
  withheldColumn,
} from './columns.ts';
import { type ExportSource, exportDocuments } from './source.ts';

export interface InvoiceExportFilters extends CommonFilters {
  readonly status?: InvoiceStatus | undefined;
  readonly payment_status?: ExportPaymentStatus | undefined;
}

const FIELDS = [
  'series',
  'number',
  'title',
  'status',
  'open',
  'filing_status',
  'filing',
  'due_date',
  'closed_on',
  'currency',
  'exchange_rate',
  'subtotal_minor',
  'tax_minor',
  'withheld_minor',
  'total_minor',
  'paid_minor',
  'credited_minor',
  'balance_minor',
  'settled',
  'counterparty_id',
  'external_id',
  'created_at',
] as const;

type InvoiceExportRow = ListedRow<'invoice', (typeof FIELDS)[number]>;

export const invoiceExport = async (
  ctx: ReadScope & Raises<'counterparty_not_found'>,
  asked: InvoiceExportFilters,
): Promise<ExportSource<InvoiceExportRow>> => {
  const filters = await requireCounterparty(ctx, asked);
  const { status, payment_status } = filters;
  const conditions = [
    ...(status === undefined ? [] : invoiceConditions(status, ctx)),
    ...(payment_status === undefined ? [] : invoiceConditions(toPaymentStatus(payment_status), ctx)),
    ...commonConditions(filters),
  ];
  const derived = { settled: settledOf('invoice') };
  const list = { kind: 'invoice', index: invoiceIndex(conditions), conditions, derived } as const;
  return exportDocuments(ctx, list, FIELDS, columnsAt(ctx));
};

const columnsAt = (at: At): readonly Column<InvoiceExportRow>[] => [
  codeColumn('invoice_id', (row) => row.id),
  textColumn('series', (row) => hideReservedNumber(row).series),
  textColumn('number', (row) => hideReservedNumber(row).number),
  textColumn('folio', formatInvoiceFolio),
  textColumn('uuid', getUuid),
  textColumn('title', (row) => row.title),
  codeColumn('status', (row) => row.status),
  codeColumn('payment_status', (row) => toExportWord(paymentStatus(row, at))),
  codeColumn('filing_status', (row) => row.filing_status),
  codeColumn('issue_date', (row) => row.issue_date),
  codeColumn('due_date', (row) => row.due_date),
  numberColumn('days_overdue', (row) => String(daysOverdue(row, at))),
  codeColumn('closed_on', (row) => row.closed_on),
  ...counterpartyColumns(),
  ...moneyColumns(),
  textColumn('external_id', (row) => row.external_id),
  withheldColumn((row) => row.withheld_minor),
  ...settledColumns(DifferenceCauseValues),
];
