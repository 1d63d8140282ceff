// The other party as a bank writes it into the text of a line: account by its check digits, tax id by its form, and a name
// only where the bank's own words announce one.
import { findTaxIds } from '../../../einvoicing/tax-ids.ts';
import { compactIban, findClabes, findIbans } from '../../../base/bank-identifiers.ts';
import type { ReadOptions } from './format.ts';

type Own = Pick<ReadOptions, 'account' | 'own_tax_id'>;

export interface Party {
  readonly account: string | null;
  readonly tax_id: string | null;
  readonly name: string | null;
}

/** Of two different numbers in one text, nobody can say which is the other party's. */
const takeOnly = (found: readonly string[]): string | null => {
  const [first, ...others] = new Set(found);
  return first !== undefined && others.length === 0 ? first : null;
};

const findAccount = (text: string, { account }: Own): string | null =>
  takeOnly(
    [...findClabes(text), ...findIbans(text)].filter(
      (each) => each !== account.clabe && each !== account.iban,
    ),
  );

const findTaxId = (text: string, { own_tax_id }: Own): string | null =>
  takeOnly(findTaxIds(text).filter((each) => each !== own_tax_id));

/** What ends a name: the words with which a bank goes on. */
const END = String.raw`(?=\s*(?:[,(;|/]|\bDE LA (?:CLABE|CUENTA)\b|\bA LA (?:CLABE|CUENTA)\b|\bCON RFC\b|\bRFC\b|\bCONCEPTO\b|\bREF(?:ERENCIA)?\b|\bCVE\b|\bCLAVE\b|\bCTA\b|\bCUENTA\b|\bCLABE\b|\bAUT\b|$))`;
const NAMES: readonly RegExp[] = [
  String.raw`\b(?:DEL|AL) CLIENTE:?(.*?)${END}`,
  String.raw`\b(?:BENEF|BENEFICIARIO|ORDENANTE):(.*?)${END}`,
  String.raw`\bPOR ORDEN DE\b(.*?)${END}`,
  String.raw`\bAL BENEFICIARIO:?(.*?)${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const findName = (text: string): string | null => {
  for (const pattern of NAMES) {
    const name = pattern.exec(text)?.[1]?.trim() ?? '';
    if ((name.match(/\p{L}/gu)?.length ?? 0) >= 3) return name;
  }
  return null;
};

export const findParty = (text: string, own: Own): Party => ({
  account: findAccount(text, own),
  tax_id: findTaxId(text, own),
  name: findName(text),
});

/** A column of account numbers: an IBAN or a CLABE as it is, a shorter number as the bank prints it. */
export const readPartyAccount = (cell: string, { account }: Own): string | null => {
  const text = compactIban(cell.replace(/^'|'$/gu, '')).replace(/\.(?=\d)/gu, '');
  const number = /^00\d{18}$/.test(text) ? text.slice(-18) : text;
  if (number === account.clabe || number === account.iban) return null;
  return /^(?=.*\d)[A-Z0-9/]{5,40}$/.test(number) && !/^0+$/.test(number) ? number : null;
};
