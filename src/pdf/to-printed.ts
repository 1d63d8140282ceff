// From a filed invoice to what is printed of it.
import { COUNTRIES, type Regime } from '../../generated/countries.ts';
import type { FiledInvoice } from './filed.ts';
import { printMxCfdi } from './mx/print.ts';
import { printPeppol } from './peppol/print.ts';
import type { PrintedInvoice } from './printed.ts';

const PRINTERS: Readonly<Record<Regime, (filed: FiledInvoice) => PrintedInvoice>> = {
  'mx-cfdi': printMxCfdi,
  'peppol-ubl': printPeppol,
};

export const toPrinted = (filed: FiledInvoice): PrintedInvoice =>
  PRINTERS[COUNTRIES[filed.document.seller.country_code].regime](filed);
