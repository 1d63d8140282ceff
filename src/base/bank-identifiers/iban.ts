// IBAN: country, two check digits, account; ISO 13616 with the remainder of ISO 7064 MOD 97-10.
import { IBAN_LENGTHS } from './iban-lengths.ts';

/** As it is stored: capital letters, without the blanks and hyphens that people group it by. */
export const compactIban = (text: string): string => text.toUpperCase().replace(/[\s-]+/gu, '');

/** Why the compact text is no IBAN, or undefined when it is one. */
export const ibanFault = (iban: string): string | undefined => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) {
    return 'it must be a country, two check digits, then letters and digits';
  }
  const country = iban.slice(0, 2);
  const length = IBAN_LENGTHS.get(country);
  if (length === undefined) return `${country} has no IBANs`;
  if (iban.length !== length) return `one of ${country} has ${length} characters, this has ${iban.length}`;
  return remainder(iban) === 1 ? undefined : 'its check digits do not fit';
};

/** Letters count 10 to 35; the number has up to 66 digits, so the remainder is taken digit by digit. */
const remainder = (iban: string): number => {
  const rearranged = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = rearranged.replace(/[A-Z]/g, (letter) => parseInt(letter, 36).toString());
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
};
