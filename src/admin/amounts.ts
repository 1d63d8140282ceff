// Amounts of an answer as people read them: with all digits of their currency.
import type { StandingOfCurrency } from '../../generated/types.ts';
import { currencyDigits } from '../base/money/currency.ts';
import { type Decimal, decimalOfNumber } from '../base/money/decimal.ts';

/** Other numbers are counts, quantities and rates. */
const AMOUNT = /(?:^|_)(?:amount|total|subtotal|balance|paid|credited|base|discount|price)(?:_|$)/;

const placesOf = (value: Decimal): number => value.toFixed().split('.')[1]?.length ?? 0;

export const amountText = (value: number, currency: string): string => {
  const exact = decimalOfNumber(value);
  return `${exact.toFixed(Math.max(currencyDigits(currency), placesOf(exact)))} ${currency}`;
};

type Shown = Omit<StandingOfCurrency, 'amount'>;

const isStanding = (value: object): value is Shown =>
  ['currency', 'open', 'credit', 'net'].every((name) => Object.hasOwn(value, name)) &&
  !Object.hasOwn(value, 'aging');

/** What is open, and what becomes of it by what was paid beyond. */
const standingText = ({ currency, open, credit, net }: Shown): string =>
  credit === 0
    ? amountText(open, currency)
    : `${amountText(open, currency)} (less credit ${amountText(credit, currency)}: ${amountText(net, currency)})`;

/** The value with its amounts as text. What names no currency is in that of what it belongs to. */
export const withAmounts = (value: unknown, outer?: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => withAmounts(item, outer));
  if (typeof value !== 'object' || value === null) return value;
  const { currency = outer } = value as { readonly currency?: string };
  const entries: [string, unknown][] = Object.entries(value).map(([name, inner]: [string, unknown]) => [
    name,
    typeof inner === 'number' && currency !== undefined && AMOUNT.test(name)
      ? amountText(inner, currency)
      : withAmounts(inner, currency),
  ]);
  if (isStanding(value)) return standingText(value);
  const [amount] = entries.filter(([name]) => name !== 'currency');
  return entries.length === 2 && amount?.[0] === 'amount' ? amount[1] : Object.fromEntries(entries);
};
