// Invoices of an earlier system, as imports find, store and replace them.
import type { Reader, Writer } from '../../../../db/database.ts';
import { inChunks } from '../../../../base/chunks.ts';
import { acrossTenants, scoped, type Tenant } from '../../../../db/scoped.ts';
import type { IsoDay } from '../../../../base/time/day.ts';
import type { KnownDocument, NamedDocument } from '../../shared/imported.ts';
import type { InvoiceHeader, InvoiceLineRow } from '../record.ts';

const KNOWN = [
  'invoice.id',
  'invoice.external_id',
  'invoice.version',
  'invoice.import_hash',
  'invoice.import_version',
] as const;

export const invoicesByExternalId = (
  ctx: Tenant<Reader>,
  externalIds: readonly string[],
): Promise<KnownDocument[]> =>
  scoped(ctx, 'invoice')
    .select({ index: 'uq_invoice_external_id' })
    .select(KNOWN)
    .where('external_id', 'in', externalIds)
    .execute();

/** Those that have one of the numbers, which are given by their series. */
export const invoicesByNumber = (
  ctx: Tenant<Reader>,
  numbersBySeries: ReadonlyMap<string | null, readonly string[]>,
): Promise<(KnownDocument & Pick<InvoiceHeader, 'series' | 'number'>)[]> =>
  scoped(ctx, 'invoice')
    // Within a long import the server does not know yet how many rows there are.
    .select({ index: 'uq_invoice_number' })
    .select([...KNOWN, 'series', 'number'])
    .where((is) =>
      is.or(
        [...numbersBySeries].map(([series, numbers]) =>
          is.and([
            series === null ? is('series', 'is', null) : is('series', '=', series),
            is('number', 'in', numbers),
          ]),
        ),
      ),
    )
    .execute();

export const invoicesNamed = (
  ctx: Tenant<Reader>,
  column: 'id' | 'external_id',
  names: readonly string[],
): Promise<NamedDocument[]> =>
  scoped(ctx, 'invoice').select().select(['id', 'external_id']).where(column, 'in', names).execute();

/** An invoice as a row of a file describes it. */
export interface ImportedInvoice {
  readonly header: InvoiceHeader;
  readonly lines: readonly InvoiceLineRow[];
  readonly import_hash: string;
}

const toColumns = ({ header, import_hash }: ImportedInvoice) => ({
  ...header,
  tax_breakdown: JSON.stringify(header.tax_breakdown),
  country_details: JSON.stringify(header.country_details),
  filing: JSON.stringify(header.filing),
  content: JSON.stringify(header.content),
  import_hash,
  import_version: header.version,
});

export const insertInvoices = async (
  ctx: Tenant<Writer>,
  invoices: readonly ImportedInvoice[],
): Promise<void> => {
  await scoped(ctx, 'invoice').insert(invoices.map(toColumns)).execute();
  await insertLines(ctx, invoices);
};

const insertLines = (ctx: Tenant<Writer>, invoices: readonly ImportedInvoice[]): Promise<void> =>
  inChunks(
    invoices.flatMap(({ header, lines }) =>
      lines.map((line) => ({
        ...line,
        invoice_id: header.id,
        country_details: JSON.stringify(line.country_details),
        content: JSON.stringify(line.content),
      })),
    ),
    (rows) => scoped(ctx, 'invoice_line').insert(rows).later().execute(),
  );

/** False when the invoice is no longer in the version that precedes the new one. */
export const replaceInvoice = async (ctx: Tenant<Writer>, invoice: ImportedInvoice): Promise<boolean> => {
  const { created_at: _made, ...columns } = toColumns(invoice);
  const { numUpdatedRows } = await scoped(ctx, 'invoice')
    .update()
    .set(columns)
    .where('id', '=', columns.id)
    .where('version', '=', columns.version - 1)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await scoped(ctx, 'invoice_line').delete().where('invoice_id', '=', columns.id).execute();
  await insertLines(ctx, [invoice]);
  return true;
};

/** Filed invoices of these companies that are owed and were issued before this day, latest first. */
export const openIssuedBefore = (db: Reader, entityIds: readonly string[], day: IsoDay, max: number) =>
  acrossTenants(db, entityIds, 'invoice')
    .select(['id', 'status', 'issue_date', 'balance_minor', 'closed_on', 'country_details'])
    .where('status', '=', 'filed')
    .where('open', '=', true)
    .where('issue_date', '<', day)
    .orderBy('issue_date', 'desc')
    .limit(max)
    .execute();
