// VAT ids. A country file gives its form; ids of other countries are accepted as written.
import { findCountry } from '../../base/country-codes.ts';
import { english, type SaidSentence, say } from '../../base/said.ts';
import { isAbn } from './identifiers.ts';

export interface VatId {
  readonly text: string;
  /** Also true where no check is known. */
  readonly check_digit_fits: boolean;
}

/** Any prefix: Greece and Northern Ireland do not use their country code. */
const ANY_FORM = /^[A-Z0-9][A-Z0-9+*]{1,19}$/;

const formIn = (country: string): string => findCountry(country)?.tax_id.pattern ?? ANY_FORM.source;

/** People write `DE 123 456 789` or `DE-123.456.789`. */
export const normaliseVatId = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s.\-_/]+/gu, '');

/** The VAT id, or why the text is not one of this country. */
export const readVatId = (country: string, text: string): VatId | { readonly reason: string } => {
  const vatId = normaliseVatId(text);
  if (!new RegExp(formIn(country), 'u').test(vatId)) return { reason: english(vatIdForm(country)) };
  return { text: vatId, check_digit_fits: CHECKS.get(country)?.(vatId) ?? true };
};

/** What a VAT id of the country looks like, as the reason why a text is none. */
export const vatIdForm = (country: string): SaidSentence =>
  country === 'DE' ? say('vat_id_letters', {}) : say('vat_id_form', { form: formIn(country) });

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
