// CFDI 4.0 rules on each line (node Concepto).
import { isPositive, isZero, roundUp, truncate, decimal, type Decimal } from '../../domain/money/decimal.ts';
import type { DocumentLine } from '../regime.ts';
import { newDraftWith, onLines, rule, when, type Rule } from '../rules.ts';
import { LINE_DECIMALS, taxOn } from '../totals.ts';
import { OBJECT_EXCISE_SHOWN, OBJECT_TAXED } from './codes.ts';

const field = (line: DocumentLine, name: string): string => String(line.countryDetails[name] ?? '');

const MAX_DESCRIPTION = 1000;
const HALF_UNIT = decimal('0.0000005');
/** The SAT takes half a unit of the last decimal off, and on less this much (rule matrix, CFDI40167 and 40180). */
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
      ...when(line.description.includes('|') || line.description.trim() === '', {
        path: `${path}.description`,
        message: 'The description must say something and may not contain the character |.',
        fix: newDraftWith('with another description'),
      }),
      ...when(line.description.length > MAX_DESCRIPTION, {
        path: `${path}.description`,
        message: `The description may have at most ${MAX_DESCRIPTION} characters.`,
        fix: newDraftWith('with a shorter description'),
      }),
    ]),
  ),
  rule(
    'CFDI40162',
    onLines((line, path) =>
      when(!/^\d{8}$/.test(field(line, 'sat_product_code')), {
        path: `${path}.country_details.sat_product_code`,
        message: 'A product code of c_ClaveProdServ has 8 digits.',
        fix: newDraftWith('with a valid sat_product_code'),
      }),
    ),
  ),
  rule(
    'CFDI40165',
    onLines((line, path) =>
      when(!/^[A-Z0-9]{2,3}$/.test(field(line, 'sat_unit_code')), {
        path: `${path}.country_details.sat_unit_code`,
        message: 'A unit code of c_ClaveUnidad has 2 or 3 capital letters or digits.',
        fix: newDraftWith('with a valid sat_unit_code'),
      }),
    ),
  ),
  rule(
    'CFDI40170',
    onLines((line, path) =>
      when(!/^0[1-8]$/.test(field(line, 'tax_object')), {
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
