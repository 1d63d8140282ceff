// The other party as a bank writes it into the text of a line: account by its check digits, tax id by its form, and a name
// only where the bank's own words announce one.
import { readRfc } from '../../einvoicing/mx-cfdi/rfc.ts';
import { readVatId } from '../../einvoicing/peppol-ubl/vat-id.ts';
import { isClabe } from '../../base/bank-identifiers/clabe.ts';
import { compactIban, ibanFault, ibanLength } from '../../base/bank-identifiers/iban.ts';
import type { ReadOptions } from './format.ts';

type Own = Pick<ReadOptions, 'account' | 'own_tax_id'>;

export interface Party {
  readonly account: string | null;
  readonly tax_id: string | null;
  readonly name: string | null;
}

/** Some banks pad a CLABE to twenty digits. */
const CLABES = /(?<![\dA-Z])(?:00)?(\d{18})(?![\dA-Z])/giu;
const IBAN_STARTS = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?=[ A-Z0-9])/gu;
const MAX_GROUPED_IBAN = 45;

/** Two different accounts in one text: nobody can say which of them is the other party's. */
const only = (found: readonly string[]): string | null => {
  const [first, ...others] = new Set(found);
  return first !== undefined && others.length === 0 ? first : null;
};

export const clabesIn = (text: string): string[] =>
  [...text.matchAll(CLABES)].map(([, clabe = '']) => clabe).filter(isClabe);

/** With or without the blanks that group it; its country says where it ends. */
export const ibansIn = (text: string): string[] =>
  [...text.matchAll(IBAN_STARTS)].flatMap(({ index, 0: start }) => {
    const length = ibanLength(start.slice(0, 2));
    if (length === undefined) return [];
    const grouped = new RegExp(`^(?:[A-Z0-9] ?){${length - 1}}[A-Z0-9](?![A-Z0-9])`, 'u');
    const found = grouped.exec(text.slice(index, index + MAX_GROUPED_IBAN))?.[0];
    const iban = compactIban(found ?? '');
    return found !== undefined && ibanFault(iban) === undefined ? [iban] : [];
  });

const accountIn = (text: string, { account }: Own): string | null =>
  only(
    [...clabesIn(text), ...ibansIn(text)].filter((each) => each !== account.clabe && each !== account.iban),
  );

const RFCS = /(?<![\p{L}\d&])[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}(?![\p{L}\d])/gu;
const GERMAN_VAT_IDS = /(?<![A-Z0-9])DE ?\d{9}(?![A-Z0-9])/gu;

/** As it is stored; null for what is none, and for the numbers that stand for nobody in particular. */
const rfcOf = (text: string): string | null => {
  const read = readRfc(text);
  return 'reason' in read || read.generic !== null ? null : read.text;
};

const vatIdOf = (text: string): string | null => {
  const read = readVatId('DE', text);
  return 'reason' in read || !read.check_digit_fits ? null : read.text;
};

export const taxIdOf = (cell: string): string | null => rfcOf(cell) ?? vatIdOf(cell);

const taxIdIn = (text: string, { own_tax_id }: Own): string | null => {
  const found = [
    ...(text.match(RFCS) ?? []).map(rfcOf),
    ...(text.match(GERMAN_VAT_IDS) ?? []).map(vatIdOf),
  ].filter((each) => each !== null);
  return only(found.filter((each) => each !== own_tax_id));
};

/** What ends a name: the words with which a bank goes on. */
const END = String.raw`(?=\s*(?:[,(;|/]|\bDE LA (?:CLABE|CUENTA)\b|\bA LA (?:CLABE|CUENTA)\b|\bCON RFC\b|\bRFC\b|\bCONCEPTO\b|\bREF(?:ERENCIA)?\b|\bCVE\b|\bCLAVE\b|\bCTA\b|\bCUENTA\b|\bCLABE\b|\bAUT\b|$))`;
const NAMES: readonly RegExp[] = [
  String.raw`\b(?:DEL|AL) CLIENTE:?(.*?)${END}`,
  String.raw`\b(?:BENEF|BENEFICIARIO|ORDENANTE):(.*?)${END}`,
  String.raw`\bPOR ORDEN DE\b(.*?)${END}`,
  String.raw`\bAL BENEFICIARIO:?(.*?)${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const nameIn = (text: string): string | null => {
  for (const pattern of NAMES) {
    const name = pattern.exec(text)?.[1]?.trim() ?? '';
    if ((name.match(/\p{L}/gu)?.length ?? 0) >= 3) return name;
  }
  return null;
};

export const partyIn = (text: string, own: Own): Party => ({
  account: accountIn(text, own),
  tax_id: taxIdIn(text, own),
  name: nameIn(text),
});

/** A column of account numbers: an IBAN or a CLABE as it is, a shorter number as the bank prints it. */
export const accountOf = (cell: string, { account }: Own): string | null => {
  const text = compactIban(cell.replace(/^'/, '')).replace(/\.(?=\d)/gu, '');
  const number = /^00\d{18}$/.test(text) ? text.slice(-18) : text;
  if (number === account.clabe || number === account.iban) return null;
  return /^(?=.*\d)[A-Z0-9/]{5,40}$/.test(number) && !/^0+$/.test(number) ? number : null;
};
