// Account numbers within running text, told by their check digits.
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
