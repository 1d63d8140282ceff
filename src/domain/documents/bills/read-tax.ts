// What a typed bill says of the tax of a line, an allowance or a charge.
import { COUNTRIES, type CountryData } from '../../../../generated/countries.ts';
import type { BillLineInput, BillTaxKind } from '../../../../generated/types.ts';
import { BillTaxKindValues } from '../../../../generated/types.ts';
import type { BillTax } from '../../../db/stated-bills.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Amount, amountText, roundToCurrency } from '../../../base/money/amount.ts';
import { type Decimal, isPositive, toText } from '../../../base/money/decimal.ts';
import { readAmount, readDecimal } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';
import { because, say } from '../../../base/said.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { taxOn } from '../../../einvoicing/totals.ts';
import { type LineError, textOrNull } from '../shared/line-text.ts';
import { PERCENT_DECIMALS } from '../shared/typed-terms.ts';

export type BillTaxRaises = Raises<LineError | 'amount_too_large' | 'country_field_not_allowed'>;

export interface BillScope {
  readonly entity: Entity;
  readonly currency: string;
}

type TaxInput = Pick<
  BillLineInput,
  'tax_amount' | 'tax_rate' | 'exempt' | 'exemption_code' | 'exemption_reason'
>;

export interface StatedTax {
  readonly tax: Amount;
  readonly of: BillTax | null;
  /** Neither an amount nor a rate nor an exemption was given. */
  readonly isUntaxed: boolean;
  /** What the rate comes to, where an amount was given as well. */
  readonly computed: Amount | null;
}

export const readTax = (
  ctx: BillTaxRaises,
  { tax_amount, tax_rate, exempt, exemption_code, exemption_reason }: TaxInput,
  path: string,
  subtotal: Decimal,
  { entity, currency }: BillScope,
): StatedTax => {
  const reason = textOrNull(exemption_reason);
  const isExempt = exempt === true || exemption_code !== undefined || reason !== null;
  if (isExempt && tax_rate !== undefined && tax_rate !== 0) {
    throw ctx.error('invalid_parameter', {
      path: `${path}.tax_rate`,
      ...because(say('demand_no_rate_if_exempt', {})),
      received: String(tax_rate),
      hint: 'Give either tax_rate or the exemption, as the bill states it.',
    });
  }
  if (exemption_code !== undefined && isMexican(entity)) refuseForeign(ctx, entity, path, 'exemption_code');
  const rate =
    tax_rate === undefined ? null : readDecimal(ctx, `${path}.tax_rate`, tax_rate, PERCENT_DECIMALS);
  const given = tax_amount === undefined ? null : readAmount(ctx, `${path}.tax_amount`, tax_amount, currency);
  const known = isExempt || rate !== null;
  const zero = roundToCurrency(subtotal.times('0'), currency);
  const computed = isExempt || rate === null ? zero : roundToCurrency(taxOn(subtotal, rate), currency);
  const tax = given ?? computed;
  const of = (): BillTax => ({
    kind: taxKindOf(entity),
    factor: isExempt ? 'exempt' : 'rate',
    rate: isExempt || rate === null ? null : toText(rate),
    category: isMexican(entity) ? null : categoryOf(exemption_code, isExempt, rate),
    exemption_code: exemption_code ?? null,
    exemption_reason: reason,
    base: toText(subtotal),
    amount: isExempt && tax.minor === 0 ? null : amountText(tax),
    name: null,
  });
  return {
    tax,
    of: known ? of() : null,
    isUntaxed: !known && given === null && isPositive(subtotal),
    computed: known && given !== null ? computed : null,
  };
};

/** Countries whose bills a person judges for deduction state taxes as Mexico does. */
export const isMexican = ({ country_code }: Pick<Entity, 'country_code'>): boolean =>
  regimeOf(country_code).newBillDeductibility !== null;

/** The value added tax of the entity's country. */
export const taxKindOf = ({ country_code }: Pick<Entity, 'country_code'>): BillTaxKind => {
  const { tax }: CountryData = COUNTRIES[country_code];
  return BillTaxKindValues.find((kind) => kind === tax.scheme) ?? 'VAT';
};

/** VATEX codes that stand for one category of UNCL 5305; all others are of E. */
const CATEGORY_OF: Readonly<Record<string, string>> = {
  'VATEX-EU-G': 'G',
  'VATEX-EU-O': 'O',
  'VATEX-EU-IC': 'K',
  'VATEX-EU-AE': 'AE',
};

const CATEGORIES: readonly string[] = ['AE', 'E', 'G', 'K', 'O'];

const categoryOf = (code: string | undefined, isExempt: boolean, rate: Decimal | null): string => {
  if (code !== undefined) return CATEGORIES.includes(code) ? code : (CATEGORY_OF[code] ?? 'E');
  if (isExempt) return 'E';
  return rate !== null && isPositive(rate) ? 'S' : 'Z';
};

const LINE_FIELDS = ['description', 'quantity', 'unit_price', 'tax_amount', 'tax_rate', 'exempt'];

export const refuseForeign = (ctx: BillTaxRaises, entity: Entity, path: string, field: string): never => {
  const allowed = [...LINE_FIELDS, isMexican(entity) ? 'withholdings' : 'exemption_code'];
  const country = entity.country_code;
  throw ctx.error('country_field_not_allowed', { path: `${path}.${field}`, country, allowed });
};
