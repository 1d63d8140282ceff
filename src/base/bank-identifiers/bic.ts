// BIC of ISO 9362: institution, country, place and, optionally, branch.
import { isCountryCode } from '../country-codes.ts';

const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Kosovo has BICs and no code of ISO 3166. */
const isBicCountry = (code: string): boolean => code === 'XK' || isCountryCode(code);

export const compactBic = (text: string): string => text.toUpperCase().replace(/\s+/gu, '');

export const isBic = (bic: string): boolean => BIC.test(bic) && isBicCountry(bic.slice(4, 6));
