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
import { advice, newDraftWith, onLines, rule, when, type Rule } from '../rules.ts';
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

const SAME_CONTENT = newDraftWith('with the same content');

const header = ({ countryDetails }: InvoiceDocument, name: string): string =>
  written(String(countryDetails[name] ?? ''));
const means = (document: InvoiceDocument): string => header(document, 'payment_means_code');

const PAYMENT_RULES: readonly Rule[] = [
  rule('BR-49', (document) =>
    when(means(document) === '', {
      path: 'country_details.payment_means_code',
      message: 'The invoice does not say how it is to be paid.',
      fix: newDraftWith('with payment_means_code 58, 30 or 1'),
    }),
  ),
  rule('BR-CL-16', (document) =>
    when(means(document) !== '' && !PAYMENT_MEANS.includes(means(document)), {
      path: 'country_details.payment_means_code',
      message: 'The payment means is not in the code list UNCL4461.',
      fix: newDraftWith('with payment_means_code 58, 30 or 1'),
    }),
  ),
  rule('BR-61', (document) =>
    when(TRANSFER_MEANS.includes(means(document)) && header(document, 'bank_account_number') === '', {
      path: 'country_details.bank_account_number',
      message: 'A credit transfer needs the account to pay to.',
      fix: newDraftWith('with country_details.bank_account_number'),
    }),
  ),
  rule('BR-DE-24-a', (document) =>
    when(document.seller.country_code === 'DE' && CARD_MEANS.includes(means(document)), {
      path: 'country_details.payment_means_code',
      message: 'Payment by card needs card data, which the service does not send.',
      fix: newDraftWith('with payment_means_code 58, 30 or 1'),
    }),
  ),
  // A warning in XRechnung too, but money sent to a wrong account is not a small thing: look at it before filing.
  advice('BR-DE-19', (document) => {
    const account = header(document, 'bank_account_number');
    return when(
      means(document) === MEANS_SEPA_TRANSFER && account !== '' && readIban(account) === undefined,
      {
        path: 'country_details.bank_account_number',
        message: 'A SEPA transfer needs a valid IBAN.',
        fix: newDraftWith('with the right IBAN as bank_account_number, or with payment_means_code 30'),
      },
    );
  }),
];

const AMOUNT_RULES: readonly Rule[] = [
  rule('BR-CL-04', ({ currency }) =>
    when(!isDocumentCurrency(currency), {
      path: 'currency',
      message: 'Documents of EN 16931 do not take this currency.',
      fix: newDraftWith('in another currency'),
    }),
  ),
  rule('BR-CO-10', ({ lineTotal, lines }) =>
    when(!headerEquals(lineTotal, sumOf(lines.map((line) => line.subtotal))), {
      path: 'subtotal',
      message: 'The sum of the lines is not what their amounts add up to.',
      fix: SAME_CONTENT,
    }),
  ),
  rule('BR-CO-14', ({ tax, breakdown }) =>
    when(!headerEquals(tax, sumOf(breakdown.map((row) => toDecimal(row.amount)))), {
      path: 'tax_total',
      message: 'The tax is not the sum of the tax breakdown.',
      fix: SAME_CONTENT,
    }),
  ),
  rule('BR-CO-15', ({ subtotal, tax, total, terms }) =>
    when(terms.prepaid === null && add(subtotal, tax).minor !== total.minor, {
      path: 'total',
      message: 'The total is not the subtotal plus the tax.',
      fix: SAME_CONTENT,
    }),
  ),
  rule('PEPPOL-EN16931-R120', (document) =>
    onLines(({ quantity, unitPrice, subtotal, discountAmount }, path) => {
      const digits = documentDigits(document.currency);
      const gross = roundHalfUp(quantity.times(unitPrice), digits);
      const most = decimal(`${document.kind === 'invoice' ? 0 : PART_ROUNDING}e-${digits}`);
      return when(subtotal.minus(gross.minus(discountAmount)).abs().gt(most), {
        path: `${path}.subtotal`,
        message: 'The subtotal of the line is not quantity times unit price, less the discount.',
        fix: SAME_CONTENT,
      });
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

const ROUND = 'with prices and quantities whose products have two decimals';

const fitsDocument = (value: Decimal): boolean => decimalsOf(value) <= DOCUMENT_DECIMALS;

const DOCUMENT_DECIMALS = 2;

const DECIMAL_RULES: readonly Rule[] = [
  ...HEADER_AMOUNTS.map(([id, field, path]) =>
    rule(id, (document) =>
      when(!fitsDocument(toDecimal(document[field])), {
        path,
        message: 'The amount has more than two decimals.',
        fix: newDraftWith(ROUND),
      }),
    ),
  ),
  ...(['base', 'amount'] as const).map((field) =>
    rule(field === 'base' ? 'BR-DEC-19' : 'BR-DEC-20', ({ breakdown }) =>
      when(!breakdown.every((row) => fitsDocument(toDecimal(row[field]))), {
        path: 'tax_breakdown',
        message: 'An amount of the breakdown has more than two decimals.',
        fix: newDraftWith(ROUND),
      }),
    ),
  ),
  rule(
    'BR-DEC-23',
    onLines((line, path) =>
      when(!fitsDocument(line.subtotal), {
        path: `${path}.subtotal`,
        message: 'The amount of the line has more than two decimals.',
        fix: newDraftWith(ROUND),
      }),
    ),
  ),
];

const LINE_RULES: readonly Rule[] = [
  rule('BR-16', ({ lines }) =>
    when(lines.length === 0, {
      path: 'line_items',
      message: 'The invoice has no line.',
      fix: newDraftWith('with at least one line'),
    }),
  ),
  rule(
    'BR-25',
    onLines((line, path) =>
      when(isBlank(line.description), {
        path: `${path}.description`,
        message: 'The line does not say what is sold.',
        fix: newDraftWith('with a description on each line'),
      }),
    ),
  ),
  rule(
    'BR-22',
    onLines((line, path) =>
      when(!isPositive(line.quantity), {
        path: `${path}.quantity`,
        message: 'The quantity must be above zero.',
        fix: newDraftWith('with a positive quantity'),
      }),
    ),
  ),
  rule(
    'BR-27',
    onLines((line, path) =>
      when(isNegative(line.unitPrice), {
        path: `${path}.unit_price`,
        message: 'The price may not be negative.',
        fix: newDraftWith('with a price of zero or above'),
      }),
    ),
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
