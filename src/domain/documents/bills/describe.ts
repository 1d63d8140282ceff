// What others see of a bill: callers, the trail and search.
import type { BillId } from '../../../../generated/ids.ts';
import type { Bill, BillLine, BillRow, BillValidation } from '../../../../generated/types.ts';
import { instantToIso } from '../../../db/instant.ts';
import { toListedParty, toCounterpartyRef } from '../../parties/counterparties/describe.ts';
import { formatBillFolio } from '../shared/document.ts';
import { billDaysOverdue, billPaymentStatus } from '../shared/bill-status.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { At } from '../../../base/time/day.ts';
import { describeBillTerms, describeLineTerms, payeeOf } from './describe-terms.ts';
import { NOT_CHECKED } from './plan.ts';
import type { IndexedRecord } from '../../ground/search-index/index-record.ts';
import type { BillHeader, BillLineRow, BillRecord, BillSupplier } from './record.ts';
import type { BillListRow } from './search.ts';

const wire = (text: string): number => toNumber(decimal(text));

export const describeBill = ({ header, lines, supplier, payments }: BillRecord, at: At): Bill => ({
  ...describeBillRow(
    { ...header, counterparty_name: supplier.name, counterparty_tax_id: supplier.tax_id },
    at,
  ),
  uuid: header.uuid,
  counterparty: toCounterpartyRef(supplier),
  created_at: instantToIso(header.created_at),
  updated_at: instantToIso(header.updated_at),
  exchange_rate: header.exchange_rate === null ? null : wire(header.exchange_rate),
  exchange_rate_date: header.exchange_rate_date,
  exchange_rate_source: header.exchange_rate_source,
  prepaid_amount: minorToWire(header.prepaid_minor, header.currency),
  rounding_amount: minorToWire(header.rounding_minor, header.currency),
  delivery_date: header.delivery_date,
  delivery_period: header.content?.delivery_period ?? null,
  payee_account: payeeOf(header.content),
  received_at: header.received_at === null ? null : instantToIso(header.received_at),
  source_document_id: header.source_document_id,
  terms: describeBillTerms(header),
  line_items: lines.map((line) => describeLine(header.id, line)),
  // Only this service writes it; fields that an earlier version did not have are filled in here.
  validation: { ...NOT_CHECKED, ...(header.validation as Partial<BillValidation>) },
  payments,
  notes: header.notes,
});

/** With tax, less what is withheld, before what was paid in advance. */
export const billTotal = (
  row: Pick<BillHeader, 'total_minor' | 'prepaid_minor' | 'rounding_minor'>,
): number => row.total_minor + row.prepaid_minor - row.rounding_minor;

/** A bill in a list: without lines, payments and details. */
export const describeBillRow = (row: BillListRow, at: At): BillRow => {
  const { currency } = row;
  return {
    object: 'bill',
    id: row.id as BillId,
    bill_id: row.id as BillId,
    bill_number: row.bill_number,
    series: row.series,
    title: row.title,
    status: row.status,
    payment_status: billPaymentStatus(row),
    ...(row.deductibility === null ? {} : { deductibility: row.deductibility }),
    issue_date: row.issue_date,
    due_date: row.due_date,
    days_overdue: billDaysOverdue(row, at),
    currency,
    counterparty: toListedParty({
      id: row.counterparty_id,
      name: row.counterparty_name,
      tax_id: row.counterparty_tax_id,
    }),
    subtotal: minorToWire(row.subtotal_minor, currency),
    tax_total: minorToWire(row.tax_minor, currency),
    ...(row.deductibility === null ? {} : { withheld_total: minorToWire(row.withheld_minor, currency) }),
    total: minorToWire(billTotal(row), currency),
    amount_due: minorToWire(row.total_minor, currency),
    amount_paid: minorToWire(row.paid_minor, currency),
    amount_credited: minorToWire(row.credited_minor, currency),
    balance_due: minorToWire(row.balance_minor, currency),
  };
};

export const describeLine = (billId: string, line: BillLineRow): BillLine => {
  const subtotal = decimal(line.subtotal);
  const tax = decimal(line.tax_amount);
  return {
    id: `${billId}.${line.position}`,
    position: line.position,
    description: line.description,
    quantity: wire(line.quantity),
    unit_price: wire(line.unit_price),
    subtotal: toNumber(subtotal),
    tax_amount: toNumber(tax),
    total: toNumber(subtotal.plus(tax)),
    ...describeLineTerms(line.content),
  };
};

/** What the trail and events record of a bill, in the field names of the tools. */
export const billState = (header: BillHeader): object => {
  const { currency } = header;
  return {
    status: header.status,
    counterparty_id: header.counterparty_id,
    bill_number: header.bill_number,
    series: header.series,
    uuid: header.uuid,
    title: header.title,
    issue_date: header.issue_date,
    due_date: header.due_date,
    currency,
    exchange_rate: header.exchange_rate,
    subtotal: minorToWire(header.subtotal_minor, currency),
    tax_total: minorToWire(header.tax_minor, currency),
    withheld_total: minorToWire(header.withheld_minor, currency),
    total: minorToWire(billTotal(header), currency),
    prepaid_amount: minorToWire(header.prepaid_minor, currency),
    amount_due: minorToWire(header.total_minor, currency),
    delivery_date: header.delivery_date,
    payee_account: payeeOf(header.content),
    source_document_id: header.source_document_id,
    amount_paid: minorToWire(header.paid_minor, currency),
    amount_credited: minorToWire(header.credited_minor, currency),
    balance_due: minorToWire(header.balance_minor, currency),
    deductibility: header.deductibility,
    external_id: header.external_id,
  };
};

type Named = Pick<BillHeader, 'id' | 'title' | 'bill_number' | 'series' | 'uuid' | 'external_id'>;

/** The words and numbers by which search finds a bill: title, supplier's name, number and UUID. */
export const indexedBill = (header: Named, supplier: Pick<BillSupplier, 'name'>): IndexedRecord => ({
  record_id: header.id,
  type: 'bills',
  label: header.title === null ? supplier.name : `${header.title} – ${supplier.name}`,
  identifiers: [formatBillFolio(header), header.bill_number, header.external_id, header.uuid],
});
