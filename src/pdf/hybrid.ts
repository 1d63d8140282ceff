// The hybrid invoice (ZUGFeRD 2, Factur-X 1): pages for people, and the same invoice as XML inside the PDF/A-3.
import type { FiledInvoice } from '../domain/filing/delivery/printer.ts';
import { attachedFiles } from '../einvoicing/peppol-ubl/attachments.ts';
import { ciiXml } from '../einvoicing/peppol-ubl/cii/invoice.ts';
import type { InvoiceDocument } from '../einvoicing/regime.ts';
import type { EmbeddedXml } from './printed.ts';

/** The files inside the document that was filed; the books give their names only. */
const withContents = (document: InvoiceDocument, xml: Buffer): InvoiceDocument => {
  const { attachments } = document.terms;
  if (attachments.every(({ content }) => content !== null)) return document;
  const files = new Map(attachedFiles(xml).map(({ filename, content }) => [filename, content]));
  const read = attachments.map((each) => ({
    ...each,
    content: each.content ?? files.get(each.name) ?? null,
  }));
  return { ...document, terms: { ...document.terms, attachments: read } };
};

/** It bears the number under which the document was filed. */
export const embeddedXml = ({ document, folio, filedAt, xml }: FiledInvoice): EmbeddedXml => ({
  xml: ciiXml(withContents(document, xml), folio),
  modifiedDate: filedAt,
});
