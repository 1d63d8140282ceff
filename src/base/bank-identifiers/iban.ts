// IBAN: country, two check digits, account (ISO 13616, check digits by ISO 7064 MOD 97-10). The length for each country
// comes from the registry of ISO 13616, through `ibantools`.
import { say, type SaidSentence } from '../said.ts';
import { countrySpecs } from 'ibantools';

/** In the registry under Finland and France, whose codes begin their IBANs. */
const WITHIN_ANOTHER = ['AX', 'BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'];

/** In the registry, though not marked in the library, which also has lengths for countries outside the registry. */
const LISTED_TOO = ['BI', 'DJ', 'FK', 'HN'];

export const ibanLength = (country: string): number | undefined => {
  const spec = countrySpecs[country];
  const listed = spec?.IBANRegistry === true || LISTED_TOO.includes(country);
  return listed && !WITHIN_ANOTHER.includes(country) ? spec?.chars : undefined;
};

/** As stored: capital letters, without spaces and hyphens. */
export const compactIban = (text: string): string => text.toUpperCase().replace(/[\s-]+/gu, '');

/** Why the compact text is not an IBAN, or undefined when it is one. */
export const ibanFault = (iban: string): SaidSentence | undefined => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) {
    return say('iban_form', {});
  }
  const country = iban.slice(0, 2);
  const length = ibanLength(country);
  if (length === undefined) return say('iban_country', { country });
  if (iban.length !== length) return say('iban_length', { country, length, given: iban.length });
  return fitsCheckDigits(iban) ? undefined : say('iban_check', {});
};

/**
 * Whether somebody who wrote it meant an IBAN, right or wrong: it begins as one, or is as long as those of its country.
 * Account numbers of countries without IBANs are digits for the most part.
 */
export const looksLikeIban = (text: string): boolean => {
  const compact = compactIban(text);
  const length = ibanLength(compact.slice(0, 2));
  if (length !== undefined && (/^..\d\d/.test(compact) || compact.length === length)) return true;
  return /^(?:IBAN|[A-Z]{2}\d{2}[A-Z0-9]{11})/.test(compact);
};

/** As stored; undefined for what is none. */
export const readIban = (text: string): string | undefined => {
  const iban = compactIban(text);
  return ibanFault(iban) === undefined ? iban : undefined;
};

/** For any country and length: BR-DE-19 requires only correct check digits. */
export const isIban = (text: string): boolean => {
  const iban = text.toUpperCase().replace(/\s+/g, '');
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && fitsCheckDigits(iban);
};

/** ISO 7064 MOD 97-10, the check digits last; letters count as 10 to 35. */
export const fitsMod97 = (text: string): boolean =>
  BigInt(text.replace(/[A-Z]/g, (letter) => parseInt(letter, 36).toString())) % 97n === 1n;

/** The first four characters move to the end. */
export const fitsCheckDigits = (iban: string): boolean => fitsMod97(`${iban.slice(4)}${iban.slice(0, 4)}`);
