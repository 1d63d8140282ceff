// The rules of EN 16931 for each tax category, on the lines and the breakdown.
import { type Amount, toDecimal } from '../../base/money/amount.ts';
import { type Decimal, isPositive, isZero, roundHalfUp, sumOf } from '../../base/money/decimal.ts';
import type { DocumentLine, InvoiceDocument, TaxRow } from '../regime.ts';
import { advice, newDraftWith, onLines, rule, when, type Rule } from '../rules.ts';
import { headerEquals, taxOn } from '../totals.ts';
import { documentDigits, isTaxWithin, signed } from './calculate.ts';
import { isVatexCode, VAT_CATEGORIES } from './codes.ts';
import { isSmallBusiness } from './tax-category.ts';

const SAME_CONTENT = newDraftWith('with the same content');

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
    return when(!fits, {
      path: 'tax_breakdown',
      message: `The breakdown does not have what the lines have of category ${category.code}.`,
      fix: SAME_CONTENT,
    });
  });

/** -05: the rate fits the category. */
const rateRule = (category: Category): Rule =>
  rule(
    `BR-${category.name}-05`,
    onLines((line, path) =>
      when(
        readCategory(line) === category.code &&
          (category.taxed ? !isPositive(line.taxRate) : !isZero(line.taxRate)),
        {
          path: `${path}.tax_rate`,
          message: category.taxed
            ? 'A line of category S bears tax, but its rate is 0.'
            : `A line of category ${category.code} bears no tax, but its rate is not 0.`,
          fix: newDraftWith('with another tax_rate or exemption_code'),
        },
      ),
    ),
  );

/** -08: the base is the sum of its lines, less its allowances, plus its charges. */
const baseRule = (category: Category): Rule =>
  rule(`BR-${category.name}-08`, (document) =>
    findRows(document, category).flatMap((row) => {
      const lines = findLines(document, category, row).map(({ subtotal }) => subtotal);
      const allowances = document.allowances.filter(
        (each) => each.category === category.code && (!category.taxed || each.rate.eq(row.rate)),
      );
      return when(!headerEquals(row.base, sumOf([...lines, ...allowances.map(signed)])), {
        path: 'tax_breakdown',
        message: `The base of category ${category.code} is not the sum of its lines and allowances.`,
        fix: SAME_CONTENT,
      });
    }),
  );

/** -09: the tax is zero for categories without tax. */
const zeroRule = (category: Category): Rule =>
  rule(`BR-${category.name}-09`, (document) =>
    findRows(document, category).flatMap(({ amount }) =>
      when(amount.minor !== 0, {
        path: 'tax_breakdown',
        message: `Category ${category.code} bears no tax, but the breakdown has some.`,
        fix: SAME_CONTENT,
      }),
    ),
  );

/** -10: no reason for exemption where the category allows none. */
const noReasonRule = (category: Category): Rule =>
  rule(
    `BR-${category.name}-10`,
    onLines((line, path) =>
      when(readCategory(line) === category.code && readReason(line) !== '', {
        path: `${path}.country_details.exemption_code`,
        message: `A line of category ${category.code} takes no exemption code.`,
        fix: newDraftWith('without exemption_code on the line'),
      }),
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
      when(readReason(line) === code && readCategory(line) !== category, {
        path: `${path}.country_details.exemption_code`,
        message: `${code} belongs to category ${category}, but the line has another.`,
        fix: newDraftWith(`with ${category} as exemption_code`),
      }),
    ),
  );

const CODES: readonly Rule[] = [
  rule(
    'BR-CO-04',
    onLines((line, path) =>
      when(readCategory(line) === '', {
        path: `${path}.country_details.tax_category`,
        message: 'The line has no tax category.',
        fix: SAME_CONTENT,
      }),
    ),
  ),
  rule(
    'BR-CL-18',
    onLines((line, path) =>
      when(readCategory(line) !== '' && !VAT_CATEGORIES.has(readCategory(line)), {
        path: `${path}.country_details.tax_category`,
        message: 'The tax category is not in the code list UNCL5305.',
        fix: SAME_CONTENT,
      }),
    ),
  ),
  rule('BR-CL-17', ({ breakdown }) =>
    when(!breakdown.every(({ category }) => VAT_CATEGORIES.has(category)), {
      path: 'tax_breakdown',
      message: 'A tax category of the breakdown is not in the code list UNCL5305.',
      fix: SAME_CONTENT,
    }),
  ),
  rule(
    'BR-CL-22',
    onLines((line, path) =>
      when(readReason(line).startsWith('VATEX') && !isVatexCode(readReason(line)), {
        path: `${path}.country_details.exemption_code`,
        message: 'The exemption code is not in the code list VATEX.',
        fix: newDraftWith('with a code of the list as exemption_code, such as VATEX-EU-132'),
      }),
    ),
  ),
  advice('BR-E-10', (document) =>
    onLines((line, path) =>
      when(readReason(line) === 'E' && !isSmallBusiness(document.seller), {
        path: `${path}.country_details.exemption_code`,
        message: 'The exemption names no ground; the document will only say that the line is exempt.',
        fix: newDraftWith('with a VATEX code as exemption_code, such as VATEX-EU-132'),
      }),
    )(document),
  ),
];

/** The tax of a base, as the documents of its currency round it. */
const computeTax = (base: Amount, rate: Decimal): Decimal =>
  roundHalfUp(taxOn(toDecimal(base), rate), documentDigits(base.currency));

const isExactTax = ({ base, rate, amount }: TaxRow): boolean => headerEquals(amount, computeTax(base, rate));

const SUMS: readonly Rule[] = [
  rule('BR-CO-18', ({ breakdown }) =>
    when(breakdown.length === 0, {
      path: 'tax_breakdown',
      message: 'The invoice has no tax breakdown.',
      fix: SAME_CONTENT,
    }),
  ),
  rule('BR-O-11', ({ breakdown }) =>
    when(breakdown.length > 1 && breakdown.some(({ category }) => category === 'O'), {
      path: 'line_items',
      message: 'Lines outside the scope of VAT (O) may not stand beside lines of another category.',
      fix: 'Create one draft for each kind of line with create_invoice; an administrator removes this one with "invoice discard".',
    }),
  ),
  // The last credit note on an invoice takes what is left of its tax, which the published rule lets differ by below one.
  rule('BR-CO-17', ({ breakdown, kind }) =>
    when(!breakdown.every(kind === 'invoice' ? isExactTax : isTaxWithin), {
      path: 'tax_breakdown',
      message: 'A tax amount is not its base times its rate.',
      fix: SAME_CONTENT,
    }),
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
