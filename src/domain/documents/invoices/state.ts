// What the trail and search record of an invoice.
import { minorToWire } from '../../../base/money/amount.ts';
import { formatInvoiceFolio, hideReservedNumber } from '../shared/document.ts';
import type { IndexedRecord } from '../../ground/search-index/index-record.ts';
import { getUuid } from '../shared/filing.ts';
import type { InvoiceHeader, InvoiceRecord } from './record.ts';

/** What the trail and events record of an invoice, in the field names of the tools. */
export const invoiceState = (header: InvoiceHeader): object => {
  const { currency } = header;
  return {
    status: header.status,
    internal_status: header.internal_status,
    filing_status: header.filing_status,
    counterparty_id: header.counterparty_id,
    folio: formatInvoiceFolio(header),
    title: header.title,
    issue_date: header.issue_date,
    due_date: header.due_date,
    currency,
    exchange_rate: header.exchange_rate,
    subtotal: minorToWire(header.subtotal_minor, currency),
    tax_total: minorToWire(header.tax_minor, currency),
    total: minorToWire(header.total_minor, currency),
    amount_paid: minorToWire(header.paid_minor, currency),
    amount_credited: minorToWire(header.credited_minor, currency),
    balance_due: minorToWire(header.balance_minor, currency),
    country_details: header.country_details,
  };
};

/** The words and numbers by which search finds an invoice: title, customer's name, folio and UUID. */
export const indexedInvoice = ({
  header,
  customer,
}: Pick<InvoiceRecord, 'header' | 'customer'>): IndexedRecord => ({
  record_id: header.id,
  type: 'invoices',
  label: header.title === null ? customer.name : `${header.title} – ${customer.name}`,
  identifiers: [
    formatInvoiceFolio(header),
    hideReservedNumber(header).number,
    header.external_id,
    getUuid(header),
  ],
});
