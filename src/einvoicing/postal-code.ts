import type { CountryData } from '../../generated/countries.ts';
import type { Raises } from '../base/raises.ts';

/** The postal code in the form its country writes it. */
export const readPostalCode = (
  ctx: Raises<'country_field_missing' | 'postal_code_invalid'>,
  { country, postal_code }: { readonly country: string; readonly postal_code: CountryData['postal_code'] },
  text: string | null,
): string | null => {
  const code = text?.trim().toUpperCase() ?? '';
  const path = 'postal_code';
  if (code === '') {
    if (postal_code.required) throw ctx.error('country_field_missing', { path, country });
    return null;
  }
  const pattern = new RegExp(postal_code.pattern, 'u');
  if (!pattern.test(code)) {
    const like = postal_code.example === undefined ? '' : `, written like ${postal_code.example}`;
    // A program that took it for a number has lost its zero.
    const hint = pattern.test(`0${code}`)
      ? `Did you mean 0${code}?`
      : `Ask the user for that of the tax address${like}.`;
    throw ctx.error('postal_code_invalid', { path, received: code.slice(0, 40), country, hint });
  }
  return code;
};
