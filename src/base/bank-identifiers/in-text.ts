// Account numbers within running text, told by their check digits.
import { countrySpecs } from 'ibantools';
import { isClabe } from './clabe.ts';
import { compactIban, ibanFault, ibanLength } from './iban.ts';

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
