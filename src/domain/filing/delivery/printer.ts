// The interface for rendering filed invoices; `src/pdf` implements it.
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';

/** An invoice as it was filed. */
export interface FiledInvoice {
  readonly document: InvoiceDocument;
  /** Series and number. */
  readonly folio: string;
  readonly filedAt: Date;
  readonly sandbox: boolean;
  /** The document accepted by the authority or network; a print may show only what it contains. */
  readonly xml: Buffer;
}

/** Renders a PDF. Equal input gives equal bytes. */
export type PrintInvoice = (invoice: FiledInvoice) => Promise<Buffer>;
