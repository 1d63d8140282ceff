// What EN 16931 asks of payment, and of the allowances and charges of a line.
import { ZERO } from '../../base/money/decimal.ts';
import { amount } from './rules-amounts.ts';
import { breach, fatal, holds, present, type UblInvoice, type UblRule } from './rule.ts';
import { all, type Node, textAt } from './tree.ts';

const TRANSFERS: readonly string[] = ['30', '58'];

export const PAYMENT_RULES: readonly UblRule[] = [
  fatal('BR-27', ({ lines }) =>
    lines.flatMap((line) =>
      amount(line, 'cac:Price/cbc:PriceAmount').lt(ZERO)
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
      TRANSFERS.includes(textAt(means, 'cbc:PaymentMeansCode')) &&
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
  fatal('BR-CO-25', ({ root, totals }) =>
    amount(totals, 'cbc:PayableAmount').gt(ZERO) &&
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

const lineCharges = ({ root }: UblInvoice): readonly Node[] =>
  all(root, 'cac:InvoiceLine/cac:AllowanceCharge');

const ofKind =
  (indicator: 'true' | 'false') =>
  (invoice: UblInvoice): readonly Node[] =>
    lineCharges(invoice).filter((node) => textAt(node, 'cbc:ChargeIndicator') === indicator);

const hasReason = (node: Node): boolean =>
  textAt(node, 'cbc:AllowanceChargeReason') !== '' || textAt(node, 'cbc:AllowanceChargeReasonCode') !== '';

export const CHARGE_RULES: readonly UblRule[] = [
  present('BR-41', ofKind('false'), 'cbc:Amount', 'The amount of the allowance (BT-136)'),
  holds(
    fatal,
    'BR-42',
    ofKind('false'),
    hasReason,
    'The allowance has no reason.',
    'State AllowanceChargeReason.',
  ),
  present('BR-43', ofKind('true'), 'cbc:Amount', 'The amount of the charge (BT-141)'),
  holds(
    fatal,
    'BR-44',
    ofKind('true'),
    hasReason,
    'The charge has no reason.',
    'State AllowanceChargeReason.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-R043',
    lineCharges,
    (node) => ['true', 'false'].includes(textAt(node, 'cbc:ChargeIndicator')),
    'ChargeIndicator is neither true nor false.',
    'State true for a charge, false for an allowance.',
  ),
];
