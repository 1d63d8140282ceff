// What an invoice means for the ledger of receivables.
import type { Movement } from '../../money/ledger/post.ts';
import { formatInvoiceFolio } from '../shared/folio.ts';
import type { InvoiceHeader } from './record.ts';

type Facts = Pick<
  InvoiceHeader,
  'id' | 'counterparty_id' | 'currency' | 'series' | 'number' | 'title' | 'issue_date' | 'total_minor'
>;

const commonFacts = (invoice: Facts) =>
  ({
    ledger: 'ar',
    counterparty_id: invoice.counterparty_id,
    currency: invoice.currency,
    record_id: invoice.id,
    document_id: invoice.id,
    number: formatInvoiceFolio(invoice),
    description: invoice.title,
  }) as const;

/** The customer owes the whole invoice from its issue date on. */
export const invoiceFiled = (invoice: Facts): Movement => ({
  ...commonFacts(invoice),
  entry_type: 'invoice',
  date: invoice.issue_date,
  amount_minor: invoice.total_minor,
});

/** Nothing more of it is owed. */
export const invoiceReversed = (invoice: Facts, date: string, amount_minor: number): Movement => ({
  ...commonFacts(invoice),
  entry_type: 'reversal',
  date,
  amount_minor,
});
