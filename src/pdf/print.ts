// Prints a filed invoice by the regime of its country.
import { COUNTRIES, type Regime } from '../../generated/countries.ts';
import type { FiledInvoice, PrintInvoice } from '../domain/filing/delivery/printer.ts';
import { type FiledComplement, printMxCfdi, printMxComplement } from './mx/print.ts';
import { printPeppol } from './peppol/print.ts';
import type { PrintedInvoice } from './printed.ts';
import { renderInvoicePdf } from './render.ts';

const PRINTERS: Readonly<Record<Regime, (filed: FiledInvoice) => PrintedInvoice>> = {
  'mx-cfdi': printMxCfdi,
  'peppol-ubl': printPeppol,
};

export const toPrinted = (filed: FiledInvoice): PrintedInvoice =>
  PRINTERS[COUNTRIES[filed.document.seller.country_code].regime](filed);

export const printInvoice: PrintInvoice = (filed) => renderInvoicePdf(toPrinted(filed));

export const printComplement = (filed: FiledComplement): Promise<Buffer> =>
  renderInvoicePdf(printMxComplement(filed));
