// Currencies of ISO 4217 and the digits of their minor unit.
import { COUNTRIES } from '../../../generated/countries.ts';
import { CURRENCIES } from '../../../generated/currencies.ts';
import { closest } from '../closest.ts';
import { type ToolError, toolError } from '../errors.ts';
import type { Raises } from '../raises.ts';

/** What a slip may stand for. Of all that ISO 4217 has, one is near to almost any three letters: BTC to BTN. */
const LIKELY_CODES = [...new Set([...Object.values(COUNTRIES).map(({ currency }) => currency), 'USD'])];

export const isCurrency = (code: string): boolean => Object.hasOwn(CURRENCIES, code);

/** 2 for MXN, 0 for JPY. The code must be known: from the database, or past `requireCurrency`. */
export const currencyDigits = (code: string): number => {
  const currency = Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code] : undefined;
  if (currency === undefined) throw new Error(`not a currency: ${code}`);
  return currency.digits;
};

export const currencyUnknown = (code: string, path: string): ToolError => {
  const meant = closest(code, LIKELY_CODES);
  const hint = `Did you mean ${meant ?? ''}? Codes have three capital letters.`;
  return toolError('currency_unknown', { path, received: code, ...(meant === undefined ? {} : { hint }) });
};

/** The code, if ISO 4217 has it. */
export const requireCurrency = (_ctx: Raises<'currency_unknown'>, code: string, path: string): string => {
  if (!isCurrency(code)) throw currencyUnknown(code, path);
  return code;
};
