// CFDI 4.0 rules on the taxes of each line (CFDI40171 to 40186).
import { decimal, isPositive, roundUp, toText, truncate, type Decimal } from '../../base/money/decimal.ts';
import { remembered } from '../../base/remembered.ts';
import type { DocumentLine } from '../regime.ts';
import { finding, onLines, rule, when, type Finding, type Rule } from '../rules.ts';
import type { LineTax } from '../terms.ts';
import { LINE_DECIMALS } from '../totals.ts';
import { isRate } from './catalogs.ts';
import {
  FACTORS,
  OBJECT_EXCISE_SHOWN,
  OBJECT_TAXED,
  OBJECTS_WITH_ISR_ONLY,
  OBJECTS_WITHOUT_TAXES,
  TAX_CODES,
} from './codes.ts';

const HUNDRED = decimal('100');
const HALF_UNIT = decimal('0.0000005');
/** The SAT's tolerance: half a unit of the last decimal, less this much at the upper bound. */
const EDGE = HALF_UNIT.minus(decimal('0.000000000001'));

/** Whether a product, written with six decimals, lies between the limits that its factors allow (CFDI40167, 40180). */
export const isWithinLimits = (
  product: Decimal,
  left: Decimal,
  right: Decimal,
  rightIsExact = false,
): boolean => {
  if (isPositive(left) && isPositive(right) && product.eq(left.times(right))) return true;
  const [less, more] = rightIsExact ? [right, right] : [right.minus(HALF_UNIT), right.plus(EDGE)];
  const low = left.minus(HALF_UNIT).times(less);
  const high = left.plus(EDGE).times(more);
  return product.gte(truncate(low, LINE_DECIMALS)) && product.lte(roundUp(high, LINE_DECIMALS));
};

/** As TasaOCuota has it: 0.16; a quota is an amount already. */
const factorOf = ({ factor, rate }: Pick<LineTax, 'factor' | 'rate'>): Decimal =>
  factor === 'quota' ? rate : rate.div(HUNDRED);

/** Whether c_TasaOCuota has the rate; exempt has none. */
export const isListed = (
  { category, factor, rate }: Pick<LineTax, 'category' | 'factor' | 'rate'>,
  withheld: boolean,
): boolean =>
  factor === 'exempt' ||
  (withheld ? isWithheldRate : isTransferredRate)(`${factor} ${toText(rate)} ${category}`);

const listedAs = (kind: 'withheld' | 'transferred') =>
  remembered((text) => {
    const [factor = '', rate = '', ...category] = text.split(' ');
    const given = { factor: factor === 'quota' ? factor : 'rate', rate: decimal(rate) } as const;
    return isRate(kind, category.join(' '), FACTORS[given.factor], factorOf(given));
  });

const isWithheldRate = listedAs('withheld');
const isTransferredRate = listedAs('transferred');

const objectOf = ({ countryDetails }: DocumentLine): string => String(countryDetails['tax_object'] ?? '');

const isRetainedIsr = ({ withheld, category }: LineTax): boolean => withheld && category === TAX_CODES.ISR;

/** The first tax that the tax object of the line rules out. */
const strayTax = (line: DocumentLine): LineTax | undefined => {
  const object = objectOf(line);
  if (object === OBJECT_TAXED) return undefined;
  if (OBJECTS_WITH_ISR_ONLY.has(object)) return line.taxes.find((tax) => !isRetainedIsr(tax));
  if (object === OBJECT_EXCISE_SHOWN) return line.taxes.find(({ category }) => category === TAX_CODES.IVA);
  return line.taxes[0];
};

type TaxCheck = (tax: LineTax, path: string, line: DocumentLine) => readonly Finding[];

const onTaxes = (withheld: boolean, check: TaxCheck): Rule['check'] =>
  onLines((line, path) =>
    line.taxes.flatMap((tax, index) =>
      tax.withheld === withheld ? check(tax, `${path}.taxes[${index}]`, line) : [],
    ),
  );

/** The same rules for taxes passed on and taxes retained, each with its id. */
const bothKinds = ([passedOn, retained]: readonly [string, string], check: TaxCheck): readonly Rule[] => [
  rule(passedOn, onTaxes(false, check)),
  rule(retained, onTaxes(true, check)),
];

export const LINE_TAX_RULES: readonly Rule[] = [
  rule(
    'CFDI40171',
    onLines((line, path) => {
      const object = objectOf(line);
      if (object === OBJECT_TAXED)
        return when(line.taxes.length === 0, `${path}.country_details.tax_object`, 'CFDI40171');
      const lacks = !line.taxes.some(({ category }) => category === TAX_CODES.IEPS);
      return when(
        lacks && object === OBJECT_EXCISE_SHOWN,
        `${path}.country_details.tax_object`,
        'CFDI40171.excise',
      );
    }),
  ),
  rule(
    'CFDI40172',
    onLines((line, path) => {
      const stray = strayTax(line);
      const object = objectOf(line);
      if (stray === undefined) return [];
      const at = `${path}.country_details.tax_object`;
      return OBJECTS_WITHOUT_TAXES.has(object)
        ? [finding(at, 'CFDI40172', { object })]
        : [finding(at, 'CFDI40172.kind', { object, tax: stray.tax })];
    }),
  ),
  ...bothKinds(['CFDI40174', 'CFDI40181'], ({ base }, path, { gross, quantity, unitPrice }) => {
    // CFDI40166 says it of lines that cost nothing.
    if (!isPositive(unitPrice) || isPositive(base)) return [];
    return isPositive(gross)
      ? [finding(`${path}.base`, 'CFDI40174')]
      : [
          finding(`${path}.base`, 'CFDI40174.gross', {
            quantity: toText(quantity),
            price: toText(unitPrice),
            digits: LINE_DECIMALS,
          }),
        ];
  }),
  ...bothKinds(['CFDI40179', 'CFDI40185'], (tax, path) =>
    when(!isListed(tax, tax.withheld), `${path}.rate`, 'CFDI40179', { tax: tax.tax }),
  ),
  ...bothKinds(['CFDI40180', 'CFDI40186'], (tax, path) =>
    when(!isWithinLimits(tax.amount, tax.base, factorOf(tax), true), `${path}.amount`, 'CFDI40180'),
  ),
];
