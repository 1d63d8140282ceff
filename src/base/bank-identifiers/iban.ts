// IBAN: country, two check digits, account; ISO 13616 with the remainder of ISO 7064 MOD 97-10. How long one of each
// country is: the registry of ISO 13616, as `ibantools` has it.
import { countrySpecs } from 'ibantools';

/** The registry names them under Finland and France, with whose code their IBANs begin. */
const WITHIN_ANOTHER = ['AX', 'BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'];

/** In the registry, which the library does not say of them yet; of others it knows a length that no registry has. */
const LISTED_TOO = ['BI', 'DJ', 'FK', 'HN'];

export const ibanLength = (country: string): number | undefined => {
  const spec = countrySpecs[country];
  const listed = spec?.IBANRegistry === true || LISTED_TOO.includes(country);
  return listed && !WITHIN_ANOTHER.includes(country) ? spec?.chars : undefined;
};

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

export const normaliseIban = (text: string): string => text.toUpperCase().replace(/\s+/g, '');

/** Of any country and length: BR-DE-19 asks for the check digits only. */
export const isIban = (text: string): boolean => {
  const iban = normaliseIban(text);
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && fitsCheckDigits(iban);
};

/** The check digits count last, and letters count 10 to 35. */
export const fitsCheckDigits = (iban: string): boolean => {
  const rearranged = `${iban.slice(4)}${iban.slice(0, 4)}`;
  return BigInt(rearranged.replace(/[A-Z]/g, (letter) => parseInt(letter, 36).toString())) % 97n === 1n;
};
