// CFDI 4.0 rules on the summary of taxes (node Impuestos), which must repeat what the lines say.
import { decimal, sumOf, type Decimal } from '../../base/money/decimal.ts';
import type { DocumentLine, InvoiceDocument, TaxRow } from '../regime.ts';
import { newDraftWith, rule, when, type Finding, type Rule } from '../rules.ts';
import { headerEquals } from '../totals.ts';
import { CATALOGS, isRate } from './catalogs.ts';
import { FACTOR_RATE, OBJECT_TAXED } from './codes.ts';

const HUNDRED = decimal('100');

/** Whether c_TasaOCuota has the rate, given in percent, as one that is passed on. */
export const isPassedOn = (tax: string, percent: Decimal): boolean =>
  isRate('transferred', tax, FACTOR_RATE, percent.div(HUNDRED));

const isTaxed = ({ countryDetails }: DocumentLine): boolean => countryDetails['tax_object'] === OBJECT_TAXED;

const findLines = ({ lines }: InvoiceDocument, row: TaxRow): readonly DocumentLine[] =>
  lines.filter((line) => isTaxed(line) && line.taxRate.eq(row.rate));

const onRows =
  (check: (row: TaxRow, path: string, document: InvoiceDocument) => readonly Finding[]): Rule['check'] =>
  (document) =>
    document.breakdown.flatMap((row, index) => check(row, `tax_breakdown[${index}]`, document));

const AGAIN = newDraftWith('with the same content');

export const TAX_RULES: readonly Rule[] = [
  rule('CFDI40213', ({ lines, breakdown }) =>
    when(
      lines.some((line) => isTaxed(line) && !breakdown.some(({ rate }) => rate.eq(line.taxRate))),
      {
        path: 'tax_breakdown',
        message: 'A tax rate of the lines is missing in the tax breakdown.',
        fix: AGAIN,
      },
    ),
  ),
  rule(
    'CFDI40215',
    onRows((row, path, document) =>
      when(!headerEquals(row.base, sumOf(findLines(document, row).map(({ subtotal }) => subtotal))), {
        path: `${path}.base`,
        message: 'The base is not the rounded sum of the lines of this rate.',
        fix: AGAIN,
      }),
    ),
  ),
  rule(
    'CFDI40217',
    onRows((row, path) =>
      when(!CATALOGS.c_Impuesto.has(row.category), {
        path: `${path}.category`,
        message: 'The tax is not in the catalogue c_Impuesto.',
        fix: AGAIN,
      }),
    ),
  ),
  rule('CFDI40218', ({ breakdown }) =>
    when(
      breakdown.some((row, index) =>
        breakdown.slice(0, index).some((other) => other.category === row.category && other.rate.eq(row.rate)),
      ),
      { path: 'tax_breakdown', message: 'A tax rate stands twice in the tax breakdown.', fix: AGAIN },
    ),
  ),
  rule(
    'CFDI40219',
    onRows((row, path) =>
      when(CATALOGS.c_Impuesto.has(row.category) && !isPassedOn(row.category, row.rate), {
        path: `${path}.rate`,
        message: 'The rate is not in the catalogue c_TasaOCuota for this tax.',
        fix: AGAIN,
      }),
    ),
  ),
  rule(
    'CFDI40221',
    onRows((row, path, document) =>
      when(!headerEquals(row.amount, sumOf(findLines(document, row).map(({ taxAmount }) => taxAmount))), {
        path: `${path}.amount`,
        message: 'The tax is not the rounded sum of the taxes of the lines of this rate.',
        fix: AGAIN,
      }),
    ),
  ),
];
