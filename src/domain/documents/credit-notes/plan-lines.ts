// The lines of a credit note: goods that come back, or money that goes back on a line or a tax.
import type { CreditReason } from '../../../../generated/types.ts';
import type { Steps } from '../../../base/load/turns.ts';
import { findLocale } from '../../../base/locale.ts';
import { decimal, isPositive, roundHalfUp, toText, type Decimal, ZERO } from '../../../base/money/decimal.ts';
import { readDecimal } from '../../../base/money/wire.ts';
import { creditDecimals, discountLine, discountText } from '../../../einvoicing/credit-terms.ts';
import type { DocumentLine, DraftLine } from '../../../einvoicing/regime.ts';
import { type LineTax, NO_LINE_TERMS } from '../../../einvoicing/terms.ts';
import { quantitiesLeft, type TaxGroup } from './left.ts';
import type { CreditFacts, CreditLineRequest, PlanRaises } from './request.ts';

/** What is credited of one line of the invoice. */
export interface ChosenLine {
  /** `lines[0]`. */
  readonly path: string;
  readonly position: number;
  readonly line: DocumentLine;
  /** Of goods that come back; null for money. */
  readonly quantity: Decimal | null;
  /** Without tax: of goods before their share of allowances and charges, of money after it. */
  readonly net: Decimal;
}

export function* chooseLines(
  ctx: PlanRaises,
  facts: CreditFacts,
  reason: CreditReason,
  { requests, groups }: { requests: readonly CreditLineRequest[]; groups: readonly TaxGroup[] },
): Steps<readonly ChosenLine[]> {
  if (requests.length === 0) throw ctx.error('credit_no_line', { path: 'lines' });
  if (new Set(requests.map(({ line }) => line)).size < requests.length)
    throw ctx.error('credit_line_twice', { path: 'lines' });
  const groupOf = new Map(groups.flatMap((group) => group.lines.map((line) => [line, group])));
  const quantities = quantitiesLeft(facts.document, facts.notes);
  const chosen: ChosenLine[] = [];
  for (const [index, request] of requests.entries()) {
    yield;
    chosen.push(chooseLine(ctx, { ...facts, groupOf, quantities, reason, path: `lines[${index}]` }, request));
  }
  return chosen;
}

interface LineFacts extends CreditFacts {
  readonly groupOf: ReadonlyMap<DocumentLine, TaxGroup>;
  /** What is left of each line. */
  readonly quantities: readonly Decimal[];
  readonly reason: CreditReason;
  readonly path: string;
}

const chooseLine = (ctx: PlanRaises, facts: LineFacts, request: CreditLineRequest): ChosenLine => {
  const { document, reason, path } = facts;
  const position = request.line;
  const line = document.lines[position - 1];
  if (line === undefined || !Number.isInteger(position)) {
    const lines = String(document.lines.length);
    throw ctx.error('credit_line_unknown', {
      path: `${path}.line`,
      invoice: facts.folio,
      line: String(position),
      lines,
      allowed: [`1 to ${lines}`],
    });
  }
  const decimals = creditDecimals(document);
  const common = { path, position, line };
  const share = shareOfWhole(facts.groupOf.get(line));
  if (request.amount !== undefined) {
    if (reason === 'return' || request.quantity !== undefined)
      throw ctx.error('credit_line_takes_one', { path: `${path}.amount`, line: String(position) });
    const net = readDecimal(ctx, `${path}.amount`, request.amount, decimals);
    const most = roundHalfUp(line.subtotal.times(share), decimals);
    requireBetween(ctx, common, { field: 'amount', given: net, most });
    return { ...common, quantity: null, net };
  }
  const left = facts.quantities[position - 1] ?? ZERO;
  const quantity =
    request.quantity === undefined ? left : readDecimal(ctx, `${path}.quantity`, request.quantity, 6);
  requireBetween(ctx, common, { field: 'quantity', given: quantity, most: left });
  const part = partOf(line, line.quantity.minus(left), quantity, decimals);
  return reason === 'discount'
    ? { ...common, quantity: null, net: roundHalfUp(part.times(share), decimals) }
    : { ...common, quantity, net: part };
};

/** What one unit of a line costs after the allowances and charges of the whole invoice. */
const shareOfWhole = (group: TaxGroup | undefined): Decimal =>
  group === undefined || !isPositive(group.sample.subtotal) ? ONE : group.total.div(group.sample.subtotal);

/** Rounded as a share of the whole line with what came back before, so that all parts are the line. */
export const partOf = (line: DocumentLine, before: Decimal, quantity: Decimal, decimals: number): Decimal =>
  upTo(line, before.plus(quantity), decimals).minus(upTo(line, before, decimals));

export const upTo = (
  { subtotal, quantity: whole }: DocumentLine,
  quantity: Decimal,
  decimals: number,
): Decimal => (whole.eq(ZERO) ? subtotal : roundHalfUp(subtotal.times(quantity).div(whole), decimals));

const requireBetween = (
  ctx: PlanRaises,
  { path, position }: Pick<ChosenLine, 'path' | 'position'>,
  { field, given, most }: { field: 'amount' | 'quantity'; given: Decimal; most: Decimal },
): void => {
  if (isPositive(given) && given.lte(most)) return;
  const about = { path: `${path}.${field}`, line: String(position) };
  if (!isPositive(most)) throw ctx.error('credit_line_done', about);
  throw ctx.error(`credit_line_${field}_outside`, {
    ...about,
    given: toText(given),
    most: toText(most),
    allowed: [`above 0 and at most ${toText(most)}`],
  });
};

const QUANTITY_DECIMALS = 6;
const LEAST_QUANTITY = decimal(`1e-${QUANTITY_DECIMALS}`);

/** The litres or pieces of a quota. A tax has a base above zero (CFDI40174): of a very small part it is the least there is. */
const quotaQuantity = (base: Decimal, share: Decimal): Decimal => {
  const part = roundHalfUp(base.times(share), QUANTITY_DECIMALS);
  return isPositive(part) ? part : LEAST_QUANTITY;
};

const rulesOf = (taxes: readonly LineTax[], share: Decimal): DraftLine['taxRules'] =>
  taxes.map(({ base, amount: _amount, ...rule }) => ({
    ...rule,
    quantity: rule.factor === 'quota' ? quotaQuantity(base, share) : null,
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

export const draftLine = (line: DocumentLine): DraftLine => ({ ...line, ...taxed(line, ONE) });

/** Goods that come back, for `net` without tax: what is less than their price is a discount. */
export const goodsLine = (
  { line, quantity, part, net }: { line: DocumentLine; quantity: Decimal; part: Decimal; net: Decimal },
  decimals: number,
): DraftLine => {
  const share = part.eq(net) ? quantity.div(line.quantity) : quantity.div(line.quantity).times(net).div(part);
  return withNet({ ...line, ...taxed(line, share), quantity }, net, decimals);
};

/** By so many of its last decimals may a line differ from quantity times price. */
const ROUNDED = '2';

const withNet = (line: DraftLine, net: Decimal, decimals: number): DraftLine => {
  const { discount } = line;
  const less = roundHalfUp(line.quantity.times(line.unitPrice), decimals).minus(net);
  if (discount === null && less.abs().lte(decimal(`${ROUNDED}e-${decimals}`))) return { ...line, net };
  if (!isPositive(less)) return { ...line, discount: null, net };
  return { ...line, discount: discount !== null && 'percent' in discount ? discount : { amount: less }, net };
};

/** The line with its amount changed by so little; undefined where nothing would be left. */
export const moveLine = (line: DraftLine, by: Decimal, decimals: number): DraftLine | undefined => {
  const { net: own, ...rest } = line;
  const net = (own ?? line.unitPrice).plus(by);
  if (!isPositive(net)) return undefined;
  if (line.discount !== null && net.lte(line.quantity.times(line.unitPrice)))
    return withNet(line, net, decimals);
  return { ...rest, discount: null, unitPrice: roundHalfUp(net.div(line.quantity), 6) };
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
    period: sample.period,
    description: (of === undefined ? text : `${text}: ${of}`).slice(0, 1000),
    quantity: ONE,
    unitPrice: base,
    countryDetails: discountLine(document, sample.countryDetails),
  };
};
