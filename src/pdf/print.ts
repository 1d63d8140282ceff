// Prints a filed document by the regime of its country.
import { COUNTRIES, type Regime } from '../../generated/countries.ts';
import type { FiledDocument, FiledInvoice, PrintInvoice } from '../domain/filing/delivery/printer.ts';
import { draw } from './draw.ts';
import { embeddedXml } from './hybrid.ts';
import { type FiledComplement, printMxCfdi, printMxComplement } from './mx/print.ts';
import { chooseForm, printPeppol } from './peppol/print.ts';
import type { Printed, PrintedInvoice } from './printed.ts';

const PRINTERS: Readonly<Record<Regime, (filed: FiledInvoice) => PrintedInvoice>> = {
  'mx-cfdi': printMxCfdi,
  'peppol-ubl': printPeppol,
};

const regimeOf = ({ document }: FiledInvoice): Regime => COUNTRIES[document.seller.country_code].regime;

export const toPrinted = (filed: FiledInvoice): PrintedInvoice => PRINTERS[regimeOf(filed)](filed);

const composeHybrid = (invoice: FiledInvoice): Printed => ({
  pages: printPeppol(invoice, 'hybrid'),
  embedded: embeddedXml(invoice),
});

/** Every text and figure of the document; fast beside the drawing. */
export const compose = ({ document, ...filed }: FiledDocument): Printed => {
  if (document.kind === 'payment') return { pages: printMxComplement(filed), embedded: null };
  const invoice = { ...filed, document };
  return regimeOf(invoice) === 'peppol-ubl' && filed.draft !== true && chooseForm(invoice) === 'hybrid'
    ? composeHybrid(invoice)
    : { pages: toPrinted(invoice), embedded: null };
};

export const printComplement = (filed: FiledComplement): Promise<Buffer> =>
  draw({ pages: printMxComplement(filed), embedded: null });

export const printHybrid = (filed: FiledInvoice): Promise<Buffer> => draw(composeHybrid(filed));

/** In this thread; the service draws in another, see `thread.ts`. */
export const printInvoice: PrintInvoice = (filed) => draw(compose(filed));
