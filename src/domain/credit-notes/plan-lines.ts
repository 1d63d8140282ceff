// The lines of a credit note: goods that come back, or money that goes back on a line or a tax.
import type { CreditReason } from '../../../generated/types.ts';
import { findLocale } from '../../base/locale.ts';
import { decimal, isPositive, roundHalfUp, toText, type Decimal, ZERO } from '../../base/money/decimal.ts';
import { readDecimal } from '../../base/money/wire.ts';
import { Refusal } from '../../base/refusal.ts';
import { creditDecimals, discountLine, discountText } from '../../einvoicing/credit-terms.ts';
import type { DocumentLine, DraftLine } from '../../einvoicing/regime.ts';
import { type LineTax, NO_LINE_TERMS } from '../../einvoicing/terms.ts';
import { quantityLeft } from './left.ts';
import type { CreditFacts, CreditLineRequest, PlannedLine, PlanRaises } from './request.ts';

export const chooseLines = (
  ctx: PlanRaises,
  facts: CreditFacts,
  reason: CreditReason,
  requests: readonly CreditLineRequest[],
): readonly PlannedLine[] => {
  if (requests.length === 0) throw new Refusal('invalid_value', 'No line of the invoice is named.');
  if (new Set(requests.map(({ line }) => line)).size < requests.length)
    throw new Refusal('invalid_value', 'A line of the invoice is named twice.');
  return requests.map((request) => chooseLine(ctx, facts, reason, request));
};

const chooseLine = (
  ctx: PlanRaises,
  facts: CreditFacts,
  reason: CreditReason,
  request: CreditLineRequest,
): PlannedLine => {
  const { document, notes } = facts;
  const position = request.line;
  const line = document.lines[position - 1];
  if (line === undefined || !Number.isInteger(position)) {
    throw new Refusal(
      'invalid_value',
      `The invoice ${facts.folio} has the lines 1 to ${document.lines.length}, and no line ${position}.`,
    );
  }
  if (request.amount !== undefined) {
    if (reason === 'return' || request.quantity !== undefined)
      throw new Refusal('usage', `Line ${position}: a return takes a quantity, a discount an amount.`);
    const base = readDecimal(ctx, 'amount', request.amount, creditDecimals(document));
    requireBetween(position, base, line.subtotal, 'what it costs without tax');
    return { line: moneyLine(facts, line, base, line.description), invoice_position: null };
  }
  const left = quantityLeft(line, position, notes);
  const quantity = request.quantity === undefined ? left : readDecimal(ctx, 'quantity', request.quantity, 6);
  requireBetween(position, quantity, left, 'the quantity that is left');
  if (reason === 'discount') {
    const base = roundHalfUp(line.subtotal.times(quantity).div(line.quantity), creditDecimals(document));
    return { line: moneyLine(facts, line, base, line.description), invoice_position: null };
  }
  return { line: draftLine(line, quantity), invoice_position: position };
};

const requireBetween = (position: number, given: Decimal, most: Decimal, what: string): void => {
  if (isPositive(given) && given.lte(most)) return;
  throw new Refusal(
    'invalid_value',
    `Line ${position}: ${toText(given)} is not above 0 and at most ${toText(most)}, ${what}.`,
  );
};

const rulesOf = (taxes: readonly LineTax[], share: Decimal): DraftLine['taxRules'] =>
  taxes.map(({ base, amount: _amount, ...rule }) => ({
    ...rule,
    quantity: rule.factor === 'quota' ? roundHalfUp(base.times(share), 6) : null,
  }));

const ONE = decimal('1');

/** The taxes of the line, with nothing left to derive. */
const taxed = (line: DocumentLine, share: Decimal): Pick<DraftLine, TaxFields> => ({
  taxRate: line.taxRate,
  taxCategory: line.taxes.find(({ tax, withheld }) => !withheld && tax !== 'IEPS')?.category ?? null,
  taxRules: rulesOf(line.taxes, share),
  exempt: line.taxes.some(({ factor }) => factor === 'exempt'),
  excise: null,
  withholdings: [],
});

type TaxFields = 'taxRate' | 'taxCategory' | 'taxRules' | 'exempt' | 'excise' | 'withholdings';

export const draftLine = (line: DocumentLine, quantity: Decimal = line.quantity): DraftLine => {
  const share = line.quantity.eq(ZERO) ? ONE : quantity.div(line.quantity);
  const { discount } = line;
  return {
    ...line,
    ...taxed(line, share),
    quantity,
    discount:
      discount === null || 'percent' in discount
        ? discount
        : { amount: roundHalfUp(discount.amount.times(share), 2) },
  };
};

/** A line of quantity 1 with the taxes of the sample. */
export const moneyLine = (
  { document, folio }: CreditFacts,
  sample: DocumentLine,
  base: Decimal,
  of?: string,
): DraftLine => {
  const text = discountText(findLocale(document.seller.country_code).language, folio);
  const share = sample.subtotal.eq(ZERO) ? ONE : base.div(sample.subtotal);
  return {
    ...NO_LINE_TERMS,
    ...taxed(sample, share),
    description: (of === undefined ? text : `${text}: ${of}`).slice(0, 1000),
    quantity: ONE,
    unitPrice: base,
    countryDetails: discountLine(document, sample.countryDetails),
  };
};
