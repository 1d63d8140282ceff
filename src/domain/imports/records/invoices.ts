// Invoices of an earlier system: opening items, with what is left of them, and drafts.
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { scoped } from '../../../db/scoped.ts';
import { formatInvoiceFolio } from '../../documents/folio.ts';
import { invoiceFiled, invoiceReversed } from '../../invoices/movements.ts';
import type { InvoicePlan } from '../../invoices/plan.ts';
import type { InvoiceHeader } from '../../invoices/record.ts';
import { indexedInvoice, invoiceState } from '../../invoices/state.ts';
import { loadInvoice } from '../../invoices/store.ts';
import type { ImportScope } from '../importer.ts';
import type { EntityImporter } from '../importer.ts';
import { insertInChunks } from './chunks.ts';
import { type InvoicesRow, planInvoiceRow } from './invoice-rows.ts';
import {
  changedMeanwhile,
  type KnownDocument,
  type Opening,
  type OpeningKind,
  storeOpenings,
} from './opening.ts';

type Planned = Opening<InvoicePlan>;

const headerOf = ({ id, plan }: Planned, ctx: ImportScope, version = 1): InvoiceHeader => {
  const now = toInstant(ctx.now);
  return { ...plan.header, id, version, created_at: now, updated_at: now };
};

const columnsOf = (opening: Planned, ctx: ImportScope, version = 1) => {
  const header = headerOf(opening, ctx, version);
  return {
    ...header,
    tax_breakdown: JSON.stringify(header.tax_breakdown),
    country_details: JSON.stringify(header.country_details),
    filing: JSON.stringify(header.filing),
    import_hash: opening.hash,
    import_version: version,
  };
};

const insertLines = (ctx: ImportScope, openings: readonly Planned[]): Promise<void> =>
  insertInChunks(
    openings.flatMap(({ id, plan }) =>
      plan.lines.map((line) => ({
        ...line,
        invoice_id: id,
        country_details: JSON.stringify(line.country_details),
      })),
    ),
    (rows) => scoped(ctx, 'invoice_line').insert(rows).execute(),
  );

const KNOWN = [
  'invoice.id',
  'invoice.external_id',
  'invoice.version',
  'invoice.import_hash',
  'invoice.import_version',
] as const;

type Numbered = Pick<InvoiceHeader, 'series' | 'number'>;

/** A blank parts series and number, and no series differs from every series. */
const keyOf = ({ series, number }: Numbered): string | null =>
  number === null ? null : JSON.stringify([series, number]);

const withNumbers = async (
  ctx: ImportScope,
  plans: readonly InvoicePlan[],
): Promise<Map<string, KnownDocument>> => {
  const bySeries = new Map<string | null, string[]>();
  for (const { header } of plans) {
    if (header.number === null) continue;
    bySeries.set(header.series, [...(bySeries.get(header.series) ?? []), header.number]);
  }
  if (bySeries.size === 0) return new Map();
  const rows = await scoped(ctx, 'invoice')
    // Within a long import the server does not know yet how many rows there are.
    .select({ index: 'uq_invoice_number' })
    .select([...KNOWN, 'series', 'number'])
    .where((is) =>
      is.or(
        [...bySeries].map(([series, numbers]) =>
          is.and([
            series === null ? is('series', 'is', null) : is('series', '=', series),
            is('number', 'in', numbers),
          ]),
        ),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [keyOf(row) ?? '', row]));
};

const KIND: OpeningKind<InvoicesRow, InvoicePlan> = {
  noun: 'invoice',
  newId: () => newId('InvoiceId'),
  plan: planInvoiceRow,
  warnings: (row, { name, is_customer }) => [
    // Old invoices outlive the role; it says who may have new ones.
    ...(is_customer === 1 ? [] : [`${name} is not a customer, so create_invoice takes no invoice to it`]),
    ...(row.status === 'draft' && (row.number ?? row.uuid ?? row.series) !== undefined
      ? ['a draft gets series, number and uuid when it is filed; those of the row are left out']
      : []),
  ],
  numberKey: ({ header }) => keyOf(header),
  numberText: ({ header }) => formatInvoiceFolio(header) ?? '',
  withExternalIds: (ctx, ids) =>
    scoped(ctx, 'invoice')
      .select({ index: 'uq_invoice_external_id' })
      .select(KNOWN)
      .where('external_id', 'in', ids)
      .execute(),
  withNumbers,
  insert: async (ctx, openings) => {
    await scoped(ctx, 'invoice')
      .insert(openings.map((opening) => columnsOf(opening, ctx)))
      .execute();
    await insertLines(ctx, openings);
  },
  replace: async (ctx, { id, version }, opening) => {
    const before = await loadInvoice(ctx, id);
    if (before === undefined) throw changedMeanwhile(id);
    const { created_at: _made, ...columns } = columnsOf(opening, ctx, version + 1);
    const { numUpdatedRows } = await scoped(ctx, 'invoice')
      .update()
      .set(columns)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw changedMeanwhile(id);
    await scoped(ctx, 'invoice_line').delete().where('invoice_id', '=', id).execute();
    await insertLines(ctx, [opening]);
    return { indexed: indexedInvoice(before), state: invoiceState(before.header) };
  },
  indexed: (opening) => indexedInvoice({ header: bare(opening), customer: opening.plan.customer }),
  movements: (opening) => {
    const invoice = bare(opening);
    if (invoice.status === 'draft') return [];
    const filed = invoiceFiled(invoice);
    return invoice.closed_on === null
      ? [filed]
      : [filed, invoiceReversed(invoice, invoice.closed_on, invoice.total_minor)];
  },
  presettledMinor: ({ header }) => header.presettled_minor,
  state: (opening) => invoiceState(bare(opening)),
  events: {
    created: ({ header }) => (header.status === 'draft' ? 'invoice.created' : 'record.imported'),
    updated: 'record.imported',
  },
};

/** The header as far as it is known before it is stored. */
const bare = ({ id, plan }: Planned): InvoiceHeader => ({
  ...plan.header,
  id,
  version: 1,
  created_at: '',
  updated_at: '',
});

export const INVOICES: EntityImporter<'invoices'> = {
  level: 'entity',
  store: (ctx, rows, options) => storeOpenings(ctx, KIND, rows, options),
};
