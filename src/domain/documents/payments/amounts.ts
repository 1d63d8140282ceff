// How much of a document a payment settles. Within one currency that is the amount itself. Across currencies the two
// differ, and an excess that only rounding makes is allowed.
import type { ErrorDetails } from '../../../../generated/errors.ts';
import {
  amount,
  type Amount,
  compare,
  fitsAmount,
  roundToCurrency,
  toDecimal,
  toWire,
} from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { type Decimal, roundHalfUp, roundUp, toText } from '../../../base/money/decimal.ts';
import { readAmount } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';

export type AmountRaises = Raises<
  'too_many_decimals' | 'amount_too_large' | 'payment_exceeds_balance' | 'payment_too_small'
>;

export interface Asked {
  /** In major units of `currency`; undefined for all of the balance. */
  readonly given: number | undefined;
  readonly currency: string;
  /** Units of the balance's currency for one of `currency`; null when they are the same. */
  readonly rate: Decimal | null;
  /** What may be settled at most. */
  readonly balance: Amount;
}

export interface Settlement {
  /** In the payment's currency. */
  readonly paid: Amount;
  /** The same in the document's. */
  readonly allocated: Amount;
}

const AT = { path: 'amount' } as const;

export const computeSettlement = (ctx: AmountRaises, asked: Asked): Settlement =>
  asked.rate === null ? inOneCurrency(ctx, asked) : acrossCurrencies(ctx, asked, asked.rate);

const inOneCurrency = (ctx: AmountRaises, { given, currency, balance }: Asked): Settlement => {
  if (given === undefined) return { paid: balance, allocated: balance };
  const paid = readAmount(ctx, AT.path, given, currency);
  if (paid.minor === 0) throw tooSmall(ctx, given, currency, currency);
  if (compare(paid, balance) > 0) throw tooLarge(ctx, paid, balance);
  return { paid, allocated: paid };
};

const acrossCurrencies = (ctx: AmountRaises, asked: Asked, rate: Decimal): Settlement => {
  const { given, currency, balance } = asked;
  const worth = toDecimal(balance).div(rate);
  const due = dueIn(ctx, worth, currency);
  if (given === undefined) return { paid: due, allocated: balance };
  const paid = readAmount(ctx, AT.path, given, currency);
  if (paid.minor === 0) throw tooSmall(ctx, given, currency, currency);
  // A payment of the converted balance pays the whole balance, whichever way the last digit was rounded.
  const ceiling = roundUp(worth, currencyDigits(currency));
  if (paid.minor === due.minor || toDecimal(paid).eq(ceiling)) return { paid, allocated: balance };
  const exact = toDecimal(paid).times(rate);
  if (exact.gt(toDecimal(balance))) throw tooLarge(ctx, paid, due);
  const allocated = roundToCurrency(exact, balance.currency);
  if (allocated.minor === 0) throw tooSmall(ctx, given, currency, balance.currency);
  return { paid, allocated };
};

/** The balance in the payment's currency, at least its smallest unit. */
const dueIn = (ctx: AmountRaises, worth: Decimal, currency: string): Amount => {
  if (!fitsAmount(worth, currency)) {
    throw ctx.error('amount_too_large', {
      ...AT,
      received: toText(roundHalfUp(worth, currencyDigits(currency))),
    });
  }
  const due = roundToCurrency(worth, currency);
  return due.minor === 0 ? amount(1, currency) : due;
};

const tooLarge = (ctx: AmountRaises, paid: Amount, due: Amount) =>
  ctx.error('payment_exceeds_balance', {
    ...AT,
    received: toWire(paid),
    balance_due: toWire(due),
    currency: paid.currency,
  });

const tooSmall = (ctx: AmountRaises, given: number, currency: string, document_currency: string) => {
  const details: ErrorDetails['payment_too_small'] = { received: given, currency, document_currency };
  return ctx.error('payment_too_small', { ...AT, ...details });
};
