// Payments in another currency than the invoice: EquivalenciaDR, and the limits within which the amounts must agree.
import { toDecimal, type Amount } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import {
  decimal,
  decimalsOf,
  roundHalfUp,
  roundUp,
  sumOf,
  truncate,
  type Decimal,
} from '../../../base/money/decimal.ts';
import { PESO } from '../codes.ts';
import type { PaidDocument, Payment } from './document.ts';

export const EQUIVALENCE_DECIMALS = 10;
const MAX_RATE_DECIMALS = 6;
export const ONE = decimal('1');

/** TipoCambioP as it is written: pesos for one unit of the payment's currency. */
export const pesosPerUnit = ({ amount, exchangeRate }: Pick<Payment, 'amount' | 'exchangeRate'>): Decimal =>
  amount.currency === PESO || exchangeRate === null ? ONE : roundHalfUp(exchangeRate, MAX_RATE_DECIMALS);

export const isSameCurrency = (
  { amount }: Pick<Payment, 'amount'>,
  { paid }: Pick<PaidDocument, 'paid'>,
): boolean => amount.currency === paid.currency;

const half = (decimals: number): Decimal => decimal(`5e-${decimals + 1}`);
const EDGE = decimal('1e-10');

interface Limits {
  readonly low: Decimal;
  readonly high: Decimal;
}

/** CRP20275: what one invoice's part may be in the payment's currency, given how its values are rounded. */
const limitsOf = (amount: Amount, { paid, equivalence }: Converted): Limits => {
  const digits = currencyDigits(amount.currency);
  const paidHalf = half(currencyDigits(paid.currency));
  // CRP20277: an equivalence of 1 counts with ten decimals.
  const rateHalf = half(equivalence.eq(ONE) ? EQUIVALENCE_DECIMALS : decimalsOf(equivalence));
  const value = toDecimal(paid);
  return {
    low: truncate(value.minus(paidHalf).div(equivalence.plus(rateHalf).minus(EDGE)), digits),
    high: roundUp(value.plus(paidHalf).minus(EDGE).div(equivalence.minus(rateHalf)), digits),
  };
};

type Converted = Pick<PaidDocument, 'paid' | 'equivalence'>;

export const convertedSum = (documents: readonly Converted[]): Decimal =>
  sumOf(documents.map(({ paid, equivalence }) => toDecimal(paid).div(equivalence)));

/** CRP20217, 20276: the invoices' parts do not exceed the payment, or, in other currencies, only by rounding. */
export const coversDocuments = (amount: Amount, documents: readonly Converted[]): boolean => {
  const value = toDecimal(amount);
  if (convertedSum(documents).lte(value)) return true;
  if (documents.every((document) => isSameCurrency({ amount }, document))) return false;
  const limits = documents.map((document) => limitsOf(amount, document));
  return value.gte(sumOf(limits.map(({ low }) => low))) && value.lte(sumOf(limits.map(({ high }) => high)));
};

/** Whether money is left over beyond the invoices, and not only by rounding. */
export const exceedsDocuments = (amount: Amount, documents: readonly Converted[]): boolean => {
  const isOneCurrency = documents.every((document) => isSameCurrency({ amount }, document));
  const most = isOneCurrency
    ? convertedSum(documents)
    : sumOf(documents.map((document) => limitsOf(amount, document).high));
  return toDecimal(amount).gt(most);
};

/** An invoice before its amounts are brought to the payment's currency. */
export interface Unconverted extends Omit<PaidDocument, 'equivalence'> {
  /** Pesos for one unit of the invoice's currency, on the day of the payment or as agreed; null for pesos. */
  readonly exchangeRate: Decimal | null;
}

/** The invoices of a payment with their equivalences. */
export const convertDocuments = (
  payment: Pick<Payment, 'amount' | 'exchangeRate'>,
  documents: readonly Unconverted[],
): readonly PaidDocument[] => {
  const convert = (round: typeof roundHalfUp): readonly PaidDocument[] =>
    documents.map(({ exchangeRate, ...document }) => {
      const ratio = pesosPerUnit(payment).div(exchangeRate ?? ONE);
      const equivalence = isSameCurrency(payment, document) ? ONE : round(ratio, EQUIVALENCE_DECIMALS);
      return { ...document, equivalence };
    });
  const nearest = convert(roundHalfUp);
  // The tenth decimal weighs on amounts of tens of millions: rounded up, no part exceeds its payment.
  return coversDocuments(payment.amount, nearest) ? nearest : convert(roundUp);
};
