// The price of one where the document states that of several.
import { decimal, isZero, roundHalfUp, toText } from '../../base/money/decimal.ts';

/** A third of a cent has no end: so many decimals are kept. */
const DECIMALS = 12;

/** BT-146 by BT-149. */
export const priceOfOne = (price: string, baseQuantity: string | null): string => {
  if (baseQuantity === null) return price;
  const base = decimal(baseQuantity);
  if (isZero(base) || base.eq(decimal('1'))) return price;
  return toText(roundHalfUp(decimal(price).div(base), DECIMALS));
};

/** Where a line says no price: its net over its quantity. */
export const priceFromNet = (net: string, quantity: string): string =>
  isZero(decimal(quantity)) ? net : priceOfOne(net, quantity);
