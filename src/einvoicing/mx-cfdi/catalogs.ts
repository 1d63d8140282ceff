// The SAT's catalogues (catCFDI). Short ones come from a package that follows the SAT; the long ones (52,000 products,
// 96,000 postal codes, 2,400 units) are checked by form and range only, and the PAC decides.
import exports_ from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_exportaciones' with { type: 'json' };
import forms from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_formas_pago' with { type: 'json' };
import taxes from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_impuestos' with { type: 'json' };
import months from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_meses' with { type: 'json' };
import methods from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_metodos_pago' with { type: 'json' };
import objects from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_objetos_impuestos' with { type: 'json' };
import periods from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_periodicidades' with { type: 'json' };
import rates from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_reglas_tasa_cuota' with { type: 'json' };
import types from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_tipos_comprobantes' with { type: 'json' };
import factors from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_tipos_factores' with { type: 'json' };
import relations from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_tipos_relaciones' with { type: 'json' };
import type { Decimal } from '../../base/money/decimal.ts';

/** Codes that were withdrawn have an end date. */
const readCodes = (
  rows: readonly { readonly id: string; readonly vigencia_hasta: string }[],
): ReadonlySet<string> =>
  new Set(rows.filter(({ vigencia_hasta }) => vigencia_hasta === '').map(({ id }) => id));

export const CATALOGS = {
  c_Exportacion: readCodes(exports_),
  c_FormaPago: readCodes(forms),
  c_Impuesto: readCodes(taxes),
  c_Meses: readCodes(months),
  c_MetodoPago: readCodes(methods),
  c_ObjetoImp: readCodes(objects),
  c_Periodicidad: readCodes(periods),
  c_TipoDeComprobante: readCodes(types),
  c_TipoFactor: readCodes(factors),
  c_TipoRelacion: readCodes(relations),
} as const;

/** A row of c_TasaOCuota: a fixed value, or anything from `min` to `max`. */
interface RateRule {
  /** c_Impuesto. */
  readonly tax: string;
  readonly factor: string;
  readonly transferred: boolean;
  readonly withheld: boolean;
  readonly min: string;
  readonly max: string;
}

const TAX_CODES = [
  ['IVA', '002'],
  ['IEPS', '003'],
  ['ISR', '001'],
] as const;

/** The catalogue names taxes in words: `IVA Crédito aplicado del 50%` is the 8 % of the border regions. */
const taxCode = (name: string): string => TAX_CODES.find(([word]) => name.startsWith(word))?.[1] ?? '';

const RATE_RULES: readonly RateRule[] = rates
  .filter(({ vigencia_hasta }) => vigencia_hasta === '')
  .map(({ tipo, minimo, valor, impuesto, factor, traslado, retencion }) => ({
    tax: taxCode(impuesto),
    factor,
    transferred: traslado === 1,
    withheld: retencion === 1,
    min: tipo === 'Fijo' ? valor : minimo,
    max: valor,
  }));

/** Whether c_TasaOCuota has a rate or quota, such as 0.16, for a tax that is passed on or withheld. */
export const isRate = (
  kind: 'transferred' | 'withheld',
  tax: string,
  factor: string,
  rate: Decimal,
): boolean =>
  RATE_RULES.some(
    (rule) =>
      rule.tax === tax && rule.factor === factor && rule[kind] && rate.gte(rule.min) && rate.lte(rule.max),
  );

const codeSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** c_Moneda, by the decimals of the amounts; those not listed here have two. */
const CURRENCIES_WITH: readonly (readonly [number, ReadonlySet<string>])[] = [
  [0, codeSet('BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF XXX')],
  [3, codeSet('BHD IQD JOD KWD LYD OMR TND')],
  [4, codeSet('CLF')],
];

const CURRENCIES_WITH_TWO = codeSet(`
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BZD CAD CDF CHE CHF CHW CNY
COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR
ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR MWK MXN MXV MYR
MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLL SOS SRD SSP STD
SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VEF VES WST XCD YER ZAR ZMW ZWL`);

/** How many decimals the SAT gives a currency; null for one that c_Moneda does not have. */
export const satDecimals = (currency: string): number | null =>
  CURRENCIES_WITH.find(([, codes]) => codes.has(currency))?.[0] ??
  (CURRENCIES_WITH_TWO.has(currency) ? 2 : null);

/** Prefixes of postal codes that no state has; the others run from 01 (Mexico City) to 99 (Zacatecas). */
const UNUSED_POSTAL_PREFIXES = new Set(['00', '17', '18', '19']);

export const isPostalCode = (code: string): boolean =>
  /^\d{5}$/.test(code) && !UNUSED_POSTAL_PREFIXES.has(code.slice(0, 2));

/** The segments of UNSPSC, which c_ClaveProdServ follows, and the code for products not in the catalogue. */
const PRODUCT_SEGMENTS = codeSet(`
10 11 12 13 14 15 20 21 22 23 24 25 26 27 30 31 32 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 60 64
70 71 72 73 76 77 78 80 81 82 83 84 85 86 90 91 92 93 94 95`);
const PRODUCT_UNKNOWN = '01010101';

/** Products and their classes (80101500), but not the families above them (80100000). */
export const isProductCode = (code: string): boolean =>
  code === PRODUCT_UNKNOWN || (/^\d{4}(?!0000)\d{4}$/.test(code) && PRODUCT_SEGMENTS.has(code.slice(0, 2)));

/**
 * Diesel and petrol, which since 2026-04-24 are invoiced with the seller's permit in a complement of the line (RMF 2026,
 * Anexo 29; c_ClaveHYP). The service does not write it.
 */
const FUELS = new Set(['15101505', '15101514', '15101515']);

export const needsComplement = (code: string): boolean => FUELS.has(code);

/** The codes of UN/ECE recommendations 20 and 21, which c_ClaveUnidad follows. */
export const isUnitCode = (code: string): boolean => /^[A-Z0-9]{2,3}$/.test(code);
