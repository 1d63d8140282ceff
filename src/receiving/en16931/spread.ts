// EN 16931 states tax for each category and rate, the books want it for each line: what a group of lines, allowances and
// charges bears together is spread over them by largest remainder, so that the sums equal the document to the cent.
import { isCurrency, currencyDigits } from '../../base/money/currency.ts';
import {
  decimal,
  decimalsOf,
  isZero,
  sumOf,
  toText,
  truncate,
  ZERO,
  type Decimal,
} from '../../base/money/decimal.ts';
import type { ReadAdjustment, ReadDocument, ReadLine, ReadTax } from '../reading.ts';

/** Category and rate, whichever way the rate is written; without a rate it is 0. */
export const groupOf = ({ category, rate }: Pick<ReadTax, 'category' | 'rate'>): string =>
  `${category ?? ''} ${toText(decimal(rate ?? '0'))}`;

/** The tax by weights, to `places`; the cents that rounding leaves go to the largest remainders, the first of equal ones. */
export const spreadOver = (
  total: Decimal,
  weights: readonly Decimal[],
  places: number,
): readonly Decimal[] => {
  const whole = sumOf(weights);
  if (weights.length === 0) return [];
  if (isZero(whole)) {
    // Lines and allowances that cancel each other bear nothing; a tax that is stated nevertheless stands at the largest.
    const largest = weights.reduce(
      (at, each, index) => (each.abs().gt((weights[at] ?? ZERO).abs()) ? index : at),
      0,
    );
    return weights.map((_, index) => (index === largest ? total : ZERO));
  }
  const shares = weights.map((weight) => total.times(weight).div(whole));
  const cut = shares.map((share) => truncate(share, places));
  const unit = decimal(`1e-${places}`);
  let left = total.minus(sumOf(cut));
  const step = left.lt(ZERO) ? unit.times(decimal('-1')) : unit;
  const rests = shares.map((share, index) => ({ index, rest: share.minus(cut[index] ?? ZERO) }));
  const order = step.lt(ZERO)
    ? rests.sort((a, b) => a.rest.cmp(b.rest) || a.index - b.index)
    : rests.sort((a, b) => b.rest.cmp(a.rest) || a.index - b.index);
  const more = new Map<number, Decimal>();
  for (let at = 0; !isZero(left) && at < order.length * 2; at += 1) {
    const { index } = order[at % order.length] ?? { index: 0 };
    const add = left.abs().lt(unit) ? left : step;
    more.set(index, (more.get(index) ?? ZERO).plus(add));
    left = left.minus(add);
  }
  return cut.map((each, index) => each.plus(more.get(index) ?? ZERO));
};

const placesOf = (currency: string | null, amount: Decimal): number =>
  Math.max(currency !== null && isCurrency(currency) ? currencyDigits(currency) : 2, decimalsOf(amount));

const weightOf = ({ kind, amount }: ReadAdjustment): Decimal =>
  kind === 'charge' ? decimal(amount) : decimal(amount).times(decimal('-1'));

type Place = { readonly list: 'lines' | 'adjustments'; readonly at: number; readonly weight: Decimal };

const placesByGroup = (document: ReadDocument): ReadonlyMap<string, readonly Place[]> => {
  const groups = new Map<string, Place[]>();
  const put = (tax: ReadTax | null | undefined, place: Place): void => {
    if (tax === null || tax === undefined || tax.category === null) return;
    const key = groupOf(tax);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [place]);
    else group.push(place);
  };
  for (const [at, { taxes, net }] of document.lines.entries())
    put(taxes[0], { list: 'lines', at, weight: decimal(net) });
  for (const [at, each] of document.adjustments.entries())
    put(each.tax, { list: 'adjustments', at, weight: weightOf(each) });
  return groups;
};

/** The document with the tax that each line, allowance and charge bears, and why it bears none. */
export const spreadTaxes = (document: ReadDocument): ReadDocument => {
  const shares = { lines: new Map<number, ReadTax>(), adjustments: new Map<number, ReadTax>() };
  const groups = placesByGroup(document);
  for (const tax of document.taxes) {
    const amount = decimal(tax.amount ?? '0');
    const places = groups.get(groupOf(tax)) ?? [];
    const spread = spreadOver(
      amount,
      places.map(({ weight }) => weight),
      placesOf(document.currency, amount),
    );
    for (const [index, { list, at, weight }] of places.entries()) {
      const part = spread[index] ?? ZERO;
      const isLine = list === 'lines';
      // An allowance states what it takes off: its tax is positive as its amount is.
      const isOff = !isLine && document.adjustments[at]?.kind === 'allowance';
      const turned = (value: Decimal): string => toText(isOff ? value.times(decimal('-1')) : value);
      shares[list].set(at, { ...tax, base: turned(weight), amount: turned(part) });
    }
  }
  const lines = document.lines.map((line, at): ReadLine => {
    const share = shares.lines.get(at);
    return share === undefined ? line : { ...line, taxes: [share] };
  });
  const adjustments = document.adjustments.map((each, at): ReadAdjustment => {
    const share = shares.adjustments.get(at);
    return share === undefined ? each : { ...each, tax: share };
  });
  return { ...document, lines, adjustments };
};
