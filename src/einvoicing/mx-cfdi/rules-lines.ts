// CFDI 4.0 rules on each line (node Concepto).
import { isPositive } from '../../base/money/decimal.ts';
import type { DocumentLine } from '../regime.ts';
import { newDraftWith, onLines, rule, when, type Rule } from '../rules.ts';
import { CATALOGS, needsComplement } from './catalogs.ts';
import { CODE_RULES } from './rules-codes.ts';
import { isWithinLimits, LINE_TAX_RULES } from './rules-line-taxes.ts';
import { cfdiText, countCharacters } from './text.ts';

const field = (line: DocumentLine, name: string): string => String(line.countryDetails[name] ?? '');

const MAX_DESCRIPTION = 1000;
const MAX_PRODUCT_NUMBER = 100;

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
      ...when(
        line.productNumber !== null &&
          (line.productNumber.includes('|') ||
            countCharacters(cfdiText(line.productNumber)) > MAX_PRODUCT_NUMBER),
        {
          path: `${path}.product_number`,
          message: `The product number may have at most ${MAX_PRODUCT_NUMBER} characters, none of them |.`,
          fix: newDraftWith('with another product_number'),
        },
      ),
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
    onLines(({ gross, quantity, unitPrice }, path) =>
      when(!isWithinLimits(gross, quantity, unitPrice), {
        path: `${path}.subtotal`,
        message: 'The amount is outside the limits of quantity times unit price.',
        fix: newDraftWith('with the same content'),
      }),
    ),
  ),
  rule(
    'CFDI40169',
    onLines(({ gross, discountAmount, subtotal }, path) =>
      when(discountAmount.gt(gross) || !gross.minus(discountAmount).eq(subtotal), {
        path: `${path}.discount_amount`,
        message: 'The discount is more than the line, or not what the subtotal says.',
        fix: newDraftWith('with a smaller discount'),
      }),
    ),
  ),
];

export const LINE_RULES: readonly Rule[] = [...FORM_RULES, ...AMOUNT_RULES, ...LINE_TAX_RULES];
