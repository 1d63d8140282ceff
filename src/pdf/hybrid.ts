// The hybrid invoice (ZUGFeRD 2, Factur-X 1): pages for people, and the same invoice as XML inside the PDF/A-3.
import type { FiledInvoice } from '../domain/filing/delivery/printer.ts';
import { attachedFiles } from '../einvoicing/peppol-ubl/attachments.ts';
import { ciiXml } from '../einvoicing/peppol-ubl/cii/invoice.ts';
import type { InvoiceDocument } from '../einvoicing/regime.ts';
import type { EmbeddedXml, PrintedInvoice } from './printed.ts';
import { setText } from '../einvoicing/typeface.ts';
import { type XmlElement, element, elementText } from '../einvoicing/xml/write.ts';

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

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
};

/** Properties of this document; XMP wants the empty `about`, and a prefix for each namespace. */
export const describe = (
  document: PDFKit.PDFDocument,
  namespaces: Readonly<Record<string, string>>,
  properties: readonly XmlElement[],
): void => {
  const prefixes = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const content = properties.map(elementText).join('');
  document.appendXML(`<rdf:Description rdf:about=""${prefixes.join('')}>${content}</rdf:Description>`);
};

export const describeAuthor = (document: PDFKit.PDFDocument, { seller, createdAt }: PrintedInvoice): void => {
  const moment = `${createdAt.toISOString().slice(0, 19)}Z`;
  describe(document, NAMESPACES, [
    element('dc:creator', {}, [element('rdf:Seq', {}, [element('rdf:li', {}, setText(seller.name))])]),
    element('xmp:ModifyDate', {}, moment),
  ]);
};
