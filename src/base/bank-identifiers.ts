// Identifiers of banks and accounts: read, checked, and found in texts.
import { countrySpecs } from 'ibantools';

import { type BankIdentifier, COUNTRIES, type CountryData } from '../../generated/countries.ts';
import { SERVICE } from '../../generated/service.ts';
import { findCountry, isCountryCode } from './country-codes.ts';
import type { Entity } from './entity.ts';
import type { Raises, Warns } from './raises.ts';
import { because, say, type SaidSentence } from './said.ts';

// IBAN: country, two check digits, account (ISO 13616, check digits by ISO 7064 MOD 97-10). The length for each country
// comes from the registry of ISO 13616, through `ibantools`.

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

/** Of SEPA: the two letters, the check digits and the national part; the three characters of the business do not count. */
export const isCreditorId = (text: string): boolean => {
  const id = text.replace(/\s+/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/.test(id) && fitsCheckDigits(`${id.slice(0, 4)}${id.slice(7)}`);
};

// Banks of some countries name an account by its bank code and number, which together are the IBAN behind its check digits.

const PARTS = new Map(
  Object.values<CountryData>(COUNTRIES).map(({ country, iban_parts }) => [country as string, iban_parts]),
);

/** The end of an IBAN of the country; undefined where its IBANs are not made of these two. */
export const joinIbanParts = (country: string, bank: string, number: string): string | undefined => {
  const parts = PARTS.get(country);
  if (parts === undefined || !/^\d+$/.test(bank) || !/^\d+$/.test(number)) return undefined;
  if (bank.length !== parts.bank_digits || number.length > parts.number_digits) return undefined;
  return `${bank}${number.padStart(parts.number_digits, '0')}`;
};

// BIC of ISO 9362: institution, country, place and, optionally, branch.

const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Kosovo has BICs and no code of ISO 3166. */
const isBicCountry = (code: string): boolean => code === 'XK' || isCountryCode(code);

export const compactBic = (text: string): string => text.toUpperCase().replace(/\s+/gu, '');

export const isBic = (bic: string): boolean => BIC.test(bic) && isBicCountry(bic.slice(4, 6));

// CLABE: bank, branch, account and a check digit, 18 digits in all.

/** Of the digits in turn, for CLABEs and routing numbers alike. */
const WEIGHTS = [3, 7, 1] as const;

/** Only the last digit of each product counts. */
export const isClabe = (text: string): boolean => {
  if (!/^\d{18}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = digits
    .slice(0, 17)
    .reduce((total, digit, index) => total + ((digit * (WEIGHTS[index % 3] ?? 0)) % 10), 0);
  return digits[17] === (10 - (sum % 10)) % 10;
};

// The routing number of the American Bankers Association: district, bank and a check digit.

/** The first two digits: government, the twelve districts, their thrift banks and electronic numbers, cheques. */
const isDistrict = (prefix: number): boolean =>
  prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;

export const isRoutingNumber = (text: string): boolean => {
  if (!/^\d{9}$/.test(text) || !isDistrict(Number(text.slice(0, 2)))) return false;
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0);
  // Nine zeros fit the sum but are not a routing number.
  return sum > 0 && sum % 10 === 0;
};

// Reads the bank account identifiers of a call: those of the entity's country are checked, others ignored.

export type Identifiers = { readonly [I in BankIdentifier]?: string | undefined };
export type ReadIdentifiers = { readonly [I in BankIdentifier]?: string };

export type IdentifierRaises = Raises<
  'clabe_invalid' | 'iban_invalid' | 'bic_invalid' | 'routing_number_invalid'
>;
type IdentifierScope = { readonly entity: Entity } & IdentifierRaises & Warns<'field_ignored_for_country'>;

/** The identifiers of bank accounts in a country; the default ones for a country without a file. */
export const identifiersOf = (country: string): readonly BankIdentifier[] =>
  findCountry(country)?.bank_identifiers ?? SERVICE.default_bank_identifiers;

const ALL: readonly BankIdentifier[] = ['clabe', 'routing_number', 'iban', 'bic'];

/** The given ones that the entity's country uses, checked and in stored form. */
export const readIdentifiers = (ctx: IdentifierScope, given: Identifiers): ReadIdentifiers => {
  const country = ctx.entity.country_code;
  const used = identifiersOf(country);
  const read: { [I in BankIdentifier]?: string } = {};
  for (const path of ALL) {
    const text = given[path];
    if (text === undefined) continue;
    if (used.includes(path)) read[path] = CHECKED[path](ctx, text);
    else ctx.warn('field_ignored_for_country', { path, country });
  }
  return read;
};

const CHECKED: Readonly<Record<BankIdentifier, (ctx: IdentifierRaises, text: string) => string>> = {
  clabe: (ctx, text) => {
    if (isClabe(text)) return text;
    throw ctx.error('clabe_invalid', { path: 'clabe', received: text });
  },
  routing_number: (ctx, text) => {
    if (isRoutingNumber(text)) return text;
    throw ctx.error('routing_number_invalid', { path: 'routing_number', received: text });
  },
  iban: (ctx, text) => {
    const iban = compactIban(text);
    const fault = ibanFault(iban);
    if (fault === undefined) return iban;
    throw ctx.error('iban_invalid', { path: 'iban', received: text, ...because(fault) });
  },
  bic: (ctx, text) => {
    const bic = compactBic(text);
    if (isBic(bic)) return bic;
    throw ctx.error('bic_invalid', { path: 'bic', received: text });
  },
};

// Account numbers within running text, told by their check digits.

/** Some banks pad a CLABE to twenty digits. */
const CLABES = /(?<![\dA-Z])(?:00)?(\d{18})(?![\dA-Z])/giu;
const IBAN_STARTS = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?=[ A-Z0-9])/gu;
const MAX_GROUPED_IBAN = 45;

export const findClabes = (text: string): string[] =>
  [...text.matchAll(CLABES)].map(([, clabe = '']) => clabe).filter(isClabe);

/** With or without the blanks that group it; its country says where it ends. */
export const findIbans = (text: string): string[] =>
  [...text.matchAll(IBAN_STARTS)].flatMap(({ index, 0: start }) => {
    const length = ibanLength(start.slice(0, 2));
    if (length === undefined) return [];
    const grouped = new RegExp(`^(?:[A-Z0-9] ?){${length - 1}}[A-Z0-9](?![A-Z0-9])`, 'u');
    const found = grouped.exec(text.slice(index, index + MAX_GROUPED_IBAN))?.[0];
    const iban = compactIban(found ?? '');
    return found !== undefined && ibanFault(iban) === undefined ? [iban] : [];
  });

const GROUPED_CLABES = /(?<!\d)\d(?:[^\p{L}\d]{0,3}\d){17}(?![^\p{L}\d]{0,3}\d)/gu;

/** The IBAN that begins there in a text without separators, told by the form of its country too. */
const ibanAt = (text: string, at: number): string | undefined => {
  const country = text.slice(at, at + 2);
  const length = ibanLength(country);
  const form = countrySpecs[country]?.bban_regexp;
  if (length === undefined || typeof form !== 'string') return undefined;
  const iban = text.slice(at, at + length);
  return new RegExp(form, 'u').test(iban.slice(4)) && ibanFault(iban) === undefined ? iban : undefined;
};

/** A sort code (United Kingdom) or BSB (Australia), and the account that is named beside it. */
const BRANCH = /(?:SORT ?CODE|BSB)[^\d]{0,20}(?:\d{2}[- ]?\d{2}[- ]?\d{2}|\d{3}[- ]?\d{3})(?!\d)/u;
const BESIDE = /(?:ACCOUNT|ACCT?|A\/C)[^\d]{0,20}(\d(?:[- ]?\d){5,9})(?![- ]?\d)/gu;

const findBesideBranch = (text: string): string[] =>
  BRANCH.test(text) ? [...text.matchAll(BESIDE)].map(([, number = '']) => number.replace(/\D/gu, '')) : [];

/**
 * IBANs and CLABEs as somebody may write them who would rather not have them found: any separators between the
 * characters, letters right before them; and what stands beside a sort code or BSB. Letters are capitals without
 * look-alikes.
 */
export const findWrittenAccounts = (text: string): string[] => {
  const compact = text.replace(/[^A-Z0-9]+/gu, '');
  const ibans = [...compact.matchAll(/[A-Z](?=[A-Z]\d\d)/gu)].flatMap(
    ({ index }) => ibanAt(compact, index) ?? [],
  );
  const clabes = [...text.matchAll(GROUPED_CLABES)]
    .map(([found]) => found.replace(/\D/gu, ''))
    .filter((clabe) => isClabe(clabe) && !ibans.some((iban) => iban.includes(clabe)));
  return [...new Set([...ibans, ...clabes, ...findBesideBranch(text)])];
};
