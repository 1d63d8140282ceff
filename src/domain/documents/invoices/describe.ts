// From rows to the records that callers see.
import type { InvoiceId } from '../../../../generated/ids.ts';
import type {
  Invoice,
  InvoiceCountryDetails,
  InvoiceLine,
  InvoiceLineCountryDetails,
  InvoicePaymentItem,
  InvoiceRow,
  TaxBreakdownItem,
} from '../../../../generated/types.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { instantToIso } from '../../../db/instant.ts';
import type { TaxBreakdownRow } from '../../../db/schema.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { Regime } from '../../../einvoicing/regime.ts';
import { toListedParty, toCounterpartyRef } from '../../parties/counterparties/describe.ts';
import { formatInvoiceFolio, hideReservedNumber } from '../shared/document.ts';
import { daysOverdue, displayStatus, paymentStatus } from '../shared/invoice-status.ts';
import type { Entity } from '../../../base/entity.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { decimal, toNumber, wireNumber as wire } from '../../../base/money/decimal.ts';
import type { At } from '../../../base/time/day.ts';
import { checkCompliance, prepareCompliance } from './compliance.ts';
import { describeFiling, filingStatusAt, internalStatusAt } from '../shared/filing.ts';
import { describeTerms } from './describe-terms.ts';
import { readLineContent } from './document.ts';
import type { InvoiceLineRow, InvoiceRecord } from './record.ts';
import type { InvoiceListRow } from './search.ts';

// Both records are written out field by field: building objects of this size by spreading costs more than the statements
// that read them.
export const describeInvoice = (
  entity: Entity,
  record: InvoiceRecord,
  at: At,
  payments: readonly InvoicePaymentItem[] = [],
): Invoice => {
  const { header, customer } = record;
  const { currency } = header;
  const regime = regimeOf(entity.country_code);
  return {
    object: 'invoice',
    id: header.id as InvoiceId,
    invoice_id: header.id as InvoiceId,
    number: hideReservedNumber(header).number,
    series: hideReservedNumber(header).series,
    folio: formatInvoiceFolio(header),
    title: header.title,
    status: header.status,
    internal_status: internalStatusAt(header, at.now),
    display_status: displayStatus(header, at),
    payment_status: paymentStatus(header, at),
    issue_date: header.issue_date,
    due_date: header.due_date,
    payment_terms_days: header.payment_terms_days,
    days_overdue: daysOverdue(header, at),
    currency,
    exchange_rate: header.exchange_rate === null ? null : wire(header.exchange_rate),
    exchange_rate_date: header.exchange_rate_date,
    exchange_rate_source: header.exchange_rate_source,
    counterparty: toCounterpartyRef(customer),
    line_items: describeLines(record, regime),
    ...describeTerms(entity, record, regime),
    subtotal: minorToWire(header.subtotal_minor, currency),
    tax_total: minorToWire(header.tax_minor, currency),
    total: minorToWire(header.total_minor, currency),
    amount_paid: minorToWire(header.paid_minor, currency),
    amount_credited: minorToWire(header.credited_minor, currency),
    balance_due: minorToWire(header.balance_minor, currency),
    tax_breakdown: header.tax_breakdown.map(describeTax),
    country_details: pick<InvoiceCountryDetails>(header.country_details, regime.headerFields),
    filing: describeFiling(entity, header, at.now),
    compliance: checkCompliance(entity, record, at.now),
    payments,
    notes: header.notes,
    created_at: instantToIso(header.created_at),
    updated_at: instantToIso(header.updated_at),
  };
};

/** The same, beside others when it has many lines. */
export const describeInTurns = async (...of: Parameters<typeof describeInvoice>): Promise<Invoice> => {
  const [entity, record] = of;
  await prepareCompliance(entity, record);
  return describeInvoice(...of);
};

/** An invoice in a list: what is decided by, without what get_invoice has. */
export const describeInvoiceRow = (
  row: InvoiceListRow,
  at: At & { readonly entity: Pick<Entity, 'country_code'> },
): InvoiceRow => {
  const { currency } = row;
  return {
    object: 'invoice',
    id: row.id as InvoiceId,
    invoice_id: row.id as InvoiceId,
    folio: formatInvoiceFolio(row),
    title: row.title,
    status: row.status,
    display_status: displayStatus(row, at),
    payment_status: paymentStatus(row, at),
    filing_status: filingStatusAt(row, at.now),
    issue_date: row.issue_date,
    due_date: row.due_date,
    days_overdue: daysOverdue(row, at),
    currency,
    counterparty: toListedParty({
      id: row.counterparty_id,
      name: row.counterparty_name,
      tax_id: row.counterparty_tax_id,
    }),
    subtotal: minorToWire(row.subtotal_minor, currency),
    tax_total: minorToWire(row.tax_minor, currency),
    ...(regimeOf(at.entity.country_code).retains
      ? { withheld_total: minorToWire(row.withheld_minor, currency) }
      : {}),
    total: minorToWire(row.total_minor, currency),
    amount_paid: minorToWire(row.paid_minor, currency),
    amount_credited: minorToWire(row.credited_minor, currency),
    balance_due: minorToWire(row.balance_minor, currency),
  };
};

const describeTax = ({ tax, category, factor, rate, base, amount }: TaxBreakdownRow): TaxBreakdownItem => ({
  tax,
  category,
  factor: factor ?? 'rate',
  rate: wire(rate),
  base: wire(base),
  amount: wire(amount),
});

const describeLines = ({ header, lines }: InvoiceRecord, regime: Regime): readonly InvoiceLine[] =>
  lines.length <= SERVICE.limits.lines_in_full
    ? lines.map((line) => describeLine(header, line, regime))
    : lines.map((line) => leaveOut(describeLine(header, line, regime)));

/** Of many lines each leaves out what it does not have, and what its other fields or the invoice say as well. */
const leaveOut = (line: InvoiceLine): InvoiceLine => {
  const { id: _id, discount_amount, taxes = [], product_number, ...rest } = line;
  const [only] = taxes;
  const isPlain =
    taxes.length === 1 &&
    only !== undefined &&
    !only.withheld &&
    only.factor === 'rate' &&
    only.rate === line.tax_rate &&
    only.base === line.subtotal &&
    only.amount === line.tax_amount;
  return {
    ...rest,
    ...(discount_amount === 0 ? {} : { discount_amount }),
    ...(isPlain ? {} : { taxes }),
    ...(product_number === null ? {} : { product_number }),
  };
};

const describeLine = (
  header: InvoiceRecord['header'],
  line: InvoiceLineRow,
  { lineFields, lineTerms }: Regime,
): InvoiceLine => {
  const { content } = line;
  return {
    id: `${header.id}.${line.position}`,
    position: line.position,
    description: line.description,
    quantity: wire(line.quantity),
    unit_price: wire(line.unit_price),
    discount_amount: wire(content?.discount_amount ?? '0'),
    subtotal: wire(line.subtotal),
    tax_rate: wire(line.tax_rate),
    tax_amount: wire(line.tax_amount),
    total: toNumber(decimal(line.subtotal).plus(decimal(line.tax_amount))),
    taxes: readLineContent(header, line).taxes.map(({ tax, factor, rate, base, amount, withheld }) => ({
      tax,
      factor,
      rate: toNumber(rate),
      base: toNumber(base),
      amount: toNumber(amount),
      withheld,
    })),
    product_number: content?.product_number ?? null,
    ...(typeof content?.customs_number !== 'string' ? {} : { customs_number: content.customs_number }),
    ...(typeof content?.property_account !== 'string' ? {} : { property_account: content.property_account }),
    ...(lineTerms.includes('period') ? { period: content?.period ?? null } : {}),
    country_details: pick<InvoiceLineCountryDetails>(line.country_details, lineFields),
  };
};

/** The country's own fields, null where one was not given; those of other countries stay absent. */
const pick = <T extends object>(
  details: Readonly<Record<string, string | number>>,
  fields: readonly (keyof T & string)[],
): T => {
  const picked: Record<string, string | number | null> = {};
  for (const field of fields) picked[field] = details[field] ?? null;
  return picked as T;
};
