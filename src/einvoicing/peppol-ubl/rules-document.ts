// EN 16931, Peppol BIS 3 and XRechnung rules on payment, lines and amounts.
import { add, toDecimal } from '../../base/money/amount.ts';
import {
  decimal,
  decimalsOf,
  isNegative,
  isPositive,
  roundHalfUp,
  sumOf,
  type Decimal,
} from '../../base/money/decimal.ts';
import type { InvoiceDocument } from '../regime.ts';
import { advice, onLines, rule, when, type Rule } from '../rules.ts';
import { headerEquals } from '../totals.ts';
import { documentDigits } from './calculate.ts';
import {
  CARD_MEANS,
  isDocumentCurrency,
  MEANS_SEPA_TRANSFER,
  PAYMENT_MEANS,
  TRANSFER_MEANS,
} from './codes.ts';
import { readIban } from '../../base/bank-identifiers.ts';
import { isBlank, written } from './text.ts';
import { PAYMENT_TERM_RULES, TERM_RULES } from './rules-terms.ts';

const header = ({ countryDetails }: InvoiceDocument, name: string): string =>
  written(String(countryDetails[name] ?? ''));
const means = (document: InvoiceDocument): string => header(document, 'payment_means_code');

const PAYMENT_RULES: readonly Rule[] = [
  rule('BR-49', (document) => when(means(document) === '', 'country_details.payment_means_code', 'BR-49')),
  rule('BR-CL-16', (document) =>
    when(
      means(document) !== '' && !PAYMENT_MEANS.includes(means(document)),
      'country_details.payment_means_code',
      'BR-CL-16',
    ),
  ),
  rule('BR-61', (document) =>
    when(
      TRANSFER_MEANS.includes(means(document)) && header(document, 'bank_account_number') === '',
      'country_details.bank_account_number',
      'BR-61',
    ),
  ),
  rule('BR-DE-24-a', (document) =>
    when(
      document.seller.country_code === 'DE' && CARD_MEANS.includes(means(document)),
      'country_details.payment_means_code',
      'BR-DE-24-a',
    ),
  ),
  // A warning in XRechnung too, but money sent to a wrong account is not a small thing: look at it before filing.
  advice('BR-DE-19', (document) => {
    const account = header(document, 'bank_account_number');
    return when(
      means(document) === MEANS_SEPA_TRANSFER && account !== '' && readIban(account) === undefined,
      'country_details.bank_account_number',
      'BR-DE-19',
    );
  }),
];

const AMOUNT_RULES: readonly Rule[] = [
  rule('BR-CL-04', ({ currency }) => when(!isDocumentCurrency(currency), 'currency', 'BR-CL-04')),
  rule('BR-CO-10', ({ lineTotal, lines }) =>
    when(!headerEquals(lineTotal, sumOf(lines.map((line) => line.subtotal))), 'subtotal', 'BR-CO-10'),
  ),
  rule('BR-CO-14', ({ tax, breakdown }) =>
    when(!headerEquals(tax, sumOf(breakdown.map((row) => toDecimal(row.amount)))), 'tax_total', 'BR-CO-14'),
  ),
  rule('BR-CO-15', ({ subtotal, tax, total, terms }) =>
    when(terms.prepaid === null && add(subtotal, tax).minor !== total.minor, 'total', 'BR-CO-15'),
  ),
  rule('PEPPOL-EN16931-R120', (document) =>
    onLines(({ quantity, unitPrice, subtotal, discountAmount }, path) => {
      const digits = documentDigits(document.currency);
      const gross = roundHalfUp(quantity.times(unitPrice), digits);
      const most = decimal(`${document.kind === 'invoice' ? 0 : PART_ROUNDING}e-${digits}`);
      return when(
        subtotal.minus(gross.minus(discountAmount)).abs().gt(most),
        `${path}.subtotal`,
        'PEPPOL-EN16931-R120',
      );
    })(document),
  ),
];

/**
 * By so many units may a part of a line differ, so that all parts are the line. What is more than the published rule
 * tolerates, the document states as rounding of the line.
 */
const PART_ROUNDING = 4;

/** Header amounts with more than two decimals, which some currencies have but no document may. */
const HEADER_AMOUNTS: readonly (readonly [
  id: string,
  field: 'lineTotal' | 'subtotal' | 'tax' | 'total',
  path: string,
])[] = [
  ['BR-DEC-09', 'lineTotal', 'subtotal'],
  ['BR-DEC-12', 'subtotal', 'subtotal'],
  ['BR-DEC-13', 'tax', 'tax_total'],
  ['BR-DEC-18', 'total', 'total'],
];

const fitsDocument = (value: Decimal): boolean => decimalsOf(value) <= DOCUMENT_DECIMALS;

const DOCUMENT_DECIMALS = 2;

const DECIMAL_RULES: readonly Rule[] = [
  ...HEADER_AMOUNTS.map(([id, field, path]) =>
    rule(id, (document) => when(!fitsDocument(toDecimal(document[field])), path, 'BR-DEC')),
  ),
  ...(['base', 'amount'] as const).map((field) =>
    rule(field === 'base' ? 'BR-DEC-19' : 'BR-DEC-20', ({ breakdown }) =>
      when(
        !breakdown.every((row) => fitsDocument(toDecimal(row[field]))),
        'tax_breakdown',
        'BR-DEC.breakdown',
      ),
    ),
  ),
  rule(
    'BR-DEC-23',
    onLines((line, path) => when(!fitsDocument(line.subtotal), `${path}.subtotal`, 'BR-DEC-23')),
  ),
];

const LINE_RULES: readonly Rule[] = [
  rule('BR-16', ({ lines }) => when(lines.length === 0, 'line_items', 'BR-16')),
  rule(
    'BR-25',
    onLines((line, path) => when(isBlank(line.description), `${path}.description`, 'BR-25')),
  ),
  rule(
    'BR-22',
    onLines((line, path) => when(!isPositive(line.quantity), `${path}.quantity`, 'BR-22')),
  ),
  rule(
    'BR-27',
    onLines((line, path) => when(isNegative(line.unitPrice), `${path}.unit_price`, 'BR-27')),
  ),
];

/** A credit note asks for no payment. */
const onInvoices = ({ id, severity, check }: Rule): Rule => ({
  id,
  severity,
  check: (document) => (document.kind === 'invoice' ? check(document) : []),
});

export const DOCUMENT_RULES: readonly Rule[] = [
  ...[...PAYMENT_RULES, ...PAYMENT_TERM_RULES].map(onInvoices),
  ...LINE_RULES,
  ...AMOUNT_RULES,
  ...DECIMAL_RULES,
  ...TERM_RULES,
];
