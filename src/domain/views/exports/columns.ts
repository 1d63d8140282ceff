// Columns that exports of documents share.
import { codeColumn, type Column, numberColumn, textColumn } from '../../../base/csv.ts';
import { minorText } from '../../../base/money/amount.ts';
import { decimal, toText } from '../../../base/money/decimal.ts';
import {
  type BillPaymentStatus,
  type DifferenceCause,
  DifferenceCauseValues,
  type ExportPaymentStatus,
  type InvoicePaymentStatus,
} from '../../../../generated/types.ts';

interface Money {
  readonly currency: string;
  readonly exchange_rate: string | null;
  readonly subtotal_minor: number;
  readonly tax_minor: number;
  readonly total_minor: number;
  readonly paid_minor: number;
  readonly credited_minor: number;
  readonly balance_minor: number;
}

type MinorField = { [K in keyof Money]: Money[K] extends number ? K : never }[keyof Money];

const amountColumn = <Row extends Money>(name: string, field: MinorField): Column<Row> =>
  numberColumn(name, (row) => minorText(row[field], row.currency));

export const minorColumn = <Row extends Pick<Money, 'currency'>>(
  name: string,
  minorOf: (row: Row) => number,
): Column<Row> => numberColumn(name, (row) => minorText(minorOf(row), row.currency));

/** Amounts have the decimals of their currency. */
export const moneyColumns = <Row extends Money>(
  totalOf: (row: Row) => number = (row) => row.total_minor,
): readonly Column<Row>[] => [
  codeColumn('currency', (row) => row.currency),
  numberColumn('exchange_rate', (row) =>
    row.exchange_rate === null ? null : toText(decimal(row.exchange_rate)),
  ),
  amountColumn('subtotal', 'subtotal_minor'),
  amountColumn('tax_total', 'tax_minor'),
  minorColumn('total', totalOf),
  amountColumn('amount_paid', 'paid_minor'),
  amountColumn('amount_credited', 'credited_minor'),
  amountColumn('balance_due', 'balance_minor'),
];

/** Last, for programs that read columns by their place: subtotal and tax less this are the total. */
export const withheldColumn = <Row extends Money>(minorOf: (row: Row) => number): Column<Row> =>
  minorColumn('withheld_total', minorOf);

interface Settled {
  readonly currency: string;
  /** As `settledOf` reads it. */
  readonly settled: string | null;
}

/** What was settled without money, by its cause; paid less these is the money that moved. */
export const settledColumns = <Row extends Settled>(
  causes: readonly DifferenceCause[],
): readonly Column<Row>[] =>
  causes.map((cause) =>
    minorColumn(`settled_${cause}`, ({ settled }) =>
      Number(settled?.split(' ')[DifferenceCauseValues.indexOf(cause)] ?? 0),
    ),
  );

interface WithCounterparty {
  readonly counterparty_id: string;
  readonly counterparty_name: string | null;
  readonly counterparty_tax_id: string | null;
}

export const counterpartyColumns = <Row extends WithCounterparty>(): readonly Column<Row>[] => [
  codeColumn('counterparty_id', (row) => row.counterparty_id),
  textColumn('counterparty_name', (row) => row.counterparty_name),
  textColumn('counterparty_tax_id', (row) => row.counterparty_tax_id),
];

const MEANING: Readonly<Record<ExportPaymentStatus, InvoicePaymentStatus>> = {
  unpaid: 'unpaid',
  partial: 'partially_paid',
  paid: 'paid',
};

/** Converts the filter's value to the internal state. */
export const toPaymentStatus = (status: ExportPaymentStatus): InvoicePaymentStatus => MEANING[status];

const WORDS: Readonly<Record<BillPaymentStatus, ExportPaymentStatus>> = {
  unpaid: 'unpaid',
  partially_paid: 'partial',
  paid: 'paid',
  overpaid: 'paid',
};

/** Converts the internal state to the export's value; what was paid in excess is paid. */
export const toExportWord = (status: BillPaymentStatus | null): ExportPaymentStatus | null =>
  status === null ? null : WORDS[status];
