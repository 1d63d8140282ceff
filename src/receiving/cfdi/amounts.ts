// The lines of a CFDI to the cent: lines have up to six decimals, the document two. What rounding leaves is given to the
// lines with the largest remainders, so that the lines sum up to the document.
import { decimal, sumOf, toFixed, truncate, ZERO, type Decimal } from '../../base/money/decimal.ts';

/** t_Importe of the schema. */
const AMOUNT = /^\d{1,18}(?:\.\d{1,10})?$/;

export const isAmount = (text: string): boolean => AMOUNT.test(text);

/** Of an optional amount; figures were checked before. */
export const amountOf = (text: string | null): Decimal =>
  text === null || text === '' ? ZERO : decimal(text);

/** The sum as a text with these decimals, or as many as the values have. */
export const plus = (left: string, right: string | null): string =>
  amountOf(left).plus(amountOf(right)).toFixed();
export const minus = (left: string, right: string | null): string =>
  amountOf(left).minus(amountOf(right)).toFixed();

/**
 * The values with `places` decimals, summing up to the total. A total that rounding cannot explain (a document whose sums
 * are wrong, which is an issue of its own) leaves each value rounded by itself.
 */
export const spread = (values: readonly string[], total: string, places: number): readonly string[] => {
  const exact = values.map(amountOf);
  const floors = exact.map((value) => truncate(value, places));
  const unit = decimal(`1e-${places}`);
  const missing = amountOf(total).minus(sumOf(floors)).div(unit);
  const count = Number(missing.toFixed());
  if (!Number.isSafeInteger(count) || count < 0 || count > values.length)
    return exact.map((value) => toFixed(value, places));
  const order = exact
    .map((value, at) => ({ at, rest: value.minus(floors[at] ?? ZERO) }))
    .sort((a, b) => b.rest.cmp(a.rest) || a.at - b.at);
  const raised = new Set(order.slice(0, count).map(({ at }) => at));
  return floors.map((value, at) => toFixed(raised.has(at) ? value.plus(unit) : value, places));
};
