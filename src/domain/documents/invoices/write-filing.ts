// Writes the progress of a filing on the invoice, under its lock.
import type { FilingStatus, InvoiceInternalStatus } from '../../../../generated/types.ts';
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { StoredFiling } from '../shared/filing.ts';
import { countOpen } from '../shared/open-months.ts';
import type { InvoiceHeader, InvoiceRecord } from './record.ts';
import { type FilingColumns, lockInvoiceRow, updateFiling } from './store/invoices.ts';
import { loadInvoice } from './store/whole.ts';
import type { Movement } from '../../money/ledger/post.ts';
import { formatInvoiceFolio } from '../shared/document.ts';

/** The invoice with its row locked until the transaction ends. Whoever takes the lock also writes the row. */
export const lockInvoice = async (ctx: WriteScope, id: string): Promise<InvoiceRecord | undefined> => {
  await lockInvoiceRow(ctx, id);
  return loadInvoice(ctx, id);
};

export interface FilingChange {
  readonly filing_status?: FilingStatus;
  readonly internal_status?: InvoiceInternalStatus;
  /** Fields that change; the others stay. */
  readonly filing?: Partial<StoredFiling>;
  readonly columns?: FilingColumns;
}

/** Writes progress of the filing. The invoice must be locked, and `before` must be the row as it was read then. */
export const writeFiling = async (
  ctx: WriteScope,
  before: InvoiceHeader,
  { filing, filing_status, internal_status, columns = {} }: FilingChange,
): Promise<InvoiceHeader> => {
  const after: InvoiceHeader = {
    ...before,
    ...columns,
    ...(filing_status === undefined ? {} : { filing_status }),
    ...(internal_status === undefined ? {} : { internal_status }),
    filing: { ...before.filing, ...filing },
    version: before.version + 1,
    updated_at: toInstant(ctx.now),
  };
  const written = await updateFiling(ctx, before, after, columns);
  // The lock excludes others, so the caller wrote over an outdated copy.
  if (!written) throw new Error(`${before.id} changed while its filing was written`);
  await countOpen(ctx, [{ kind: 'invoice', before, after }]);
  return after;
};

const NO_WISH = { channel: null, format: null };

export const tellAddressed = (ctx: WriteScope, { header, customer }: InvoiceRecord): Promise<void> =>
  ctx.tell('document_addressed', { customer, delivery: header.content?.terms.delivery ?? NO_WISH });

export const tellFiled = async (ctx: WriteScope, folio: string | null): Promise<void> => {
  if (folio !== null) await ctx.tell('document_filed', { folio });
};

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
