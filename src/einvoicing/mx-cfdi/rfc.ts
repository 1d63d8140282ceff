// The RFC, Mexico's tax id: initials, a date, and a homoclave whose last character checks the others.
import { say, type SaidSentence } from '../../base/said.ts';
import { COUNTRIES } from '../../../generated/countries.ts';
import { parseDay } from '../../base/time/day.ts';

/** `moral` is a company (12 characters), `physical` a natural person (13). */
export type Person = 'moral' | 'physical';

export interface Rfc {
  readonly text: string;
  readonly person: Person;
  /** The general public, or a foreigner without an RFC; many counterparties may share these. */
  readonly generic: 'domestic' | 'foreign' | null;
  /** The SAT itself has issued a few RFCs that fail their check digit, so a misfit is a warning, never a refusal. */
  readonly check_digit_fits: boolean;
}

/** Values 0 to 38 of the check digit's sum; the space pads the initials of a company. */
const CHECK_ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

const { pattern, generic_domestic: GENERIC_DOMESTIC, generic_foreign: GENERIC_FOREIGN } = COUNTRIES.MX.tax_id;
const FORM = new RegExp(pattern, 'u');

/** People write `xaxx-010101-000`; the SAT writes capitals without separators. */
export const normaliseRfc = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s.\-_/]+/gu, '');

/** The RFC, or why the text is not one. */
export const readRfc = (text: string): Rfc | { readonly reason: SaidSentence } => {
  const rfc = normaliseRfc(text);
  if (!FORM.test(rfc)) {
    return { reason: say('rfc_form', {}) };
  }
  const date = rfc.slice(-9, -3);
  if (!isRealDate(date)) return { reason: say('rfc_date', { date }) };
  const generic = rfc === GENERIC_DOMESTIC ? 'domestic' : rfc === GENERIC_FOREIGN ? 'foreign' : null;
  return {
    text: rfc,
    person: rfc.length === 12 ? 'moral' : 'physical',
    generic,
    check_digit_fits: generic !== null || rfc.endsWith(checkDigit(rfc)),
  };
};

/** The century is not written: the date must exist in either. */
const isRealDate = (yymmdd: string): boolean => {
  const day = `${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`;
  return parseDay(`19${day}`) !== undefined || parseDay(`20${day}`) !== undefined;
};

/** The check character for the others (Annex of the SAT's RFC rules). */
export const checkDigit = (rfc: string): string => {
  const checked = rfc.slice(0, -1).padStart(12, ' ');
  const sum = [...checked].reduce(
    (total, character, index) => total + CHECK_ALPHABET.indexOf(character) * (13 - index),
    0,
  );
  const digit = 11 - (sum % 11);
  return digit === 11 ? '0' : digit === 10 ? 'A' : String(digit);
};
