// The sums that EN 16931 computes.
import { decimal, decimalsOf, roundHalfUp, sumOf, ZERO, type Decimal } from '../../base/money/decimal.ts';
import { taxOn } from '../../einvoicing/totals.ts';
import { amountAt, breach, fatal, numberAt, readNumber, type UblInvoice, type UblRule } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

const CENTS = 2;
const TOTALS = 'cac:LegalMonetaryTotal';

const differs = (id: string, path: string, found: Decimal, wanted: Decimal, is: string) =>
  found.eq(wanted)
    ? []
    : [
        breach(
          path,
          `${id}: it is ${found.toFixed()}, but ${is} is ${wanted.toFixed()}.`,
          'Correct the amount.',
        ),
      ];

const sumAt = (nodes: readonly Node[], path: string): Decimal =>
  roundHalfUp(sumOf(nodes.map((node) => amountAt(node, path))), CENTS);

const allowances = ({ root }: UblInvoice, charge: 'true' | 'false'): Decimal =>
  roundHalfUp(
    sumOf(
      all(root, 'cac:AllowanceCharge')
        .filter((node) => textAt(node, 'cbc:ChargeIndicator') === charge)
        .map((node) => amountAt(node, 'cbc:Amount')),
    ),
    CENTS,
  );

/** The tax total in the currency of the document. */
const taxAmount = ({ root, currency }: UblInvoice): Decimal => {
  const found = all(root, 'cac:TaxTotal/cbc:TaxAmount').find(
    ({ attributes }) => attributes['currencyID'] === currency,
  );
  return readNumber(found?.text ?? '') ?? ZERO;
};

const SUMS: readonly UblRule[] = [
  fatal('BR-CO-10', ({ totals, lines }) =>
    differs(
      'BT-106',
      `${TOTALS}/cbc:LineExtensionAmount`,
      amountAt(totals, 'cbc:LineExtensionAmount'),
      sumAt(lines, 'cbc:LineExtensionAmount'),
      'the sum of the lines',
    ),
  ),
  fatal('BR-CO-11', (invoice) =>
    first(invoice.totals, 'cbc:AllowanceTotalAmount') === undefined
      ? []
      : differs(
          'BT-107',
          `${TOTALS}/cbc:AllowanceTotalAmount`,
          amountAt(invoice.totals, 'cbc:AllowanceTotalAmount'),
          allowances(invoice, 'false'),
          'the sum of the allowances',
        ),
  ),
  fatal('BR-CO-12', (invoice) =>
    first(invoice.totals, 'cbc:ChargeTotalAmount') === undefined
      ? []
      : differs(
          'BT-108',
          `${TOTALS}/cbc:ChargeTotalAmount`,
          amountAt(invoice.totals, 'cbc:ChargeTotalAmount'),
          allowances(invoice, 'true'),
          'the sum of the charges',
        ),
  ),
  fatal('BR-CO-13', ({ totals }) =>
    differs(
      'BT-109',
      `${TOTALS}/cbc:TaxExclusiveAmount`,
      amountAt(totals, 'cbc:TaxExclusiveAmount'),
      amountAt(totals, 'cbc:LineExtensionAmount')
        .minus(amountAt(totals, 'cbc:AllowanceTotalAmount'))
        .plus(amountAt(totals, 'cbc:ChargeTotalAmount')),
      'the sum of the lines, less allowances, plus charges,',
    ),
  ),
  fatal('BR-CO-14', ({ taxTotal }) =>
    taxTotal === undefined
      ? []
      : differs(
          'BT-110',
          `${taxTotal.path}/cbc:TaxAmount`,
          amountAt(taxTotal, 'cbc:TaxAmount'),
          sumAt(all(taxTotal, 'cac:TaxSubtotal'), 'cbc:TaxAmount'),
          'the sum of the breakdown',
        ),
  ),
  fatal('BR-CO-15', (invoice) =>
    differs(
      'BT-112',
      `${TOTALS}/cbc:TaxInclusiveAmount`,
      amountAt(invoice.totals, 'cbc:TaxInclusiveAmount'),
      roundHalfUp(amountAt(invoice.totals, 'cbc:TaxExclusiveAmount').plus(taxAmount(invoice)), CENTS),
      'the total with tax',
    ),
  ),
  fatal('BR-CO-16', ({ totals }) =>
    differs(
      'BT-115',
      `${TOTALS}/cbc:PayableAmount`,
      amountAt(totals, 'cbc:PayableAmount'),
      amountAt(totals, 'cbc:TaxInclusiveAmount')
        .minus(amountAt(totals, 'cbc:PrepaidAmount'))
        .plus(amountAt(totals, 'cbc:PayableRoundingAmount')),
      'the total less what was paid',
    ),
  ),
  // The published rule tolerates a difference below one, for sellers who sum the tax by line; this service never does.
  fatal('BR-CO-17', ({ subtotals }) =>
    subtotals.flatMap((subtotal) => {
      const rate = numberAt(subtotal, 'cac:TaxCategory/cbc:Percent') ?? ZERO;
      const wanted = roundHalfUp(taxOn(amountAt(subtotal, 'cbc:TaxableAmount'), rate), CENTS);
      const found = amountAt(subtotal, 'cbc:TaxAmount');
      return found.minus(wanted).abs().lt(ONE)
        ? []
        : [
            breach(
              `${subtotal.path}/cbc:TaxAmount`,
              `BT-117 is ${found.toFixed()}, but its base at its rate is ${wanted.toFixed()}.`,
              'Correct the tax amount.',
            ),
          ];
    }),
  ),
  fatal('PEPPOL-EN16931-R120', ({ lines }) =>
    lines.flatMap((line) => {
      const per = numberAt(line, 'cac:Price/cbc:BaseQuantity');
      const priced = amountAt(line, 'cac:Price/cbc:PriceAmount').times(
        amountAt(line, 'cbc:InvoicedQuantity'),
      );
      const net = per === undefined || per.lte(ZERO) ? priced : priced.div(per);
      const own = all(line, 'cac:AllowanceCharge').map((node) =>
        textAt(node, 'cbc:ChargeIndicator') === 'true'
          ? amountAt(node, 'cbc:Amount')
          : amountAt(node, 'cbc:Amount').times(decimal('-1')),
      );
      const wanted = net.plus(sumOf(own));
      const found = amountAt(line, 'cbc:LineExtensionAmount');
      return found.minus(wanted).abs().lte(SLACK)
        ? []
        : [
            breach(
              `${line.path}/cbc:LineExtensionAmount`,
              `BT-131 is ${found.toFixed()}, but quantity times price is ${wanted.toFixed()}.`,
              'Correct the amount of the line.',
            ),
          ];
    }),
  ),
  fatal('PEPPOL-EN16931-R121', ({ lines }) =>
    lines.flatMap((line) => {
      const per = numberAt(line, 'cac:Price/cbc:BaseQuantity');
      return per === undefined || per.gt(ZERO)
        ? []
        : [
            breach(
              `${line.path}/cac:Price/cbc:BaseQuantity`,
              'A price is of a quantity above zero.',
              'State a positive BaseQuantity.',
            ),
          ];
    }),
  ),
];

const ONE = decimal('1');
const SLACK = decimal('0.02');

/** Amounts of at most two decimals, by rule. */
const TWO_DECIMALS: readonly (readonly [id: string, path: string])[] = [
  ['BR-DEC-09', `${TOTALS}/cbc:LineExtensionAmount`],
  ['BR-DEC-10', `${TOTALS}/cbc:AllowanceTotalAmount`],
  ['BR-DEC-11', `${TOTALS}/cbc:ChargeTotalAmount`],
  ['BR-DEC-12', `${TOTALS}/cbc:TaxExclusiveAmount`],
  ['BR-DEC-13', 'cac:TaxTotal/cbc:TaxAmount'],
  ['BR-DEC-14', `${TOTALS}/cbc:TaxInclusiveAmount`],
  ['BR-DEC-16', `${TOTALS}/cbc:PrepaidAmount`],
  ['BR-DEC-17', `${TOTALS}/cbc:PayableRoundingAmount`],
  ['BR-DEC-18', `${TOTALS}/cbc:PayableAmount`],
  ['BR-DEC-19', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount'],
  ['BR-DEC-20', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount'],
  ['BR-DEC-23', 'cac:InvoiceLine/cbc:LineExtensionAmount'],
  // Of allowances; BR-DEC-05 and -06, -27 and -28 of charges.
  ['BR-DEC-01', 'cac:AllowanceCharge/cbc:Amount'],
  ['BR-DEC-02', 'cac:AllowanceCharge/cbc:BaseAmount'],
  ['BR-DEC-24', 'cac:InvoiceLine/cac:AllowanceCharge/cbc:Amount'],
  ['BR-DEC-25', 'cac:InvoiceLine/cac:AllowanceCharge/cbc:BaseAmount'],
];

const decimalsRule = ([id, path]: readonly [string, string]): UblRule =>
  fatal(id, ({ root }) =>
    all(root, path).flatMap((node) => {
      const value = readNumber(node.text);
      if (value === undefined)
        return [breach(node.path, `${node.text} is not an amount.`, 'Write digits and a point.')];
      return (node.text.split('.')[1] ?? '').length > CENTS || decimalsOf(value) > CENTS
        ? [breach(node.path, `${node.text} has more than two decimals.`, 'Round it to two decimals.')]
        : [];
    }),
  );

export const AMOUNT_RULES: readonly UblRule[] = [...SUMS, ...TWO_DECIMALS.map(decimalsRule)];
