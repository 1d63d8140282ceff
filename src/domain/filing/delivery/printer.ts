// What people read of a filed invoice, whoever draws it; `src/pdf` does.
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';

/** An invoice as it was filed. */
export interface FiledInvoice {
  readonly document: InvoiceDocument;
  /** Series and number. */
  readonly folio: string;
  readonly filedAt: Date;
  readonly sandbox: boolean;
  /** What the authority stamped or the network took: what a print shows must stand in it. */
  readonly xml: Buffer;
}

/** A PDF. Equal input gives equal bytes. */
export type PrintInvoice = (invoice: FiledInvoice) => Promise<Buffer>;
