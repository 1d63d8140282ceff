// Amounts as documents of others write them.
import { fitsAmount, roundToCurrency } from '../../../base/money/amount.ts';
import { decimal } from '../../../base/money/decimal.ts';

export const AMOUNT = /^-?\d{1,20}(?:\.\d{1,20})?$/;

/** In minor units; null where the text is no amount that the books hold. */
export const minorOf = (text: string | null | undefined, currency: string | null): number | null => {
  if (text === null || text === undefined || currency === null || !AMOUNT.test(text)) return null;
  const value = decimal(text);
  const rounded = fitsAmount(value, currency) ? roundToCurrency(value, currency) : undefined;
  return rounded?.minor ?? null;
};
