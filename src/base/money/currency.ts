// Currencies of ISO 4217 and the digits of their minor unit.
import { CURRENCIES } from '../../../generated/currencies.ts';
import type { Raises } from '../raises.ts';

export const isCurrency = (code: string): boolean => Object.hasOwn(CURRENCIES, code);

/** 2 for MXN, 0 for JPY. The code must be known: from the database, or past `requireCurrency`. */
export const currencyDigits = (code: string): number => {
  const currency = Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code] : undefined;
  if (currency === undefined) throw new Error(`not a currency: ${code}`);
  return currency.digits;
};

/** The code, if ISO 4217 has it. */
export const requireCurrency = (ctx: Raises<'currency_unknown'>, code: string, path: string): string => {
  if (!isCurrency(code)) throw ctx.error('currency_unknown', { path, received: code });
  return code;
};
