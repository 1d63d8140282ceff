// IBAN: country, two check digits, account (ISO 13616).
import { fitsCheckDigits } from '../../../einvoicing/peppol-ubl/iban.ts';
import { ibanLength } from './iban-lengths.ts';

/** As it is stored: capital letters, without the blanks and hyphens that people group it by. */
export const compactIban = (text: string): string => text.toUpperCase().replace(/[\s-]+/gu, '');

/** Why the compact text is no IBAN, or undefined when it is one. */
export const ibanFault = (iban: string): string | undefined => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) {
    return 'it must be a country, two check digits, then letters and digits';
  }
  const country = iban.slice(0, 2);
  const length = ibanLength(country);
  if (length === undefined) return `${country} has no IBANs`;
  if (iban.length !== length) return `one of ${country} has ${length} characters, this has ${iban.length}`;
  return fitsCheckDigits(iban) ? undefined : 'its check digits do not fit';
};
