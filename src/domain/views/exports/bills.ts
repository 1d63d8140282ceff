// The export of bills. States are defined in documents/bill-status.ts.
import type { BillStatus, ExportDeductibility, ExportPaymentStatus } from '../../../../generated/types.ts';
import { requireCounterparty } from '../../parties/counterparties/resolve.ts';
import {
  billConditions,
  billDaysOverdue,
  billPaymentStatus,
  billsPaid,
} from '../../documents/shared/bill-status.ts';
import { type CommonFilters, commonConditions, has } from '../../documents/shared/search.ts';
import { settledOf } from '../../documents/payments/store/settled.ts';
import { formatBillFolio } from '../../documents/shared/document.ts';
import { billTotal } from '../../documents/bills/describe.ts';
import { billIndex, billRoutes } from '../../documents/shared/store/indexes.ts';
import type { ListedRow } from '../../documents/shared/store/select.ts';
import { codeColumn, type Column, numberColumn, textColumn } from '../../../base/csv.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import type { At } from '../../../base/time/day.ts';
import {
  counterpartyColumns,
  minorColumn,
  moneyColumns,
  settledColumns,
  toExportWord,
  toPaymentStatus,
  withheldColumn,
} from './columns.ts';
import { type ExportSource, exportDocuments } from './source.ts';

export interface BillExportFilters extends CommonFilters {
  readonly status?: BillStatus | undefined;
  readonly payment_status?: ExportPaymentStatus | undefined;
  readonly deductibility?: ExportDeductibility | undefined;
}

const FIELDS = [
  'series',
  'bill_number',
  'uuid',
  'title',
  'status',
  'open',
  'deductibility',
  'due_date',
  'closed_on',
  'currency',
  'exchange_rate',
  'subtotal_minor',
  'tax_minor',
  'withheld_minor',
  'prepaid_minor',
  'rounding_minor',
  'total_minor',
  'paid_minor',
  'credited_minor',
  'balance_minor',
  'settled',
  'counterparty_id',
  'external_id',
  'delivery_date',
  'tax_point',
] as const;

type BillExportRow = ListedRow<'bill', (typeof FIELDS)[number]>;

export const billExport = async (
  ctx: ReadScope & Raises<'counterparty_not_found'>,
  asked: BillExportFilters,
): Promise<ExportSource<BillExportRow>> => {
  const filters = await requireCounterparty(ctx, asked);
  const { status, payment_status, deductibility } = filters;
  const conditions = [
    ...billConditions({ status }, ctx),
    ...(payment_status === undefined ? [] : billsPaid(toPaymentStatus(payment_status))),
    ...(deductibility === undefined ? [] : [has('deductibility', '=', deductibility)]),
    ...commonConditions(filters),
  ];
  const index = billIndex(conditions);
  const derived = { settled: settledOf('bill') };
  const list = { kind: 'bill', index, conditions, routes: billRoutes(conditions), derived } as const;
  return exportDocuments(ctx, list, FIELDS, columnsAt(ctx));
};

const columnsAt = (at: At): readonly Column<BillExportRow>[] => [
  codeColumn('bill_id', (row) => row.id),
  textColumn('series', (row) => row.series),
  textColumn('bill_number', (row) => row.bill_number),
  textColumn('folio', formatBillFolio),
  textColumn('uuid', (row) => row.uuid),
  textColumn('title', (row) => row.title),
  codeColumn('status', (row) => row.status),
  codeColumn('payment_status', (row) => toExportWord(billPaymentStatus(row))),
  codeColumn('deductibility', (row) => row.deductibility),
  codeColumn('issue_date', (row) => row.issue_date),
  codeColumn('due_date', (row) => row.due_date),
  numberColumn('days_overdue', (row) => String(billDaysOverdue(row, at))),
  codeColumn('closed_on', (row) => row.closed_on),
  ...counterpartyColumns(),
  ...moneyColumns<BillExportRow>(billTotal),
  textColumn('external_id', (row) => row.external_id),
  withheldColumn((row) => row.withheld_minor),
  minorColumn('prepaid_amount', (row) => row.prepaid_minor),
  minorColumn('amount_due', (row) => row.total_minor),
  codeColumn('delivery_date', (row) => row.delivery_date),
  // Nothing else of a bill is settled without money.
  ...settledColumns(['early_payment_discount', 'rounding']),
  minorColumn('rounding_amount', (row) => row.rounding_minor),
  codeColumn('tax_point', (row) => row.tax_point),
];
