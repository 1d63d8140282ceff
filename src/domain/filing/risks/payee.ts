// Whether the money goes where it should: into an account of the company that a person knows.
import type { RiskFlag } from '../../../../generated/types.ts';
import { compactIban } from '../../../base/bank-identifiers/iban.ts';
import { findClabes, findIbans } from '../../../base/bank-identifiers/in-text.ts';
import { canonicalJson } from '../../../base/canonical.ts';
import { parseInstant } from '../../../db/instant.ts';
import type { ShownDocument } from '../../../einvoicing/regime.ts';
import { allAccounts, type BankAccountRecord } from '../../bank-accounts/store.ts';
import type { ReadScope } from '../../change/scope.ts';
import { approvedSince, changesByKeys } from '../store/risks.ts';
import type { Looked } from './risks.ts';
import { flag } from './words.ts';

export const payeeRisks = async (ctx: ReadScope, { document }: Looked): Promise<RiskFlag[]> => {
  const named = namedAccounts(document);
  if (named.length === 0) return [];
  const accounts = (await allAccounts(ctx)).filter(({ active }) => active);
  const flags: RiskFlag[] = [];
  for (const number of named) {
    const own = accounts.find((account) => numbersOf(account).some((known) => known.includes(number)));
    if (own === undefined) {
      const known = accounts.flatMap(numbersOf);
      // Of a company whose accounts are not kept here, an account that was approved before is known too.
      if (known.length > 0 || !(await isApproved(ctx, number, EVER)))
        flags.push(flag('payee_account_unknown', number, known.length === 0 ? null : known.join(', ')));
    } else {
      const since = await changedByKey(ctx, own, number);
      if (since !== undefined) flags.push(flag('payee_account_changed', number, since.toISOString()));
    }
  }
  return flags;
};

const numbersOf = ({ iban, clabe }: Pick<BankAccountRecord, 'iban' | 'clabe'>): string[] =>
  [iban, clabe].flatMap((number) => (number === null ? [] : [compactIban(number)]));

/** The accounts that the document asks to pay into, also those that stand in its texts. That of a direct debit is the customer's. */
const namedAccounts = ({ countryDetails, payee, notes, title, terms, lines }: ShownDocument): string[] => {
  const { bank_account_number } = countryDetails;
  const given = typeof bank_account_number === 'string' ? compactIban(bank_account_number) : null;
  const stated = [given, payee?.iban, payee?.clabe];
  const texts = [
    notes,
    title,
    terms.paymentTermsText,
    ...terms.attachments.flatMap(({ name, description }) => [name, description]),
    ...[...terms.allowances, ...terms.charges].map(({ reason }) => reason),
    ...lines.map(({ description }) => description),
  ].filter((text) => text !== null);
  const found = texts.flatMap((text) => [...findIbans(plain(text)), ...findClabes(plain(text))]);
  const accounts = [...stated.filter((number) => typeof number === 'string'), ...found];
  return [...new Set(accounts.filter((number) => number !== ''))];
};

/** In capitals, and with blanks where people part groups otherwise. */
const plain = (text: string): string =>
  text.toUpperCase().replace(/(?<=[A-Z0-9])[-.\u00A0\u2010-\u2014](?=[A-Z0-9])/gu, ' ');

/** When a key gave the account this number, unless a person has approved a document with it since. */
const changedByKey = async (
  ctx: ReadScope,
  { id }: BankAccountRecord,
  number: string,
): Promise<Date | undefined> => {
  const changes = await changesByKeys(ctx, id);
  const set = changes.find(({ before, after }) => names(after, number) && !names(before, number));
  if (set === undefined) return undefined;
  const since = parseInstant(set.occurred_at);
  return (await isApproved(ctx, number, since)) ? undefined : since;
};

const EVER = new Date(0);

const isApproved = async (ctx: ReadScope, number: string, since: Date): Promise<boolean> =>
  (await approvedSince(ctx, since)).some((snapshot) => names(snapshot, number));

const names = (value: unknown, number: string): boolean =>
  compactIban(canonicalJson(value ?? null)).includes(number);
