// The sums that EN 16931 computes.
import { UBL } from '../../../generated/checks/ubl.ts';
import { decimal, decimalsOf, roundHalfUp, sumOf, ZERO, type Decimal } from '../../base/money/decimal.ts';
import type { Finding } from '../../einvoicing/rules.ts';
import { taxOn } from '../../einvoicing/totals.ts';
import { readPath } from './paths.ts';
import { amountAt, breach, fatal, numberAt, readNumber, type UblInvoice, type UblRule } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

const CENTS = 2;
const TOTALS = 'cac:LegalMonetaryTotal';
const ONE = decimal('1');
const SLACK = decimal('0.02');

const isNearly = (found: Decimal, wanted: Decimal, slack: Decimal): boolean =>
  found.minus(wanted).abs().lte(slack);

const differs = (term: string, path: string, found: Decimal, wanted: Decimal, is: string): Finding[] =>
  found.eq(wanted)
    ? []
    : [
        breach(
          path,
          `${term}: it is ${found.toFixed()}, but ${is} is ${wanted.toFixed()}.`,
          'Correct the amount.',
        ),
      ];

/** What one of the totals has to be: the sum of the amounts at these paths, those of `minus` taken off. */
export interface Sum {
  readonly term: string;
  readonly total: string;
  readonly plus: readonly string[];
  readonly minus?: readonly string[];
  readonly rounded?: true;
  /** It need not be stated. */
  readonly optional?: true;
  readonly is: string;
}

const readAmounts = (path: string): ((invoice: UblInvoice) => Decimal) => {
  const end = path.lastIndexOf('/');
  const [holders, name] = [readPath(path.slice(0, end)), path.slice(end + 1)];
  return (invoice) => sumOf(holders(invoice.root, invoice).map((node) => amountAt(node, name)));
};

export const readSum = ({ term, total, plus, minus = [], rounded, optional, is }: Sum): UblRule['check'] => {
  const added = plus.map(readAmounts);
  const taken = minus.map(readAmounts);
  return (invoice) => {
    if (optional === true && first(invoice.totals, total) === undefined) return [];
    const sum = sumOf(added.map((read) => read(invoice))).minus(sumOf(taken.map((read) => read(invoice))));
    const wanted = rounded === true ? roundHalfUp(sum, CENTS) : sum;
    return differs(term, `${TOTALS}/${total}`, amountAt(invoice.totals, total), wanted, is);
  };
};

/** BR-CO-14. */
export const breakdownSum: UblRule['check'] = ({ taxTotal }) => {
  if (taxTotal === undefined) return [];
  const rows = all(taxTotal, 'cac:TaxSubtotal').map((row) => amountAt(row, 'cbc:TaxAmount'));
  const [path, found] = [`${taxTotal.path}/cbc:TaxAmount`, amountAt(taxTotal, 'cbc:TaxAmount')];
  return differs('BT-110', path, found, roundHalfUp(sumOf(rows), CENTS), 'the sum of the breakdown');
};

/** BR-CO-15: with the tax total in the currency of the document. */
export const totalWithTax: UblRule['check'] = ({ root, totals, currency }) => {
  const tax = all(root, 'cac:TaxTotal/cbc:TaxAmount').find(
    ({ attributes }) => attributes['currencyID'] === currency,
  );
  const sum = amountAt(totals, 'cbc:TaxExclusiveAmount').plus(readNumber(tax?.text ?? '') ?? ZERO);
  const found = amountAt(totals, 'cbc:TaxInclusiveAmount');
  const path = `${TOTALS}/cbc:TaxInclusiveAmount`;
  return differs('BT-112', path, found, roundHalfUp(sum, CENTS), 'the total with tax');
};

/** BR-CO-17. The published rule tolerates a difference below one, for sellers who sum the tax by line; this service never does. */
export const taxOfBase: UblRule['check'] = ({ subtotals }) =>
  subtotals.flatMap((subtotal) => {
    const rate = numberAt(subtotal, 'cac:TaxCategory/cbc:Percent') ?? ZERO;
    const wanted = roundHalfUp(taxOn(amountAt(subtotal, 'cbc:TaxableAmount'), rate), CENTS);
    const found = amountAt(subtotal, 'cbc:TaxAmount');
    if (found.minus(wanted).abs().lt(ONE)) return [];
    const says = `BT-117 is ${found.toFixed()}, but its base at its rate is ${wanted.toFixed()}.`;
    return [breach(`${subtotal.path}/cbc:TaxAmount`, says, 'Correct the tax amount.')];
  });

const netOf = (line: Node): Decimal => {
  const per = numberAt(line, 'cac:Price/cbc:BaseQuantity');
  const price = amountAt(line, 'cac:Price/cbc:PriceAmount');
  const priced = price.times(amountAt(line, 'cbc:InvoicedQuantity'));
  const own = all(line, 'cac:AllowanceCharge').map((node) => {
    const value = amountAt(node, 'cbc:Amount');
    return textAt(node, 'cbc:ChargeIndicator') === 'true' ? value : ZERO.minus(value);
  });
  return (per === undefined || per.lte(ZERO) ? priced : priced.div(per)).plus(sumOf(own));
};

/** PEPPOL-EN16931-R120. */
export const lineAmount: UblRule['check'] = ({ lines }) =>
  lines.flatMap((line) => {
    const [found, wanted] = [amountAt(line, 'cbc:LineExtensionAmount'), netOf(line)];
    if (isNearly(found, wanted, SLACK)) return [];
    const says = `BT-131 is ${found.toFixed()}, but quantity times price is ${wanted.toFixed()}.`;
    return [breach(`${line.path}/cbc:LineExtensionAmount`, says, 'Correct the amount of the line.')];
  });

/** Amounts of at most two decimals. */
export const DECIMAL_RULES: readonly UblRule[] = Object.entries(UBL.two_decimals).map(([id, path]) =>
  fatal(id, ({ root }) =>
    all(root, path).flatMap((node) => {
      const value = readNumber(node.text);
      if (value === undefined)
        return [breach(node.path, `${node.text} is not an amount.`, 'Write digits and a point.')];
      return (node.text.split('.')[1] ?? '').length > CENTS || decimalsOf(value) > CENTS
        ? [breach(node.path, `${node.text} has more than two decimals.`, 'Round it to two decimals.')]
        : [];
    }),
  ),
);
