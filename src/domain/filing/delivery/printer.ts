// The interface for rendering filed documents; `src/pdf` implements it.
import type { InvoiceDocument, ShownDocument } from '../../../einvoicing/regime.ts';

/** A document as it was filed, or as it would be. */
export interface FiledDocument {
  readonly document: ShownDocument;
  /** Series and number. */
  readonly folio: string;
  readonly filedAt: Date;
  readonly sandbox: boolean;
  /** Not filed yet: no stamp, and marked on every page. */
  readonly draft?: boolean;
  /** The document accepted by the authority or network; a print may show only what it contains. */
  readonly xml: Buffer;
}

export interface FiledInvoice extends FiledDocument {
  readonly document: InvoiceDocument;
}

/** Renders a PDF. Equal input gives equal bytes. */
export type PrintInvoice = (filed: FiledDocument) => Promise<Buffer>;
