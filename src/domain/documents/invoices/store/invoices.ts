// Every statement on invoices and their lines.
import { newId } from '../../../../db/ids.ts';
import { toInstant } from '../../../../db/instant.ts';
import { scoped, type Tenant, updateVersion } from '../../../../db/scoped.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { isNumbered, type SeriesNumber } from '../../shared/store/numbered.ts';
import type { InvoicePlan } from '../plan.ts';
import type { InvoiceHeader, InvoiceRecord } from '../record.ts';

type Changing = Tenant<Writer> & { readonly now: Date };

/** Stores a planned draft: one statement for the header, one for all lines. */
export const insertInvoice = async (ctx: Changing, plan: InvoicePlan): Promise<InvoiceRecord> => {
  const now = toInstant(ctx.now);
  const id = newId('InvoiceId');
  const header = { ...plan.header, id, version: 1, created_at: now, updated_at: now };
  await scoped(ctx, 'invoice')
    .insert({
      ...header,
      tax_breakdown: JSON.stringify(header.tax_breakdown),
      country_details: JSON.stringify(header.country_details),
      filing: JSON.stringify(header.filing),
      content: JSON.stringify(header.content),
    })
    .execute();
  await insertDetails(ctx, id, plan);
  return { header, lines: plan.lines, customer: plan.customer };
};

const insertDetails = async (ctx: Changing, id: string, { lines, files }: InvoicePlan): Promise<void> => {
  await scoped(ctx, 'invoice_line')
    .insert(
      lines.map((line) => ({
        ...line,
        invoice_id: id,
        country_details: JSON.stringify(line.country_details),
        content: JSON.stringify(line.content),
      })),
    )
    .execute();
  if (files.length === 0) return;
  await scoped(ctx, 'invoice_attachment')
    .insert(files.map((bytes, index) => ({ invoice_id: id, position: index + 1, bytes })))
    .execute();
};

/** Writes the plan over a draft, which keeps its id, its number and the progress of its filing. */
export const replaceDraft = async (
  ctx: Changing,
  { header: before }: InvoiceRecord,
  plan: InvoicePlan,
): Promise<InvoiceRecord> => {
  const {
    id,
    version,
    created_at,
    status,
    internal_status,
    series,
    number,
    filing_status,
    filing,
    external_id,
  } = before;
  const header = {
    ...plan.header,
    id,
    created_at,
    status,
    internal_status,
    series,
    number,
    filing_status,
    filing,
    external_id,
    version: version + 1,
    updated_at: toInstant(ctx.now),
  };
  const { numUpdatedRows } = await scoped(ctx, 'invoice')
    .update()
    .set({
      ...header,
      tax_breakdown: JSON.stringify(header.tax_breakdown),
      country_details: JSON.stringify(header.country_details),
      filing: JSON.stringify(header.filing),
      content: JSON.stringify(header.content),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
  // The lock excludes others, so the caller wrote over an outdated copy.
  if (numUpdatedRows !== 1n) throw new Error(`${id} changed while it was corrected`);
  await deleteDetails(ctx, id);
  await insertDetails(ctx, id, plan);
  return { header, lines: plan.lines, customer: plan.customer };
};

/** The files of an invoice, in the order of its attachments. */
export const readFiles = async (ctx: Tenant<Reader>, id: string): Promise<readonly Buffer[]> => {
  const rows = await scoped(ctx, 'invoice_attachment')
    .select()
    .select('bytes')
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ bytes }) => bytes);
};

/** Locks the row until the transaction ends. */
export const lockInvoiceRow = async (ctx: Tenant<Writer>, id: string): Promise<void> => {
  await scoped(ctx, 'invoice').select().select('id').where('id', '=', id).forUpdate().executeTakeFirst();
};

/** Those filed with one of these numbers, locked; it waits for one that is filed at this moment. */
export const lockNumbered = async (
  ctx: Tenant<Writer>,
  numbers: readonly SeriesNumber[],
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'invoice')
    .select({ index: 'uq_invoice_number' })
    .select(['id', 'status'])
    .where(isNumbered(numbers))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.filter(({ status }) => status !== 'draft').map(({ id }) => id);
};

/** Columns that the progress of a filing changes. */
export type FilingColumns = Partial<
  Pick<
    InvoiceHeader,
    | 'status'
    | 'internal_status'
    | 'open'
    | 'series'
    | 'number'
    | 'issue_date'
    | 'due_date'
    | 'exchange_rate'
    | 'exchange_rate_date'
    | 'exchange_rate_source'
  >
>;

/** False when the row is no longer the one that was read. `columns` are those that change besides the filing itself. */
export const updateFiling = async (
  ctx: Tenant<Writer>,
  before: Pick<InvoiceHeader, 'id' | 'version'>,
  after: InvoiceHeader,
  columns: FilingColumns,
): Promise<boolean> => {
  return updateVersion(
    ctx,
    'invoice',
    { id: before.id, version: before.version },
    {
      ...columns,
      filing_status: after.filing_status,
      internal_status: after.internal_status,
      filing: JSON.stringify(after.filing),
      version: after.version,
      updated_at: after.updated_at,
    },
  );
};

/**
 * Deletes a draft that is not being filed, with its lines; false when there is none. The guard is in the DELETE itself:
 * a filing that begins at the same moment wins or loses whole.
 */
export const deleteDraft = async (ctx: Tenant<Writer>, id: string): Promise<boolean> => {
  const { numDeletedRows } = await scoped(ctx, 'invoice')
    .delete()
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('filing_status', 'in', ['not_submitted', 'failed'])
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await deleteDetails(ctx, id);
  return true;
};

const deleteDetails = async (ctx: Tenant<Writer>, id: string): Promise<void> => {
  await scoped(ctx, 'invoice_line').delete().where('invoice_id', '=', id).execute();
  await scoped(ctx, 'invoice_attachment').delete().where('invoice_id', '=', id).execute();
};
