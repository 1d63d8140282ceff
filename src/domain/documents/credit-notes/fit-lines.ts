// Fits the lines that come back to what is left of their taxes: each takes its share of the allowances and charges of the
// whole invoice, and the last ones take what is left, so that all parts together are the invoice.
import type { Steps } from '../../../base/load/turns.ts';
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
import type { DocumentAllowance, DocumentLine } from '../../../einvoicing/regime.ts';
import { quantitiesLeft, taxesInWords, type TaxGroup } from './left.ts';
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

export function* fitLines(
  ctx: PlanRaises,
  facts: CreditFacts,
  groups: readonly TaxGroup[],
  chosen: readonly ChosenLine[],
): Steps<Fitted> {
  const decimals = creditDecimals(facts.document);
  const open = openLines(facts);
  const chosenOf = new Map(chosen.map((each) => [each.line, each]));
  const fitted: FittedGroup[] = [];
  for (const group of groups) {
    yield;
    const ofGroup = new Set(group.lines.flatMap((line) => chosenOf.get(line) ?? []));
    // In the order in which they were asked for.
    fitted.push(fitGroup(ctx, facts, group, { chosen: chosen.filter((each) => ofGroup.has(each)), open }));
  }
  const nets = new Map(fitted.flatMap((group) => [...group.nets]));
  const slack = creditSlack(facts.document);
  const lines: PlannedLine[] = [];
  for (const each of chosen) {
    yield;
    const { line, quantity, net: part, position } = each;
    const net = nets.get(each) ?? ZERO;
    if (!isPositive(net) && isPositive(part)) continue;
    lines.push(
      quantity === null
        ? { line: moneyLine(facts, line, net, line.description), invoice_position: null }
        : { line: goodsLine({ line, quantity, part, net }, decimals), invoice_position: position },
    );
  }
  return {
    lines,
    allowances: fitted.flatMap(({ allowances }) => allowances),
    whole: fitted.every(({ last, left }) => left.lte(last ? slack : slack.div('6'))),
    reduced: sumOf(fitted.map(({ reduced }) => reduced)),
  };
}

interface OpenLine {
  readonly line: DocumentLine;
  readonly position: number;
  /** Of its quantity. */
  readonly left: Decimal;
}

const openLines = ({ document, notes }: CreditFacts): ReadonlyMap<DocumentLine, OpenLine> => {
  const left = quantitiesLeft(document, notes);
  return new Map(
    document.lines.map((line, index) => [line, { line, position: index + 1, left: left[index] ?? ZERO }]),
  );
};

const fitGroup = (
  ctx: PlanRaises,
  facts: CreditFacts,
  group: TaxGroup,
  lines: { readonly chosen: readonly ChosenLine[]; readonly open: ReadonlyMap<DocumentLine, OpenLine> },
): FittedGroup => {
  const { document } = facts;
  const { chosen } = lines;
  const nothing = { nets: new Map<ChosenLine, Decimal>(), allowances: [], reduced: ZERO };
  const decimals = creditDecimals(document);
  const goods = chosen.filter(({ quantity }) => quantity !== null);
  const now = sumOf(goods.map(({ net }) => net));
  const open = group.lines.flatMap((line) => lines.open.get(line) ?? []);
  const before = sumOf(open.map(({ line, left }) => upTo(line, line.quantity.minus(left), decimals)));
  const allowances = shareAllowances(group, { before, now });
  const returned = new Map(goods.map(({ position, quantity }) => [position, quantity]));
  const last =
    goods.length === chosen.length &&
    open.every(({ left, position }) => isZero(left.minus(returned.get(position) ?? ZERO)));
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
