// Codes of the SAT's short catalogues (CFDI 4.0, catCFDI); the defaults are in `spec/countries/MX.yaml`.
import { INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import { CATALOGS } from './catalogs.ts';

/** c_FormaPago. */
export const PAYMENT_FORMS: readonly string[] = [...CATALOGS.c_FormaPago];

/** To be defined: required for PPD invoices, and only for them (CFDI40105). */
export const FORM_TO_BE_DEFINED = INVOICE_DEFAULTS.MX.payment_form_deferred;

export const METHOD_AT_ONCE = 'PUE';
export const METHOD_DEFERRED = 'PPD';

/** c_TipoDeComprobante: income. */
export const TYPE_INCOME = 'I';

/** c_ObjetoImp: the only value that carries the tax on the line (CFDI40171, 40172). */
export const OBJECT_TAXED = '02';
/** c_ObjetoImp: outside the tax. */
export const OBJECT_NOT_TAXED = '01';
/** c_ObjetoImp: excise tax (IEPS) shown, IVA not; the service computes no IEPS. */
export const OBJECT_EXCISE_SHOWN = '07';

/** The name that makes a document for the general public a global invoice (CFDI40130, 40146). */
export const PUBLIC_NAME = 'PUBLICO EN GENERAL';

/** c_Moneda. */
export const PESO = 'MXN';

/** c_TipoFactor: a share of the base. */
export const FACTOR_RATE = 'Tasa';
/** c_TipoFactor: no tax is caused. */
export const FACTOR_EXEMPT = 'Exento';
