// The interface for rendering filed documents; `src/pdf` implements it.
import type { InvoiceDocument, ShownDocument } from '../../../einvoicing/regime.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { storedFiling } from '../../documents/shared/filing.ts';
import { findEmail } from '../store/documents.ts';

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

/** The address that was approved; of what an earlier release approved, the one that the customer has. */
export const findRecipient = async (ctx: ReadScope, filed: Filable): Promise<string | null> => {
  const { sent_to } = storedFiling(filed);
  if (sent_to === undefined) return findEmail(ctx, filed.customer.id);
  const email = sent_to.email?.trim() ?? '';
  return email === '' ? null : email;
};
