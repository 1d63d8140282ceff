// Codes of the SAT's short catalogues (CFDI 4.0, catCFDI); the defaults are in `spec/countries/MX.yaml`.
import { INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import type { TaxFactor } from '../../../generated/types.ts';
import { CATALOGS } from './catalogs.ts';

/** c_FormaPago. */
export const PAYMENT_FORMS: readonly string[] = [...CATALOGS.c_FormaPago];

/** To be defined: required for PPD invoices, and only for them (CFDI40105). */
export const FORM_TO_BE_DEFINED = INVOICE_DEFAULTS.MX.payment_form_deferred;

export const METHOD_AT_ONCE = 'PUE';
export const METHOD_DEFERRED = 'PPD';

/** c_TipoDeComprobante: income. */
export const TYPE_INCOME = 'I';
/** c_TipoDeComprobante: egress, a credit note. */
export const TYPE_CREDIT = 'E';

/** c_Impuesto, by the names of its taxes. */
export const TAX_CODES = { ISR: '001', IVA: '002', IEPS: '003' } as const;

/** c_ObjetoImp: taxed, and the taxes are shown (CFDI40171). */
export const OBJECT_TAXED = '02';
/** c_ObjetoImp: outside the tax. */
export const OBJECT_NOT_TAXED = '01';
/** c_ObjetoImp: no tax is shown (CFDI40172): not taxed, not broken down, none caused, PODEBI. */
export const OBJECTS_WITHOUT_TAXES: ReadonlySet<string> = new Set(['01', '03', '04', '05']);
/** c_ObjetoImp: excise tax (IEPS) shown, IVA not. */
export const OBJECT_EXCISE_SHOWN = '07';
/** c_ObjetoImp: no tax passed on is shown, but income tax may be retained. */
export const OBJECTS_WITH_ISR_ONLY: ReadonlySet<string> = new Set(['06', '08']);

/** The name that makes a document for the general public a global invoice (CFDI40130, 40146). */
export const PUBLIC_NAME = 'PUBLICO EN GENERAL';

/** c_Moneda. */
export const PESO = 'MXN';

/** c_TipoFactor: a share of the base. */
export const FACTOR_RATE = 'Tasa';
/** c_TipoFactor: an amount for each unit. */
export const FACTOR_QUOTA = 'Cuota';
/** c_TipoFactor: no tax is caused. */
export const FACTOR_EXEMPT = 'Exento';

export const FACTORS: Readonly<Record<TaxFactor, string>> = {
  rate: FACTOR_RATE,
  quota: FACTOR_QUOTA,
  exempt: FACTOR_EXEMPT,
};

/** Of a product that is in no catalogue, and of every ticket of a global invoice. */
export const PRODUCT_UNKNOWN = '01010101';
/** c_ClaveUnidad: an activity, the unit of tickets, advances and discounts. */
export const UNIT_ACTIVITY = 'ACT';
