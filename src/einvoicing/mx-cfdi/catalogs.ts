// The SAT's catalogues (catCFDI). Short ones come from a package that follows the SAT, products, units and rates from
// the files in `catalogs/`; the 96,000 postal codes are checked by form and range only, and the PAC decides.
import exports_ from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_exportaciones' with { type: 'json' };
import forms from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_formas_pago' with { type: 'json' };
import taxes from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_impuestos' with { type: 'json' };
import months from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_meses' with { type: 'json' };
import methods from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_metodos_pago' with { type: 'json' };
import objects from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_objetos_impuestos' with { type: 'json' };
import periods from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_periodicidades' with { type: 'json' };
import types from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_tipos_comprobantes' with { type: 'json' };
import factors from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_tipos_factores' with { type: 'json' };
import relations from '@nodecfdi/sat-micro-catalogs/raw/cfdi_40_tipos_relaciones' with { type: 'json' };
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Decimal } from '../../base/money/decimal.ts';
import { readRows } from './catalogs/files.ts';

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

let rateRules: readonly RateRule[] | undefined;

/** Newer than the package, whose ceiling for quotas of the IEPS is that of 2024. */
const loadRates = (): readonly RateRule[] =>
  (rateRules ??= readRows('sat-rates')
    .filter(([, , , , , , , validTo]) => validTo === '')
    .map(([kind, minimum = '', value = '', tax = '', factor = '', transferred, withheld]) => ({
      tax: taxCode(tax),
      factor,
      transferred: transferred === '1',
      withheld: withheld === '1',
      min: kind === 'Fijo' ? value : minimum,
      max: value,
    })));

/** The fixed rates, such as 0.265, of a tax that is passed on. */
export const fixedRates = (tax: string): readonly string[] =>
  loadRates()
    .filter((rule) => rule.tax === tax && rule.transferred && rule.min === rule.max)
    .map(({ max }) => max);

/** Whether c_TasaOCuota has a rate or quota, such as 0.16, for a tax that is passed on or withheld. */
export const isRate = (
  kind: 'transferred' | 'withheld',
  tax: string,
  factor: string,
  rate: Decimal,
): boolean =>
  loadRates().some(
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

const POSTAL_CODE = new RegExp(COUNTRIES.MX.postal_code.pattern, 'u');

export const isPostalCode = (code: string): boolean => POSTAL_CODE.test(code);

/**
 * Diesel and petrol, which since 2026-04-24 are invoiced with the seller's permit in a complement of the line (RMF 2026,
 * Anexo 29; c_ClaveHYP). The service does not write it.
 */
const FUELS = new Set(['15101505', '15101514', '15101515']);

export const needsComplement = (code: string): boolean => FUELS.has(code);
