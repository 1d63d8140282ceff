// The taxes of a Mexican line from what the caller says of them. What no CFDI can say is refused by parameter.
import {
  type Decimal,
  ZERO,
  decimal,
  decimalOfNumber,
  isPositive,
  toNumber,
  toText,
} from '../../base/money/decimal.ts';
import type { Details, DraftInput, LineInput, LineTaxRule, NormaliseRaises } from '../regime.ts';
import { defaultRate, ratesOn } from '../tax-rates.ts';
import type { Excise, Withholding } from '../terms.ts';
import { BORDER_RATE, hasBorderStimulus } from './countries.ts';
import { fixedRates, isRate } from './catalogs.ts';
import {
  FACTOR_QUOTA,
  FACTOR_RATE,
  OBJECTS_WITH_ISR_ONLY,
  OBJECT_EXCISE_SHOWN,
  OBJECT_TAXED,
  PESO,
  TAX_CODES,
} from './codes.ts';

const HUNDRED = decimal('100');

export interface LineTaxFacts {
  readonly input: Pick<DraftInput, 'seller' | 'issueDate' | 'currency'>;
  readonly line: LineInput;
  /** c_ObjetoImp. */
  readonly object: string;
  /** `line_items[0]`. */
  readonly path: string;
}

const rateOf = (details: Details): Decimal | null => {
  const given = details['tax_rate'];
  return given === undefined ? null : decimalOfNumber(Number(given));
};

/** Whether the caller says anything that a line without taxes would not have. */
export const saysTaxes = ({ countryDetails, exempt, excise, withholdings }: LineInput): boolean =>
  countryDetails['tax_rate'] !== undefined || exempt || excise !== null || (withholdings ?? []).length > 0;

/** CFDI40172: what is said of taxes that the tax object rules out. */
export const refuseConflicts = (ctx: NormaliseRaises, { line, object, path }: LineTaxFacts): void => {
  const rate = rateOf(line.countryDetails);
  const refuse = (field: string, reason: string, received: string) => {
    const hint = `Leave ${field} out, or change what it contradicts.`;
    throw ctx.error('invalid_parameter', {
      path: `${path}.country_details.${field}`,
      reason,
      received,
      hint,
    });
  };
  if (line.exempt && rate !== null) refuse('tax_rate', 'cannot be given for an exempt line', toText(rate));
  if (object === OBJECT_TAXED) return;
  const against = `is not for tax_object ${object}`;
  if (rate !== null) refuse('tax_rate', against, toText(rate));
  if (line.exempt) refuse('exempt', against, 'true');
  if (line.excise !== null && object !== OBJECT_EXCISE_SHOWN) refuse('excise', against, 'an excise tax');
  const mayRetain = object === OBJECT_EXCISE_SHOWN || OBJECTS_WITH_ISR_ONLY.has(object);
  const index = (line.withholdings ?? []).findIndex(({ tax }) => !mayRetain || tax !== 'ISR');
  const stray = line.withholdings?.[index];
  if (stray !== undefined) refuse(`withholdings[${index}].tax`, against, stray.tax);
};

/** The value added tax of a taxed line. */
export const readIva = (ctx: NormaliseRaises, facts: LineTaxFacts): LineTaxRule => {
  const { input, line, path } = facts;
  const rule = { tax: 'IVA', category: TAX_CODES.IVA, quantity: null, withheld: false };
  if (line.exempt) return { ...rule, factor: 'exempt', rate: ZERO };
  const country = input.seller.country_code;
  const rate = rateOf(line.countryDetails) ?? defaultRate(country);
  const rates = ratesOn(country, input.issueDate).map(({ percent }) => percent);
  const border = hasBorderStimulus(input.seller, input.issueDate);
  const parameter = `${path}.country_details.tax_rate`;
  if (!rates.some((allowed) => allowed.eq(rate))) {
    const allowed = rates.filter((percent) => border || !percent.eq(BORDER_RATE));
    throw ctx.error('tax_rate_not_allowed', {
      path: parameter,
      received: toText(rate),
      country,
      allowed: allowed.map(toNumber),
    });
  }
  if (rate.eq(BORDER_RATE) && !border) {
    const reason = `is the rate of the border regions, which the entity does not have on ${input.issueDate}`;
    const hint =
      'Leave tax_rate out to take the standard rate, or ask an administrator to set the border regions.';
    throw ctx.error('invalid_parameter', { path: parameter, reason, received: toText(rate), hint });
  }
  return { ...rule, factor: 'rate', rate };
};

export const readExcise = (ctx: NormaliseRaises, facts: LineTaxFacts, excise: Excise): LineTaxRule => {
  const path = `${facts.path}.country_details.excise`;
  const rule = { tax: 'IEPS', category: TAX_CODES.IEPS, withheld: false };
  if ('rate' in excise) {
    const { rate } = excise;
    if (isRate('transferred', TAX_CODES.IEPS, FACTOR_RATE, rate.div(HUNDRED)))
      return { ...rule, factor: 'rate', rate, quantity: null };
    throw ctx.error('code_unknown', {
      path: `${path}.rate`,
      received: toText(rate),
      code_list: 'c_TasaOCuota',
      allowed: fixedRates(TAX_CODES.IEPS).map((fixed) => toText(decimal(fixed).times(HUNDRED))),
    });
  }
  const { quota, baseQuantity } = excise;
  const refuse = (reason: string) =>
    ctx.error('invalid_parameter', {
      path: `${path}.quota`,
      reason,
      received: toText(quota),
      hint: 'Give a quota of the law in pesos for a unit, or rate in its place.',
    });
  if (facts.input.currency !== PESO)
    throw refuse(`is in pesos, and the invoice is in ${facts.input.currency}`);
  if (!isRate('transferred', TAX_CODES.IEPS, FACTOR_QUOTA, quota))
    throw refuse('is above the highest quota of the catalogue c_TasaOCuota');
  return { ...rule, factor: 'quota', rate: quota, quantity: baseQuantity ?? facts.line.quantity };
};

const withheld = ({ tax, rate }: Withholding): LineTaxRule => ({
  tax,
  category: TAX_CODES[tax],
  factor: 'rate',
  rate,
  quantity: null,
  withheld: true,
});

export const toRules = (withholdings: readonly Withholding[]): readonly LineTaxRule[] =>
  withholdings.map(withheld);

/** `iva` is the rate passed on, of which no more than all can be retained. */
export const readWithholdings = (
  ctx: NormaliseRaises,
  facts: LineTaxFacts,
  given: readonly Withholding[],
  iva: Decimal,
): readonly LineTaxRule[] => {
  for (const [index, { tax, rate }] of given.entries()) {
    const path = `${facts.path}.country_details.withholdings[${index}]`;
    if (given.findIndex((other) => other.tax === tax) < index)
      throw ctx.error('invalid_parameter', {
        path: `${path}.tax`,
        reason: 'is given twice',
        received: tax,
        hint: `Keep one withholding of ${tax}, with the whole rate.`,
      });
    const refuse = (reason: string) =>
      ctx.error('invalid_parameter', {
        path: `${path}.rate`,
        reason,
        received: toText(rate),
        hint: `Give the percent of ${tax} that the customer retains, or leave the withholding out.`,
      });
    if (!isPositive(rate)) throw refuse('must be above 0; leave out a tax that is not retained');
    if (tax === 'IVA' && rate.gt(iva))
      throw refuse(`is more than the IVA of the line, which is ${toText(iva)} %`);
    if (!isRate('withheld', TAX_CODES[tax], FACTOR_RATE, rate.div(HUNDRED)))
      throw refuse(`is above the highest rate of the catalogue c_TasaOCuota for ${tax}`);
  }
  return toRules(given);
};
