import { minorToWire } from '../../base/money/amount.ts';
import { formatInvoiceFolio } from '../documents/folio.ts';
import type { InvoiceHeader } from './record.ts';

/** What the trail and events keep of an invoice: what was decided, in the words of the tools. */
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
    balance_due: minorToWire(header.balance_minor, currency),
    country_details: header.country_details,
  };
};
