// The XMP metadata that pdfkit leaves out, or would write without escaping.
import { setText } from '../einvoicing/typeface.ts';
import { elementText, element, type XmlElement } from '../einvoicing/xml/write.ts';
import type { PrintedInvoice } from './printed.ts';

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
