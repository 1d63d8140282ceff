// The EN 16931 tax category of a line (BT-151), from its rate and its reason for exemption.
import { type Country, COUNTRIES } from '../../../generated/countries.ts';
import type { Entity } from '../../base/entity.ts';
import { decimal, isZero, roundHalfUp, toNumber, toText, type Decimal } from '../../base/money/decimal.ts';
import { withoutNoise } from '../../base/money/wire.ts';
import type { DraftInput, LineInput, NormaliseRaises } from '../regime.ts';
import { defaultCategory, defaultRate, ratesOn } from '../tax-rates.ts';
import { isVatexCode } from './codes.ts';

interface LineTax {
  readonly rate: Decimal;
  readonly category: string;
  readonly exemptionCode: string | null;
}

/** Categories of UNCL5305 without tax, for which a reason is required. */
const EXEMPT_CATEGORIES = ['E', 'AE', 'K', 'G', 'O'] as const;
type ExemptCategory = (typeof EXEMPT_CATEGORIES)[number];

/** Codes of the VATEX list that have a category of their own; all the others are exemptions. */
const CATEGORY_OF_VATEX: ReadonlyMap<string, ExemptCategory> = new Map([
  ['VATEX-EU-AE', 'AE'],
  ['VATEX-EU-IC', 'K'],
  ['VATEX-EU-G', 'G'],
  ['VATEX-EU-O', 'O'],
]);

const isExemptCategory = (code: string): code is ExemptCategory =>
  EXEMPT_CATEGORIES.some((category) => category === code);

/** The category a code stands for in the country, or undefined when it is neither a category nor a VATEX code there. */
const categoryOfExemption = (country: Country, code: string): ExemptCategory | undefined => {
  const { exemption_reasons, exemption_code_list } = COUNTRIES[country].tax;
  const isVatex = exemption_code_list === 'VATEX' && isVatexCode(code);
  const category = isVatex ? (CATEGORY_OF_VATEX.get(code) ?? 'E') : code;
  return isExemptCategory(category) && Object.hasOwn(exemption_reasons ?? {}, category)
    ? category
    : undefined;
};

/** The reasons allowed in a country; two VATEX codes serve as examples of the many. */
const allowedExemptions = (country: Country): string[] => {
  const { exemption_reasons, exemption_code_list } = COUNTRIES[country].tax;
  const categories = EXEMPT_CATEGORIES.filter((category) => Object.hasOwn(exemption_reasons ?? {}, category));
  return exemption_code_list === 'VATEX'
    ? [...categories, ...CATEGORY_OF_VATEX.keys(), 'VATEX-EU-132', 'VATEX-EU-79-C']
    : categories;
};

/** Whether the law of its country lets the seller bear no tax on its sales. */
export const isSmallBusiness = ({ country_code, details }: Entity): boolean =>
  details.small_business === true && COUNTRIES[country_code].tax.small_business_exemption !== undefined;

/** Percentages are written with at most two decimals. */
const RATE_DECIMALS = 2;
const ZERO_RATE = decimal('0');

export const lineTax = (ctx: NormaliseRaises, input: DraftInput, line: LineInput, index: number): LineTax => {
  const path = `line_items[${index}].country_details`;
  const rate = givenRate(ctx, line, path);
  const code = line.countryDetails['exemption_code'];
  if (code !== undefined) return exemptLine(ctx, input, rate, String(code), path);
  const country = input.seller.country_code;
  if (isSmallBusiness(input.seller)) {
    if (rate !== undefined && !isZero(rate)) throw rateRefused(ctx, input, rate, path, [0]);
    return { rate: ZERO_RATE, category: 'E', exemptionCode: null };
  }
  if (rate === undefined)
    return { rate: defaultRate(country), category: defaultCategory(country), exemptionCode: null };
  const known = ratesOn(country, input.issueDate).find(({ percent }) => percent.eq(rate));
  if (known === undefined) throw rateRefused(ctx, input, rate, path);
  return { rate, category: known.category, exemptionCode: null };
};

const givenRate = (ctx: NormaliseRaises, line: LineInput, path: string): Decimal | undefined => {
  const given = line.countryDetails['tax_rate'];
  if (given === undefined) return undefined;
  const number = Number(given);
  const rate = withoutNoise(number, RATE_DECIMALS);
  if (rate !== undefined) return rate;
  throw ctx.error('too_many_decimals', {
    path: `${path}.tax_rate`,
    received: String(given),
    allowed_decimals: RATE_DECIMALS,
  });
};

const exemptLine = (
  ctx: NormaliseRaises,
  input: DraftInput,
  rate: Decimal | undefined,
  code: string,
  path: string,
): LineTax => {
  const country = input.seller.country_code;
  const category = categoryOfExemption(country, code);
  if (category === undefined) {
    throw ctx.error('code_unknown', {
      path: `${path}.exemption_code`,
      received: code,
      code_list: COUNTRIES[country].tax.exemption_code_list === 'VATEX' ? 'UNCL5305 or VATEX' : 'UNCL5305',
      allowed: allowedExemptions(country),
    });
  }
  if (rate !== undefined && !isZero(rate)) throw rateRefused(ctx, input, rate, path, [0]);
  return { rate: ZERO_RATE, category, exemptionCode: code };
};

const rateRefused = (
  ctx: NormaliseRaises,
  input: DraftInput,
  rate: Decimal,
  path: string,
  allowed: readonly number[] = ratesOn(input.seller.country_code, input.issueDate).map(({ percent }) =>
    toNumber(roundHalfUp(percent, RATE_DECIMALS)),
  ),
): Error =>
  ctx.error('tax_rate_not_allowed', {
    path: `${path}.tax_rate`,
    received: toText(rate),
    country: COUNTRIES[input.seller.country_code].country,
    allowed: [...allowed],
  });
