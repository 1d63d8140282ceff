// Prices and payment terms, by EN 16931.
import { ZERO } from '../../base/money/decimal.ts';
import { TRANSFER_MEANS } from '../../einvoicing/peppol-ubl/codes.ts';
import { amountAt, breach, fatal, type UblRule } from './rule.ts';
import { all, textAt } from './tree.ts';

export const PAYMENT_RULES: readonly UblRule[] = [
  fatal('BR-27', ({ lines }) =>
    lines.flatMap((line) =>
      amountAt(line, 'cac:Price/cbc:PriceAmount').lt(ZERO)
        ? [
            breach(
              `${line.path}/cac:Price/cbc:PriceAmount`,
              'The price is negative.',
              'State a price of zero or above.',
            ),
          ]
        : [],
    ),
  ),
  fatal('BR-53', ({ root }) => {
    const accounting = textAt(root, 'cbc:TaxCurrencyCode');
    const stated = all(root, 'cac:TaxTotal/cbc:TaxAmount').some(
      ({ attributes }) => attributes['currencyID'] === accounting,
    );
    return accounting === '' || stated
      ? []
      : [
          breach(
            'cac:TaxTotal',
            `The tax in ${accounting} is missing.`,
            'Add a TaxTotal in the accounting currency.',
          ),
        ];
  }),
  fatal('BR-61', ({ root }) =>
    all(root, 'cac:PaymentMeans').flatMap((means) =>
      TRANSFER_MEANS.includes(textAt(means, 'cbc:PaymentMeansCode')) &&
      textAt(means, 'cac:PayeeFinancialAccount/cbc:ID') === ''
        ? [
            breach(
              `${means.path}/cac:PayeeFinancialAccount`,
              'A credit transfer needs the account to pay to.',
              'State PayeeFinancialAccount/ID.',
            ),
          ]
        : [],
    ),
  ),
  // A credit note has no due date (its rule is on invoices alone).
  fatal('BR-CO-25', ({ root, totals, isCredit }) =>
    !isCredit &&
    amountAt(totals, 'cbc:PayableAmount').gt(ZERO) &&
    textAt(root, 'cbc:DueDate') === '' &&
    textAt(root, 'cac:PaymentTerms/cbc:Note') === ''
      ? [
          breach(
            'Invoice/cbc:DueDate',
            'An amount is due, but neither a due date nor terms of payment are stated.',
            'State DueDate.',
          ),
        ]
      : [],
  ),
];
