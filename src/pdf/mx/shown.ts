// What a print of a CFDI takes from the books, its XML having the rest: plain data, which another thread can be sent.
import type { FiledInvoice } from '../../domain/filing/delivery/printer.ts';
import type { DocumentLine, InvoiceDocument } from '../../einvoicing/regime.ts';

export interface MxShown extends Pick<
  InvoiceDocument,
  'kind' | 'title' | 'notes' | 'dueDate' | 'payee' | 'relations'
> {
  readonly seller: Pick<InvoiceDocument['seller'], 'details'>;
  readonly lines: readonly Pick<DocumentLine, 'customsNumber' | 'propertyAccount'>[];
}

/** A payment complement as it was filed; it has no invoice of its own. */
export type FiledComplement = Omit<FiledInvoice, 'document'>;

export interface FiledCfdi extends FiledComplement {
  readonly document: MxShown;
}

export const mxShown = (document: InvoiceDocument): MxShown => {
  const { kind, title, notes, dueDate, payee, relations, seller, lines } = document;
  return {
    kind,
    title,
    notes,
    dueDate,
    payee,
    relations,
    seller: { details: seller.details },
    lines: lines.map(({ customsNumber, propertyAccount }) => ({ customsNumber, propertyAccount })),
  };
};
