// The accounts that a sales document asks to pay into, also those that stand in its texts.
import { compactIban } from '../../base/bank-identifiers/iban.ts';
import { findClabes, findIbans } from '../../base/bank-identifiers/in-text.ts';
import type { InvoiceDocument } from '../../einvoicing/regime.ts';
import type { BankAccountRecord } from '../bank-accounts/store.ts';

type Saying = Pick<InvoiceDocument, 'countryDetails' | 'terms'> &
  Partial<Pick<InvoiceDocument, 'payee'>> & {
    readonly notes: string | null;
    readonly title: string | null;
    readonly lines: readonly { readonly description: string }[];
  };

/** That of a direct debit is the customer's, and none of them. */
export const namedAccounts = ({ countryDetails, payee, notes, title, terms, lines }: Saying): string[] => {
  const { bank_account_number } = countryDetails;
  const given = typeof bank_account_number === 'string' ? compactIban(bank_account_number) : null;
  const texts = [
    notes,
    title,
    terms.paymentTermsText,
    ...terms.attachments.flatMap(({ name, description }) => [name, description]),
    ...[...terms.allowances, ...terms.charges].map(({ reason }) => reason),
    ...lines.map(({ description }) => description),
  ].filter((text) => text !== null);
  const found = texts.flatMap((text) => [...findIbans(plain(text)), ...findClabes(plain(text))]);
  const stated = [given, payee?.iban, payee?.clabe].filter((number) => typeof number === 'string');
  return [...new Set([...stated, ...found])].filter((number) => number !== '');
};

/** In capitals, and with blanks where people part groups otherwise. */
const plain = (text: string): string =>
  text.toUpperCase().replace(/(?<=[A-Z0-9])[-.\u00A0\u2010-\u2014](?=[A-Z0-9])/gu, ' ');

export const numbersOf = ({ iban, clabe }: Pick<BankAccountRecord, 'iban' | 'clabe'>): string[] =>
  [iban, clabe].flatMap((number) => (number === null ? [] : [compactIban(number)]));

export const isOwnNumber = (account: Pick<BankAccountRecord, 'iban' | 'clabe'>, number: string): boolean =>
  numbersOf(account).some((known) => known.includes(number));
