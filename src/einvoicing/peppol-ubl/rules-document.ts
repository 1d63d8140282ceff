// EN 16931, Peppol BIS 3 and XRechnung rules on payment, tax and amounts.
import { add, toDecimal } from '../../domain/money/amount.ts';
import { currencyDigits, isCurrency } from '../../domain/money/currency.ts';
import { isNegative, isPositive, roundHalfUp, sumOf } from '../../domain/money/decimal.ts';
import type { InvoiceDocument } from '../regime.ts';
import { advice, newDraftWith, onLines, rule, when, type Rule } from '../rules.ts';
import { headerEquals, taxOn } from '../totals.ts';
import { CARD_MEANS, DEBIT_MEANS, MEANS_SEPA_TRANSFER, PAYMENT_MEANS, TRANSFER_MEANS } from './codes.ts';
import { isIban } from './iban.ts';

const SAME_CONTENT = newDraftWith('with the same content');

const header = ({ countryDetails }: InvoiceDocument, name: string): string =>
  String(countryDetails[name] ?? '');
const means = (document: InvoiceDocument): string => header(document, 'payment_means_code');

const PAYMENT_RULES: readonly Rule[] = [
  rule('BR-CL-16', (document) =>
    when(!PAYMENT_MEANS.includes(means(document)), {
      path: 'country_details.payment_means_code',
      message: 'The payment means is not in the code list UNCL4461.',
      fix: newDraftWith('with payment_means_code 58, 30 or 1'),
    }),
  ),
  rule('BR-61', (document) =>
    when(TRANSFER_MEANS.includes(means(document)) && header(document, 'bank_account_number').trim() === '', {
      path: 'country_details.bank_account_number',
      message: 'A credit transfer needs the account to pay to.',
      fix: newDraftWith('with country_details.bank_account_number'),
    }),
  ),
  rule('BR-DE-24-a', (document) =>
    when(CARD_MEANS.includes(means(document)), {
      path: 'country_details.payment_means_code',
      message: 'Payment by card needs card data, which the service does not send.',
      fix: newDraftWith('with payment_means_code 58, 30 or 1'),
    }),
  ),
  rule('BR-DE-25-a', (document) =>
    when(DEBIT_MEANS.includes(means(document)), {
      path: 'country_details.payment_means_code',
      message: 'Direct debit needs a mandate, which the service does not send.',
      fix: newDraftWith('with payment_means_code 58, 30 or 1'),
    }),
  ),
  // A warning in XRechnung too, but money sent to a wrong account is not a small thing: look at it before filing.
  advice('BR-DE-19', (document) => {
    const account = header(document, 'bank_account_number');
    return when(means(document) === MEANS_SEPA_TRANSFER && account !== '' && !isIban(account), {
      path: 'country_details.bank_account_number',
      message: 'A SEPA transfer needs a valid IBAN.',
      fix: newDraftWith('with the right IBAN as bank_account_number, or with payment_means_code 30'),
    });
  }),
];

const TAX_RULES: readonly Rule[] = [
  advice(
    'BR-E-10',
    onLines((line, path) =>
      when(line.countryDetails['exemption_code'] === 'E', {
        path: `${path}.country_details.exemption_code`,
        message: 'The exemption names no ground; the document will only say that the line is exempt.',
        fix: newDraftWith('with a VATEX code as exemption_code, such as VATEX-EU-132'),
      }),
    ),
  ),
  rule('BR-O-11', ({ breakdown }) =>
    when(breakdown.length > 1 && breakdown.some(({ category }) => category === 'O'), {
      path: 'line_items',
      message: 'Lines outside the scope of VAT (O) may not stand beside lines of another category.',
      fix: 'Create one draft for each kind of line with create_invoice; an administrator removes this one with "invoice discard".',
    }),
  ),
  rule('BR-CO-17', ({ breakdown }) =>
    when(!breakdown.every(({ base, rate, amount }) => headerEquals(amount, taxOn(toDecimal(base), rate))), {
      path: 'tax_breakdown',
      message: 'A tax amount is not its base times its rate.',
      fix: SAME_CONTENT,
    }),
  ),
];

const AMOUNT_RULES: readonly Rule[] = [
  rule('BR-CL-04', ({ currency }) =>
    when(!isCurrency(currency), {
      path: 'currency',
      message: 'The currency is not in ISO 4217.',
      fix: newDraftWith('with a currency of ISO 4217'),
    }),
  ),
  rule('BR-CO-10', ({ subtotal, lines }) =>
    when(!headerEquals(subtotal, sumOf(lines.map((line) => line.subtotal))), {
      path: 'subtotal',
      message: 'The subtotal is not the sum of the lines.',
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
  rule('BR-CO-15', ({ subtotal, tax, total }) =>
    when(add(subtotal, tax).minor !== total.minor, {
      path: 'total',
      message: 'The total is not the subtotal plus the tax.',
      fix: SAME_CONTENT,
    }),
  ),
  rule('PEPPOL-EN16931-R120', (document) =>
    onLines(({ quantity, unitPrice, subtotal }, path) =>
      when(!subtotal.eq(roundHalfUp(quantity.times(unitPrice), currencyDigits(document.currency))), {
        path: `${path}.subtotal`,
        message: 'The subtotal of the line is not quantity times unit price.',
        fix: SAME_CONTENT,
      }),
    )(document),
  ),
];

const LINE_RULES: readonly Rule[] = [
  rule(
    'BR-25',
    onLines((line, path) =>
      when(line.description.trim() === '', {
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

export const DOCUMENT_RULES: readonly Rule[] = [
  ...PAYMENT_RULES,
  ...LINE_RULES,
  ...TAX_RULES,
  ...AMOUNT_RULES,
];
