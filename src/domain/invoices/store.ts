// Reads and writes invoices of one entity.
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import type { InvoicePlan } from './plan.ts';
import type { InvoiceRecord } from './record.ts';

/** Stores a planned draft: one statement for the header, one for all lines. */
export const insertInvoice = async (ctx: WriteScope, plan: InvoicePlan): Promise<InvoiceRecord> => {
  const now = toInstant(ctx.now);
  const id = newId('InvoiceId');
  const header = { ...plan.header, id, version: 1, created_at: now, updated_at: now };
  await scoped(ctx, 'invoice')
    .insert({
      ...header,
      tax_breakdown: JSON.stringify(header.tax_breakdown),
      country_details: JSON.stringify(header.country_details),
      filing: JSON.stringify(header.filing),
    })
    .execute();
  await scoped(ctx, 'invoice_line')
    .insert(
      plan.lines.map((line) => ({
        ...line,
        invoice_id: id,
        country_details: JSON.stringify(line.country_details),
      })),
    )
    .execute();
  return { header, lines: plan.lines, customer: plan.customer };
};

/** The invoice with its customer and lines: two statements. */
export const loadInvoice = async (ctx: ReadScope, id: string): Promise<InvoiceRecord | undefined> => {
  const row = await scoped(ctx, 'invoice')
    .select()
    .innerJoin('counterparty', (join) =>
      join
        .onRef('counterparty.entity_id', '=', 'invoice.entity_id')
        .onRef('counterparty.id', '=', 'invoice.counterparty_id'),
    )
    .selectAll('invoice')
    .select([
      'counterparty.name as customer_name',
      'counterparty.country_code as customer_country_code',
      'counterparty.tax_id as customer_tax_id',
      'counterparty.postal_code as customer_postal_code',
      'counterparty.details as customer_details',
    ])
    .where('invoice.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const lines = await scoped(ctx, 'invoice_line')
    .select()
    .selectAll('invoice_line')
    .where('invoice_line.invoice_id', '=', id)
    .orderBy('invoice_line.position')
    .execute();
  const customer = {
    id: row.counterparty_id,
    name: row.customer_name,
    country_code: row.customer_country_code,
    tax_id: row.customer_tax_id,
    postal_code: row.customer_postal_code,
    details: row.customer_details,
  };
  return { header: row, lines, customer };
};
