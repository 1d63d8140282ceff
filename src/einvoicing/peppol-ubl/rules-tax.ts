// The rules of EN 16931 for each tax category, on the lines and the breakdown.
import { type Amount, toDecimal } from '../../base/money/amount.ts';
import { type Decimal, isPositive, isZero, roundHalfUp, sumOf } from '../../base/money/decimal.ts';
import type { DocumentLine, InvoiceDocument, TaxRow } from '../regime.ts';
import { advice, onLines, rule, when, type Rule } from '../rules.ts';
import { headerEquals, taxOn } from '../totals.ts';
import { documentDigits, isTaxWithin, signed } from './calculate.ts';
import { isVatexCode, VAT_CATEGORIES } from './codes.ts';
import { isSmallBusiness } from './tax-category.ts';

interface Category {
  readonly code: string;
  /** As written in rule ids. */
  readonly name: string;
  readonly taxed: boolean;
  /** Whether a line may give a reason for exemption. */
  readonly reason: boolean;
}

const CATEGORIES: readonly Category[] = [
  { code: 'S', name: 'S', taxed: true, reason: false },
  { code: 'Z', name: 'Z', taxed: false, reason: false },
  { code: 'E', name: 'E', taxed: false, reason: true },
  { code: 'AE', name: 'AE', taxed: false, reason: true },
  { code: 'K', name: 'IC', taxed: false, reason: true },
  { code: 'G', name: 'G', taxed: false, reason: true },
  { code: 'O', name: 'O', taxed: false, reason: true },
];

const readCategory = (line: DocumentLine): string => String(line.countryDetails['tax_category'] ?? '');

const readReason = (line: DocumentLine): string => String(line.countryDetails['exemption_code'] ?? '');

const findLines = (
  { lines }: InvoiceDocument,
  { code, taxed }: Category,
  row?: TaxRow,
): readonly DocumentLine[] =>
  lines.filter(
    (line) => readCategory(line) === code && (row === undefined || !taxed || line.taxRate.eq(row.rate)),
  );

const findRows = ({ breakdown }: InvoiceDocument, { code }: Category): readonly TaxRow[] =>
  breakdown.filter(({ category }) => category === code);

/** -01: the breakdown has exactly the categories of the lines. */
const breakdownRule = (category: Category): Rule =>
  rule(`BR-${category.name}-01`, (document) => {
    const used = findLines(document, category).length > 0;
    const count = findRows(document, category).length;
    const fits = used ? count === 1 || (category.taxed && count > 1) : count === 0;
    return when(!fits, 'tax_breakdown', 'BR-CATEGORY-01', { code: category.code });
  });

/** -05: the rate fits the category. */
const rateRule = (category: Category): Rule =>
  rule(
    `BR-${category.name}-05`,
    onLines((line, path) => {
      if (readCategory(line) !== category.code) return [];
      return category.taxed
        ? when(!isPositive(line.taxRate), `${path}.tax_rate`, 'BR-S-05')
        : when(!isZero(line.taxRate), `${path}.tax_rate`, 'BR-CATEGORY-05', { code: category.code });
    }),
  );

/** -08: the base is the sum of its lines, less its allowances, plus its charges. */
const baseRule = (category: Category): Rule =>
  rule(`BR-${category.name}-08`, (document) =>
    findRows(document, category).flatMap((row) => {
      const lines = findLines(document, category, row).map(({ subtotal }) => subtotal);
      const allowances = document.allowances.filter(
        (each) => each.category === category.code && (!category.taxed || each.rate.eq(row.rate)),
      );
      return when(
        !headerEquals(row.base, sumOf([...lines, ...allowances.map(signed)])),
        'tax_breakdown',
        'BR-CATEGORY-08',
        { code: category.code },
      );
    }),
  );

/** -09: the tax is zero for categories without tax. */
const zeroRule = (category: Category): Rule =>
  rule(`BR-${category.name}-09`, (document) =>
    findRows(document, category).flatMap(({ amount }) =>
      when(amount.minor !== 0, 'tax_breakdown', 'BR-CATEGORY-09', { code: category.code }),
    ),
  );

/** -10: no reason for exemption where the category allows none. */
const noReasonRule = (category: Category): Rule =>
  rule(
    `BR-${category.name}-10`,
    onLines((line, path) =>
      when(
        readCategory(line) === category.code && readReason(line) !== '',
        `${path}.country_details.exemption_code`,
        'BR-CATEGORY-10',
        { code: category.code },
      ),
    ),
  );

/** VATEX codes that belong to one category. */
const CODE_CATEGORIES: readonly (readonly [id: string, code: string, category: string])[] = [
  ['PEPPOL-EN16931-P0104', 'VATEX-EU-G', 'G'],
  ['PEPPOL-EN16931-P0105', 'VATEX-EU-O', 'O'],
  ['PEPPOL-EN16931-P0106', 'VATEX-EU-IC', 'K'],
  ['PEPPOL-EN16931-P0107', 'VATEX-EU-AE', 'AE'],
  ['PEPPOL-EN16931-P0108', 'VATEX-EU-D', 'E'],
  ['PEPPOL-EN16931-P0109', 'VATEX-EU-F', 'E'],
  ['PEPPOL-EN16931-P0110', 'VATEX-EU-I', 'E'],
  ['PEPPOL-EN16931-P0111', 'VATEX-EU-J', 'E'],
];

const codeRule = ([id, code, category]: (typeof CODE_CATEGORIES)[number]): Rule =>
  rule(
    id,
    onLines((line, path) =>
      when(
        readReason(line) === code && readCategory(line) !== category,
        `${path}.country_details.exemption_code`,
        'PEPPOL-EN16931-VATEX',
        { code, category },
      ),
    ),
  );

const CODES: readonly Rule[] = [
  rule(
    'BR-CO-04',
    onLines((line, path) =>
      when(readCategory(line) === '', `${path}.country_details.tax_category`, 'BR-CO-04'),
    ),
  ),
  rule(
    'BR-CL-18',
    onLines((line, path) =>
      when(
        readCategory(line) !== '' && !VAT_CATEGORIES.has(readCategory(line)),
        `${path}.country_details.tax_category`,
        'BR-CL-18',
      ),
    ),
  ),
  rule('BR-CL-17', ({ breakdown }) =>
    when(!breakdown.every(({ category }) => VAT_CATEGORIES.has(category)), 'tax_breakdown', 'BR-CL-17'),
  ),
  rule(
    'BR-CL-22',
    onLines((line, path) =>
      when(
        readReason(line).startsWith('VATEX') && !isVatexCode(readReason(line)),
        `${path}.country_details.exemption_code`,
        'BR-CL-22',
      ),
    ),
  ),
  advice('BR-E-10', (document) =>
    onLines((line, path) =>
      when(
        readReason(line) === 'E' && !isSmallBusiness(document.seller),
        `${path}.country_details.exemption_code`,
        'BR-E-10',
      ),
    )(document),
  ),
];

/** The tax of a base, as the documents of its currency round it. */
const computeTax = (base: Amount, rate: Decimal): Decimal =>
  roundHalfUp(taxOn(toDecimal(base), rate), documentDigits(base.currency));

const isExactTax = ({ base, rate, amount }: TaxRow): boolean => headerEquals(amount, computeTax(base, rate));

const SUMS: readonly Rule[] = [
  rule('BR-CO-18', ({ breakdown }) => when(breakdown.length === 0, 'tax_breakdown', 'BR-CO-18')),
  rule('BR-O-11', ({ breakdown }) =>
    when(breakdown.length > 1 && breakdown.some(({ category }) => category === 'O'), 'line_items', 'BR-O-11'),
  ),
  // The last credit note on an invoice takes what is left of its tax, which the published rule lets differ by below one.
  rule('BR-CO-17', ({ breakdown, kind }) =>
    when(!breakdown.every(kind === 'invoice' ? isExactTax : isTaxWithin), 'tax_breakdown', 'BR-CO-17'),
  ),
];

export const TAX_RULES: readonly Rule[] = [
  ...CODES,
  ...CODE_CATEGORIES.map(codeRule),
  ...CATEGORIES.flatMap((category) => [
    breakdownRule(category),
    rateRule(category),
    baseRule(category),
    ...(category.taxed ? [] : [zeroRule(category)]),
    ...(category.reason ? [] : [noReasonRule(category)]),
  ]),
  ...SUMS,
];
