// Prints a filed document by the regime of its country.
import { COUNTRIES, type Regime } from '../../generated/countries.ts';
import type { FiledDocument, FiledInvoice, PrintInvoice } from '../domain/filing/delivery/printer.ts';
import { draw } from './draw.ts';
import { embeddedXml } from './hybrid.ts';
import { printMxCfdi, printMxComplement } from './mx/print.ts';
import { type FiledCfdi, type FiledComplement, mxShown } from './mx/shown.ts';
import { chooseForm, printPeppol } from './peppol/print.ts';
import type { Printed, PrintedInvoice } from './printed.ts';

const regimeOf = ({ document }: FiledInvoice): Regime => COUNTRIES[document.seller.country_code].regime;

const cfdiOf = ({ document, ...filed }: FiledInvoice): FiledCfdi => ({
  ...filed,
  document: mxShown(document),
});

const PRINTERS: Readonly<Record<Regime, (filed: FiledInvoice) => PrintedInvoice>> = {
  'mx-cfdi': (filed) => printMxCfdi(cfdiOf(filed)),
  'peppol-ubl': printPeppol,
};

export const toPrinted = (filed: FiledInvoice): PrintedInvoice => PRINTERS[regimeOf(filed)](filed);

const composeHybrid = (invoice: FiledInvoice): Printed => ({
  pages: printPeppol(invoice, 'hybrid'),
  embedded: embeddedXml(invoice),
});

/** A document as another thread can be sent it: plain data, of which bytes arrive as no buffer. */
export type Sendable =
  | { readonly kind: 'cfdi'; readonly filed: Omit<FiledCfdi, 'xml'>; readonly xml: Uint8Array }
  | { readonly kind: 'complement'; readonly filed: Omit<FiledComplement, 'xml'>; readonly xml: Uint8Array }
  | { readonly kind: 'composed'; readonly printed: Printed };

/** What takes long to read is read where it arrives; what is computed from the books' own decimals is composed here. */
export const toSendable = ({ document, ...filed }: FiledDocument): Sendable => {
  const { xml, ...rest } = filed;
  // A copy: the bytes may lie within a far longer answer of the database, all of which would be sent.
  if (document.kind === 'payment') return { kind: 'complement', filed: rest, xml: new Uint8Array(xml) };
  const invoice = { ...filed, document };
  if (regimeOf(invoice) === 'mx-cfdi')
    return { kind: 'cfdi', filed: { ...rest, document: mxShown(document) }, xml: new Uint8Array(xml) };
  return {
    kind: 'composed',
    printed:
      filed.draft !== true && chooseForm(invoice) === 'hybrid'
        ? composeHybrid(invoice)
        : { pages: toPrinted(invoice), embedded: null },
  };
};

/** Every text and figure of the document. */
export const compose = (sent: Sendable): Printed => {
  if (sent.kind === 'composed') return sent.printed;
  const xml = Buffer.from(sent.xml.buffer, sent.xml.byteOffset, sent.xml.byteLength);
  const pages =
    sent.kind === 'cfdi' ? printMxCfdi({ ...sent.filed, xml }) : printMxComplement({ ...sent.filed, xml });
  return { pages, embedded: null };
};

export const printComplement = (filed: FiledComplement): Promise<Buffer> =>
  draw({ pages: printMxComplement(filed), embedded: null });

export const printHybrid = (filed: FiledInvoice): Promise<Buffer> => draw(composeHybrid(filed));

/** In this thread; the service draws in another, see `thread.ts`. */
export const printInvoice: PrintInvoice = (filed) => draw(compose(toSendable(filed)));
