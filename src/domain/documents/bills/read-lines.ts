// The lines of a bill as somebody types them: their sums, and what they say of taxes.
import { COUNTRIES, type CountryData } from '../../../../generated/countries.ts';
import type { BillLineInput, BillTaxKind } from '../../../../generated/types.ts';
import { BillTaxKindValues } from '../../../../generated/types.ts';
import type { BillLineContent, BillTax } from '../../../db/stated-bills.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Amount, amountText, roundToCurrency, toDecimal } from '../../../base/money/amount.ts';
import { type Decimal, isPositive, sumOf, toText } from '../../../base/money/decimal.ts';
import { readAmount, readDecimal } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';
import { because, say } from '../../../base/said.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { LINE_DECIMALS, lineSubtotal, taxOn } from '../../../einvoicing/totals.ts';
import { type LineError, type ReadLine, readLineText } from '../shared/line-text.ts';

export type BillLineRaises = Raises<LineError | 'amount_too_large' | 'country_field_not_allowed'>;

/** Percentages are given with at most this many decimals. */
const PERCENT_DECIMALS = 4;

export interface BillLineFacts extends ReadLine {
  readonly subtotal: Decimal;
  readonly tax: Amount;
  readonly withheld: Decimal;
  /** Null where it says no more than its sums. */
  readonly content: BillLineContent | null;
  /** Neither an amount nor a rate nor an exemption was given. */
  readonly isUntaxed: boolean;
  /** What the rate comes to, where an amount was given as well. */
  readonly computed: Amount | null;
}

/** Content that says nothing. */
export const NO_LINE_CONTENT: BillLineContent = {
  taxes: [],
  withholdings: [],
  discount: null,
  adjustments: [],
  detail: null,
  unit_code: null,
  period: null,
  nature: null,
  item_number: null,
  product_code: null,
  tax_object: null,
  customs_numbers: [],
  order_line: null,
  account: null,
  cost_centre: null,
  deductible_percent: null,
};

interface LineScope {
  readonly entity: Entity;
  readonly currency: string;
}

export const readBillLines = (
  ctx: BillLineRaises,
  given: readonly BillLineInput[],
  scope: LineScope,
): readonly BillLineFacts[] => given.map((line, index) => readLine(ctx, line, index, scope));

const readLine = (
  ctx: BillLineRaises,
  line: BillLineInput,
  index: number,
  scope: LineScope,
): BillLineFacts => {
  const path = `line_items[${index}]`;
  const read = readLineText(ctx, line, path, say('demand_says_bought', {}));
  const subtotal = lineSubtotal(ctx, read, index, LINE_DECIMALS);
  const stated = readTax(ctx, line, path, subtotal, scope);
  const withholdings = readWithholdings(ctx, line, path, { ...scope, subtotal, tax: stated.tax });
  const taxes = stated.of === null ? [] : [stated.of];
  const says = taxes.length > 0 || withholdings.length > 0;
  return {
    ...read,
    subtotal,
    tax: stated.tax,
    withheld: sumOf(withholdings.map(({ minor }) => toDecimal(minor))),
    content: says
      ? { ...NO_LINE_CONTENT, taxes, withholdings: withholdings.map(({ stated: each }) => each) }
      : null,
    isUntaxed: stated.isUntaxed,
    computed: stated.computed,
  };
};

interface StatedTax {
  readonly tax: Amount;
  readonly of: BillTax | null;
  readonly isUntaxed: boolean;
  readonly computed: Amount | null;
}

const readTax = (
  ctx: BillLineRaises,
  { tax_amount, tax_rate, exempt, exemption_code }: BillLineInput,
  path: string,
  subtotal: Decimal,
  { entity, currency }: LineScope,
): StatedTax => {
  const isExempt = exempt === true || exemption_code !== undefined;
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
    exemption_reason: null,
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
const isMexican = ({ country_code }: Pick<Entity, 'country_code'>): boolean =>
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

const refuseForeign = (ctx: BillLineRaises, entity: Entity, path: string, field: string): never => {
  const allowed = [...LINE_FIELDS, isMexican(entity) ? 'withholdings' : 'exemption_code'];
  const country = entity.country_code;
  throw ctx.error('country_field_not_allowed', { path: `${path}.${field}`, country, allowed });
};

interface Withheld {
  readonly minor: Amount;
  readonly stated: BillTax;
}

const readWithholdings = (
  ctx: BillLineRaises,
  { withholdings = [] }: BillLineInput,
  path: string,
  { entity, currency, subtotal, tax }: LineScope & { readonly subtotal: Decimal; readonly tax: Amount },
): readonly Withheld[] => {
  if (withholdings.length > 0 && !isMexican(entity)) refuseForeign(ctx, entity, path, 'withholdings');
  const read = withholdings.map((each, index) => {
    const at = `${path}.withholdings[${index}]`;
    if (each.rate === undefined && each.amount === undefined) {
      throw ctx.error('invalid_parameter', {
        path: at,
        ...because(say('demand_rate_or_amount', {})),
        received: 'neither',
        hint: 'Give the amount as the bill states it.',
      });
    }
    const rate = each.rate === undefined ? null : readDecimal(ctx, `${at}.rate`, each.rate, PERCENT_DECIMALS);
    const minor =
      each.amount === undefined
        ? roundToCurrency(taxOn(subtotal, rate ?? subtotal.times('0')), currency)
        : readAmount(ctx, `${at}.amount`, each.amount, currency);
    const stated: BillTax = {
      kind: each.tax,
      factor: 'rate',
      rate: rate === null ? null : toText(rate),
      category: null,
      exemption_code: null,
      exemption_reason: null,
      base: toText(subtotal),
      amount: amountText(minor),
      name: null,
    };
    return { minor, stated };
  });
  const sum = sumOf(read.map(({ minor }) => toDecimal(minor)));
  const most = subtotal.plus(toDecimal(tax));
  if (sum.gt(most)) {
    throw ctx.error('invalid_parameter', {
      path: `${path}.withholdings`,
      ...because(say('demand_most', { limit: toText(most) })),
      received: toText(sum),
      hint: 'More is retained than the line costs; check the amounts on the bill.',
    });
  }
  return read;
};
