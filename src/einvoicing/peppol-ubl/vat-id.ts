// VAT ids. A country file gives its form; ids of other countries are accepted as written.
import { findCountry } from '../../base/country-codes.ts';
import { isAbn } from './identifiers.ts';

export interface VatId {
  readonly text: string;
  /** Also true where no check is known. */
  readonly check_digit_fits: boolean;
}

/** Any prefix: Greece and Northern Ireland do not use their country code. */
const ANY_FORM = /^[A-Z0-9][A-Z0-9+*]{1,19}$/;

/** People write `DE 123 456 789` or `DE-123.456.789`. */
export const normaliseVatId = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s.\-_/]+/gu, '');

/** The VAT id, or why the text is not one of this country. */
export const readVatId = (country: string, text: string): VatId | { readonly reason: string } => {
  const vatId = normaliseVatId(text);
  const form = findCountry(country)?.tax_id.pattern ?? ANY_FORM.source;
  if (!new RegExp(form, 'u').test(vatId)) return { reason: reasonFor(country, form) };
  return { text: vatId, check_digit_fits: CHECKS.get(country)?.(vatId) ?? true };
};

const reasonFor = (country: string, form: string): string =>
  country === 'DE' ? 'it needs the letters DE and 9 digits' : `it does not have the form ${form}`;

/** ISO 7064 MOD 11,10 over the nine digits. */
const germanCheck = (vatId: string): boolean => {
  const digits = Array.from(vatId.slice(2), Number);
  const product = digits.slice(0, -1).reduce((carried, digit) => {
    const sum = (digit + carried) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === digits.at(-1);
};

const CHECKS: ReadonlyMap<string, (vatId: string) => boolean> = new Map([
  ['AU', isAbn],
  ['DE', germanCheck],
]);
