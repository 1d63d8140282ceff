// Prints a filed document by the regime of its country.
import { COUNTRIES, type Regime } from '../../generated/countries.ts';
import type { FiledInvoice, PrintInvoice } from '../domain/filing/delivery/printer.ts';
import { printHybrid } from './hybrid.ts';
import { type FiledComplement, printMxCfdi, printMxComplement } from './mx/print.ts';
import { chooseForm, printPeppol } from './peppol/print.ts';
import type { PrintedInvoice } from './printed.ts';
import { renderInvoicePdf } from './render.ts';

const PRINTERS: Readonly<Record<Regime, (filed: FiledInvoice) => PrintedInvoice>> = {
  'mx-cfdi': printMxCfdi,
  'peppol-ubl': printPeppol,
};

const regimeOf = ({ document }: FiledInvoice): Regime => COUNTRIES[document.seller.country_code].regime;

export const toPrinted = (filed: FiledInvoice): PrintedInvoice => PRINTERS[regimeOf(filed)](filed);

export const printComplement = (filed: FiledComplement): Promise<Buffer> =>
  renderInvoicePdf(printMxComplement(filed));

export const printInvoice: PrintInvoice = ({ document, ...filed }) => {
  if (document.kind === 'payment') return printComplement(filed);
  const invoice = { ...filed, document };
  return regimeOf(invoice) === 'peppol-ubl' && chooseForm(invoice) === 'hybrid'
    ? printHybrid(invoice)
    : renderInvoicePdf(toPrinted(invoice));
};
