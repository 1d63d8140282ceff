// CFDI 4.0 rules on each line (node Concepto).
import { isPositive, isZero, roundUp, truncate, decimal, type Decimal } from '../../base/money/decimal.ts';
import type { DocumentLine } from '../regime.ts';
import { newDraftWith, onLines, rule, when, type Rule } from '../rules.ts';
import { defaultCategory } from '../tax-rates.ts';
import { LINE_DECIMALS, taxOn } from '../totals.ts';
import { CATALOGS, needsComplement } from './catalogs.ts';
import { OBJECT_EXCISE_SHOWN, OBJECT_TAXED } from './codes.ts';
import { CODE_RULES } from './rules-codes.ts';
import { isPassedOn } from './rules-taxes.ts';
import { cfdiText, countCharacters } from './text.ts';

const field = (line: DocumentLine, name: string): string => String(line.countryDetails[name] ?? '');

const MAX_DESCRIPTION = 1000;
/** c_Impuesto: IVA. */
const VALUE_ADDED = defaultCategory('MX');
const HALF_UNIT = decimal('0.0000005');
/** The SAT's tolerance: half a unit of the last decimal, less this much at the upper bound (CFDI40167 and 40180). */
const EDGE = HALF_UNIT.minus(decimal('0.000000000001'));

/** Whether a product, written with six decimals, lies between the limits that its factors allow. */
const withinLimits = (product: Decimal, low: Decimal, high: Decimal): boolean =>
  product.gte(truncate(low, LINE_DECIMALS)) && product.lte(roundUp(high, LINE_DECIMALS));

const subtotalWithinLimits = ({ quantity, unitPrice, subtotal }: DocumentLine): boolean =>
  withinLimits(
    subtotal,
    quantity.minus(HALF_UNIT).times(unitPrice.minus(HALF_UNIT)),
    quantity.plus(EDGE).times(unitPrice.plus(EDGE)),
  );

const taxWithinLimits = ({ subtotal, taxRate, taxAmount }: DocumentLine): boolean =>
  withinLimits(taxAmount, taxOn(subtotal.minus(HALF_UNIT), taxRate), taxOn(subtotal.plus(EDGE), taxRate));

const FORM_RULES: readonly Rule[] = [
  rule(
    '301',
    onLines((line, path) => [
      ...when(!isPositive(line.quantity), {
        path: `${path}.quantity`,
        message: 'The quantity must be above zero.',
        fix: newDraftWith('with a positive quantity'),
      }),
      ...when(line.description.includes('|') || cfdiText(line.description) === '', {
        path: `${path}.description`,
        message: 'The description must say something and may not contain the character |.',
        fix: newDraftWith('with another description'),
      }),
      ...when(countCharacters(cfdiText(line.description)) > MAX_DESCRIPTION, {
        path: `${path}.description`,
        message: `The description may have at most ${MAX_DESCRIPTION} characters.`,
        fix: newDraftWith('with a shorter description'),
      }),
    ]),
  ),
  ...CODE_RULES,
  rule(
    'CFDI40163',
    onLines((line, path) =>
      when(needsComplement(field(line, 'sat_product_code')), {
        path: `${path}.country_details.sat_product_code`,
        message:
          'Petrol and diesel need the complement for hydrocarbons with the permit of the seller, which the service does not write.',
        fix: newDraftWith('without the fuel, which is invoiced with other software'),
      }),
    ),
  ),
  rule(
    'CFDI40170',
    onLines((line, path) =>
      when(!CATALOGS.c_ObjetoImp.has(field(line, 'tax_object')), {
        path: `${path}.country_details.tax_object`,
        message: 'The tax object is not in the catalogue c_ObjetoImp.',
        fix: newDraftWith('with tax_object 02, or 01 for what bears no tax'),
      }),
    ),
  ),
];

const AMOUNT_RULES: readonly Rule[] = [
  rule(
    'CFDI40166',
    onLines((line, path) =>
      when(!isPositive(line.unitPrice), {
        path: `${path}.unit_price`,
        message: 'On an income CFDI each unit price must be above zero.',
        fix: newDraftWith('without the lines that cost nothing'),
      }),
    ),
  ),
  rule(
    'CFDI40167',
    onLines((line, path) =>
      when(!subtotalWithinLimits(line), {
        path: `${path}.subtotal`,
        message: 'The subtotal is outside the limits of quantity times unit price.',
        fix: newDraftWith('with the same content'),
      }),
    ),
  ),
  rule(
    'CFDI40171',
    onLines((line, path) =>
      when(field(line, 'tax_object') === OBJECT_EXCISE_SHOWN, {
        path: `${path}.country_details.tax_object`,
        message: 'Tax object 07 shows the excise tax IEPS, which the service does not compute.',
        fix: newDraftWith('with another tax_object'),
      }),
    ),
  ),
  rule(
    'CFDI40172',
    onLines((line, path) =>
      when(field(line, 'tax_object') !== OBJECT_TAXED && !isZero(line.taxAmount), {
        path: `${path}.tax_amount`,
        message: 'A line with this tax object may not carry tax.',
        fix: newDraftWith('with tax_object 02 for taxed lines'),
      }),
    ),
  ),
  rule(
    'CFDI40174',
    onLines((line, path) =>
      when(
        isPositive(line.unitPrice) &&
          field(line, 'tax_object') === OBJECT_TAXED &&
          !isPositive(line.subtotal),
        {
          path: `${path}.subtotal`,
          message: 'The base of the tax rounds to zero at 6 decimals.',
          fix: newDraftWith('with a larger quantity or unit_price'),
        },
      ),
    ),
  ),
  rule(
    'CFDI40179',
    onLines((line, path) =>
      when(field(line, 'tax_object') === OBJECT_TAXED && !isPassedOn(VALUE_ADDED, line.taxRate), {
        path: `${path}.tax_rate`,
        message: 'The rate is not in the catalogue c_TasaOCuota for the tax IVA.',
        fix: newDraftWith('with the same content, which takes the rate in force'),
      }),
    ),
  ),
  rule(
    'CFDI40180',
    onLines((line, path) =>
      when(field(line, 'tax_object') === OBJECT_TAXED && !taxWithinLimits(line), {
        path: `${path}.tax_amount`,
        message: 'The tax is outside the limits of base times rate.',
        fix: newDraftWith('with the same content'),
      }),
    ),
  ),
];

export const LINE_RULES: readonly Rule[] = [...FORM_RULES, ...AMOUNT_RULES];
