// The accounts that a sales document asks to pay into, also those that stand in its texts.
import { compactIban, findWrittenAccounts, ibanFault, isClabe } from '../../../base/bank-identifiers.ts';
import { plainLetters } from '../../../base/names/same-name.ts';
import type { PayeeAccount } from '../../../einvoicing/regime.ts';
import type { Terms } from '../../../einvoicing/terms.ts';
import type { BankAccountRecord } from '../../money/bank-accounts/store.ts';

/** What a document says that a reader may pay by: a draft, a document, or the preview of one. */
interface Saying {
  readonly countryDetails: Readonly<Record<string, unknown>>;
  readonly payee?: Pick<PayeeAccount, 'iban' | 'clabe'> | null;
  readonly notes: string | null;
  readonly title: string | null;
  readonly lines: readonly { readonly description: string; readonly productNumber?: string | null }[];
  readonly terms: Pick<
    Terms,
    'paymentTermsText' | 'orderReference' | 'contractReference' | 'projectReference'
  > & {
    readonly attachments: readonly Pick<Terms['attachments'][number], 'name' | 'description'>[];
    readonly allowances: readonly { readonly reason: string | null }[];
    readonly charges: readonly { readonly reason: string | null }[];
    readonly directDebit: { readonly iban: string } | null;
  };
}

/** That of a direct debit is the customer's, and none of them, in the texts either. */
export const namedAccounts = ({ countryDetails, payee, notes, title, terms, lines }: Saying): string[] => {
  const { bank_account_number, ...otherDetails } = countryDetails;
  const given = typeof bank_account_number === 'string' ? compactIban(bank_account_number) : null;
  const texts = [
    notes,
    title,
    terms.paymentTermsText,
    terms.orderReference,
    terms.contractReference,
    terms.projectReference,
    ...Object.values(otherDetails),
    ...terms.attachments.flatMap(({ name, description }) => [name, description]),
    ...[...terms.allowances, ...terms.charges].map(({ reason }) => reason),
    ...lines.flatMap(({ description, productNumber }) => [description, productNumber]),
  ].filter((text) => typeof text === 'string');
  const found = texts.flatMap((text) => findWrittenAccounts(plainLetters(text).toUpperCase()));
  const stated = [given, payee?.iban, payee?.clabe].filter((number) => typeof number === 'string');
  const debited = terms.directDebit === null ? '' : compactIban(terms.directDebit.iban);
  return [...new Set([...stated, ...found.filter((number) => number !== debited)])].filter(
    (number) => number !== '',
  );
};

export const numbersOf = ({ iban, clabe }: Pick<BankAccountRecord, 'iban' | 'clabe'>): string[] =>
  [iban, clabe].flatMap((number) => (number === null ? [] : [compactIban(number)]));

export const isOwnNumber = (account: Pick<BankAccountRecord, 'iban' | 'clabe'>, number: string): boolean =>
  numbersOf(account).some((known) => known.includes(number));

/** An account of the company can be kept here by such a number; others, of countries without IBANs, never are. */
export const canBeKept = (number: string): boolean => ibanFault(number) === undefined || isClabe(number);
