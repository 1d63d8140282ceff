// Invoices of an earlier system: opening items with their remaining balances, and drafts.
import { newId } from '../../../../db/ids.ts';
import { toInstant } from '../../../../db/instant.ts';
import type { KnownDocument } from '../../../documents/shared/imported.ts';
import { formatInvoiceFolio } from '../../../documents/shared/document.ts';
import { countOpen } from '../../../documents/shared/open-months.ts';
import { invoiceFiled, invoiceReversed } from '../../../documents/invoices/write-filing.ts';
import type { InvoicePlan } from '../../../documents/invoices/plan.ts';
import type { InvoiceHeader } from '../../../documents/invoices/record.ts';
import { indexedInvoice, invoiceState } from '../../../documents/invoices/state.ts';
import { loadInvoice } from '../../../documents/invoices/store/whole.ts';
import {
  type ImportedInvoice,
  insertInvoices,
  invoicesByExternalId,
  invoicesByNumber,
  replaceInvoice,
} from '../../../documents/invoices/store/bulk.ts';
import type { EntityImporter, ImportScope } from '../importer.ts';
import { type InvoicesRow, planInvoiceRow } from './invoice-rows.ts';
import { type Opening, type OpeningKind, changedMeanwhile, storeOpenings } from './opening.ts';

type Planned = Opening<InvoicePlan>;

/** The document as stored in this version. */
const toImported = ({ id, hash, plan }: Planned, ctx: ImportScope, version = 1): ImportedInvoice => {
  const now = toInstant(ctx.now);
  const header = { ...plan.header, id, version, created_at: now, updated_at: now };
  return { header, lines: plan.lines, import_hash: hash };
};

type Numbered = Pick<InvoiceHeader, 'series' | 'number'>;

/** Encoded as JSON to keep series and number apart, and a missing series distinct. */
const joinNumberKey = ({ series, number }: Numbered): string | null =>
  number === null ? null : JSON.stringify([series, number]);

const withKeys = async (
  ctx: ImportScope,
  plans: readonly InvoicePlan[],
): Promise<Map<string, KnownDocument>> => {
  const bySeries = new Map<string | null, string[]>();
  for (const { header } of plans) {
    if (header.number === null) continue;
    bySeries.set(header.series, [...(bySeries.get(header.series) ?? []), header.number]);
  }
  if (bySeries.size === 0) return new Map();
  const rows = await invoicesByNumber(ctx, bySeries);
  return new Map(rows.map((row) => [joinNumberKey(row) ?? '', row]));
};

const KIND: OpeningKind<InvoicesRow, InvoicePlan> = {
  noun: 'invoice',
  newId: () => newId('InvoiceId'),
  plan: planInvoiceRow,
  warnings: (row, { name, is_customer }) => [
    // The customer role is required for new invoices only; imported ones may be older.
    ...(is_customer ? [] : [`${name} is not a customer, so create_invoice takes no invoice to it`]),
    ...(row.status === 'draft' && (row.number ?? row.uuid ?? row.series) !== undefined
      ? ['a draft gets series, number and uuid when it is filed; those of the row are left out']
      : []),
  ],
  keys: ({ header }) => {
    const key = joinNumberKey(header);
    return key === null ? [] : [{ key, text: `the invoice ${formatInvoiceFolio(header) ?? ''}` }];
  },
  withExternalIds: invoicesByExternalId,
  withKeys,
  insert: async (ctx, openings) => {
    const imported = openings.map((opening) => toImported(opening, ctx));
    await insertInvoices(ctx, imported);
    await countOpen(
      ctx,
      imported.map(({ header }) => ({ kind: 'invoice', before: null, after: header })),
    );
  },
  replace: async (ctx, { id, version }, opening) => {
    const before = await loadInvoice(ctx, id);
    const imported = toImported(opening, ctx, version + 1);
    const isReplaced = before !== undefined && (await replaceInvoice(ctx, imported));
    if (!isReplaced) throw changedMeanwhile(id);
    await countOpen(ctx, [{ kind: 'invoice', before: before.header, after: imported.header }]);
    return { indexed: indexedInvoice(before), state: invoiceState(before.header) };
  },
  indexed: (opening) => indexedInvoice({ header: unstored(opening), customer: opening.plan.customer }),
  movements: (opening) => {
    const invoice = unstored(opening);
    if (invoice.status === 'draft') return [];
    const filed = invoiceFiled(invoice);
    return invoice.closed_on === null
      ? [filed]
      : [filed, invoiceReversed(invoice, invoice.closed_on, invoice.total_minor)];
  },
  presettledMinor: ({ header }) => header.presettled_minor,
  state: (opening) => invoiceState(unstored(opening)),
  events: {
    created: ({ header }) => (header.status === 'draft' ? 'invoice.created' : 'record.imported'),
    updated: 'record.imported',
  },
};

/** The header before it is stored. */
const unstored = ({ id, plan }: Planned): InvoiceHeader => ({
  ...plan.header,
  id,
  version: 1,
  created_at: '',
  updated_at: '',
});

export const INVOICES: EntityImporter<'invoices'> = {
  level: 'entity',
  // Drafts have no number yet.
  hasKey: ({ status, number }) => status !== 'draft' && number !== undefined,
  store: (ctx, rows, options) => storeOpenings(ctx, KIND, rows, options),
};
