// Loads a filed invoice with all that its PDF and its mail show.
import { parseInstant } from '../../../db/instant.ts';
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';
import { filedDocument, type FiledDocument } from '../store/documents.ts';
import { toDocument } from '../../invoices/document.ts';
import { storedFiling } from '../../invoices/filing.ts';
import { formatInvoiceFolio } from '../../documents/folio.ts';
import type { InvoiceRecord } from '../../invoices/record.ts';
import { loadInvoice } from '../../invoices/store.ts';
import type { ReadScope } from '../../change/scope.ts';

export interface Filed {
  readonly record: InvoiceRecord;
  readonly document: InvoiceDocument;
  readonly folio: string;
  readonly filedAt: Date;
  readonly sandbox: boolean;
  readonly xml: FiledDocument;
}

/** Undefined for a draft, or an invoice that another system has filed. */
export const loadFiled = async (ctx: ReadScope, invoiceId: string): Promise<Filed | undefined> => {
  const xml = await filedDocument(ctx, invoiceId, 'xml');
  if (xml === undefined) return undefined;
  const record = await loadInvoice(ctx, invoiceId);
  if (record === undefined || record.header.status === 'draft') return undefined;
  const { header } = record;
  const { filed_at, sandbox } = storedFiling(header);
  return {
    record,
    document: toDocument(ctx.entity, record),
    folio: formatInvoiceFolio(header) ?? invoiceId,
    filedAt: typeof filed_at === 'string' ? new Date(filed_at) : parseInstant(header.updated_at),
    sandbox: sandbox === true,
    xml,
  };
};
