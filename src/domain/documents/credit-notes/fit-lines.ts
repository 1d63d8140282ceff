// Fits the lines that come back to what is left of their taxes: each takes its share of the allowances and charges of the
// whole invoice, and the last ones take what is left, so that all parts together are the invoice.
import { currencyDigits } from '../../../base/money/currency.ts';
import { roundToCurrency, toDecimal } from '../../../base/money/amount.ts';
import {
  isPositive,
  isZero,
  roundHalfUp,
  sumOf,
  toNumber,
  toText,
  type Decimal,
  ZERO,
} from '../../../base/money/decimal.ts';
import type { ToolError } from '../../../base/errors.ts';
import { creditDecimals, creditSlack } from '../../../einvoicing/credit-terms.ts';
import { percentOf, spread } from '../../../einvoicing/peppol-ubl/allowances.ts';
import { signed } from '../../../einvoicing/peppol-ubl/calculate.ts';
import type { DocumentAllowance } from '../../../einvoicing/regime.ts';
import { quantityLeft, taxesInWords, type TaxGroup, taxKey } from './left.ts';
import { type ChosenLine, goodsLine, moneyLine, upTo } from './plan-lines.ts';
import type { CreditFacts, PlannedLine, PlanRaises } from './request.ts';

export interface Fitted {
  readonly lines: readonly PlannedLine[];
  readonly allowances: readonly DocumentAllowance[];
  /** Nothing of the invoice is left after it. */
  readonly whole: boolean;
  /** Without tax: by how much it is less than the goods cost, since that is credited already. */
  readonly reduced: Decimal;
}

interface FittedGroup {
  readonly nets: ReadonlyMap<ChosenLine, Decimal>;
  readonly allowances: readonly DocumentAllowance[];
  readonly left: Decimal;
  readonly last: boolean;
  readonly reduced: Decimal;
}

export const fitLines = (
  ctx: PlanRaises,
  facts: CreditFacts,
  groups: readonly TaxGroup[],
  chosen: readonly ChosenLine[],
): Fitted => {
  const decimals = creditDecimals(facts.document);
  const fitted = groups.map((group) =>
    fitGroup(
      ctx,
      facts,
      group,
      chosen.filter(({ line }) => taxKey(line) === group.key),
    ),
  );
  const netOf = (line: ChosenLine): Decimal =>
    fitted.map(({ nets }) => nets.get(line)).find((net) => net !== undefined) ?? ZERO;
  const slack = creditSlack(facts.document);
  return {
    lines: chosen.flatMap((each): PlannedLine[] => {
      const { line, quantity, net: part, position } = each;
      const net = netOf(each);
      if (!isPositive(net) && isPositive(part)) return [];
      return quantity === null
        ? [{ line: moneyLine(facts, line, net, line.description), invoice_position: null }]
        : [{ line: goodsLine({ line, quantity, part, net }, decimals), invoice_position: position }];
    }),
    allowances: fitted.flatMap(({ allowances }) => allowances),
    whole: fitted.every(({ last, left }) => left.lte(last ? slack : slack.div('6'))),
    reduced: sumOf(fitted.map(({ reduced }) => reduced)),
  };
};

const fitGroup = (
  ctx: PlanRaises,
  facts: CreditFacts,
  group: TaxGroup,
  chosen: readonly ChosenLine[],
): FittedGroup => {
  const { document, notes } = facts;
  const nothing = { nets: new Map<ChosenLine, Decimal>(), allowances: [], reduced: ZERO };
  const decimals = creditDecimals(document);
  const goods = chosen.filter(({ quantity }) => quantity !== null);
  const now = sumOf(goods.map(({ net }) => net));
  const open = document.lines
    .map((line, index) => ({ line, left: quantityLeft(line, index + 1, notes), position: index + 1 }))
    .filter(({ line }) => taxKey(line) === group.key);
  const before = sumOf(open.map(({ line, left }) => upTo(line, line.quantity.minus(left), decimals)));
  const allowances = shareAllowances(group, { before, now });
  const last =
    goods.length === chosen.length &&
    open.every(({ left, position }) =>
      isZero(left.minus(goods.find((each) => each.position === position)?.quantity ?? ZERO)),
    );
  if (chosen.length === 0) return { ...nothing, left: group.left, last };
  const asked = sumOf([...chosen.map(({ net }) => net), ...allowances.map(signed)]);
  const excess = asked.minus(group.left);
  const nets = new Map(chosen.map((each) => [each, each.net]));
  const fits = { nets, allowances, left: group.left.minus(asked), last, reduced: ZERO };
  if (!last) {
    if (isPositive(excess)) throw refuseExcess(ctx, facts, group, { asked, chosen });
    return fits;
  }
  if (!isPositive(group.left)) return { ...nothing, left: ZERO, last };
  const rounding = excess.abs().lte(creditSlack(document));
  if (isZero(excess) || (!isPositive(excess) && !rounding)) return fits;
  // Where more than the goods is credited already, it is taken of their charges too.
  const kept = excess.gt(now) ? scale(allowances, group.left.div(asked)) : allowances;
  const change = sumOf([group.left, ...kept.map((each) => ZERO.minus(signed(each)))]).minus(now);
  const shares = spread(
    change.abs(),
    goods.map(({ net }) => net),
    decimals,
  );
  goods.forEach((each, index) => {
    const share = shares[index] ?? ZERO;
    nets.set(each, isPositive(change) ? each.net.plus(share) : each.net.minus(share));
  });
  return { nets, allowances: kept, left: ZERO, last, reduced: rounding ? ZERO : excess };
};

/** What the goods have of each allowance and charge, rounded as a share of the whole with what came back before. */
const shareAllowances = (
  { allowances, sample }: TaxGroup,
  { before, now }: { readonly before: Decimal; readonly now: Decimal },
): readonly DocumentAllowance[] => {
  const whole = sample.subtotal;
  if (isZero(whole) || isZero(now)) return [];
  return allowances.flatMap((allowance) => {
    const { amount, percent } = allowance;
    const { currency } = amount;
    const digits = Math.min(2, currencyDigits(currency));
    const upToNow = (base: Decimal): Decimal => roundHalfUp(toDecimal(amount).times(base).div(whole), digits);
    const share = upToNow(before.plus(now)).minus(upToNow(before));
    if (isZero(share)) return [];
    const fits = percent !== null && percentOf({ percent }, now, share) !== null;
    return {
      ...allowance,
      amount: roundToCurrency(share, currency),
      percent: fits ? percent : null,
      base: fits ? roundToCurrency(now, currency) : null,
    };
  });
};

const scale = (allowances: readonly DocumentAllowance[], share: Decimal): readonly DocumentAllowance[] =>
  allowances
    .map((each) => {
      const { currency } = each.amount;
      const scaled = roundHalfUp(toDecimal(each.amount).times(share), Math.min(2, currencyDigits(currency)));
      return { ...each, amount: roundToCurrency(scaled, currency), percent: null, base: null };
    })
    .filter((each) => each.amount.minor > 0);

const refuseExcess = (
  ctx: PlanRaises,
  { document: { currency }, folio }: CreditFacts,
  { left, sample }: TaxGroup,
  { asked, chosen }: { readonly asked: Decimal; readonly chosen: readonly ChosenLine[] },
): ToolError => {
  const [first, second] = chosen;
  return ctx.error('credit_exceeds_tax', {
    path: first === undefined || second !== undefined ? 'lines' : first.path,
    invoice: folio,
    asked: { amount: toNumber(asked), currency },
    most: { amount: toNumber(left), currency },
    taxes: taxesInWords(sample),
    allowed: [`at most ${toText(left)} ${currency} without tax`],
  });
};
