// CFDI 4.0 rules on each line (node Concepto).
import { isPositive } from '../../base/money/decimal.ts';
import type { DocumentLine } from '../regime.ts';
import { onLines, rule, when, type Rule } from '../rules.ts';
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
      ...when(!isPositive(line.quantity), `${path}.quantity`, '301.quantity'),
      ...when(
        line.description.includes('|') || cfdiText(line.description) === '',
        `${path}.description`,
        '301.description',
      ),
      ...when(
        countCharacters(cfdiText(line.description)) > MAX_DESCRIPTION,
        `${path}.description`,
        '301.description_length',
        { max_description: MAX_DESCRIPTION },
      ),
      ...when(
        line.productNumber !== null &&
          (line.productNumber.includes('|') ||
            countCharacters(cfdiText(line.productNumber)) > MAX_PRODUCT_NUMBER),
        `${path}.product_number`,
        '301.product_number',
        { max_product_number: MAX_PRODUCT_NUMBER },
      ),
    ]),
  ),
  ...CODE_RULES,
  rule(
    'CFDI40163',
    onLines((line, path) =>
      when(
        needsComplement(field(line, 'sat_product_code')),
        `${path}.country_details.sat_product_code`,
        'CFDI40163',
      ),
    ),
  ),
  rule(
    'CFDI40170',
    onLines((line, path) =>
      when(
        !CATALOGS.c_ObjetoImp.has(field(line, 'tax_object')),
        `${path}.country_details.tax_object`,
        'CFDI40170',
      ),
    ),
  ),
];

const AMOUNT_RULES: readonly Rule[] = [
  rule(
    'CFDI40166',
    onLines((line, path) => when(!isPositive(line.unitPrice), `${path}.unit_price`, 'CFDI40166')),
  ),
  rule(
    'CFDI40167',
    onLines(({ gross, quantity, unitPrice }, path) =>
      when(!isWithinLimits(gross, quantity, unitPrice), `${path}.subtotal`, 'CFDI40167'),
    ),
  ),
  rule(
    'CFDI40169',
    onLines(({ gross, discountAmount, subtotal }, path) =>
      when(
        discountAmount.gt(gross) || !gross.minus(discountAmount).eq(subtotal),
        `${path}.discount_amount`,
        'CFDI40169',
      ),
    ),
  ),
];

export const LINE_RULES: readonly Rule[] = [...FORM_RULES, ...AMOUNT_RULES, ...LINE_TAX_RULES];
