// The interface for rendering filed documents; `src/pdf` implements it.
import type { InvoiceDocument, ShownDocument } from '../../../einvoicing/regime.ts';

/** A document as it was filed. */
export interface FiledDocument {
  readonly document: ShownDocument;
  /** Series and number. */
  readonly folio: string;
  readonly filedAt: Date;
  readonly sandbox: boolean;
  /** The document accepted by the authority or network; a print may show only what it contains. */
  readonly xml: Buffer;
}

export interface FiledInvoice extends FiledDocument {
  readonly document: InvoiceDocument;
}

/** Renders a PDF. Equal input gives equal bytes. */
export type PrintInvoice = (filed: FiledDocument) => Promise<Buffer>;
