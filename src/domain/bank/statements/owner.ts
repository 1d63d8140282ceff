// Whose statement it is: one of another account, or in another currency, must not be read into this one.
import { toolError } from '../../../base/errors.ts';
import { isCurrency } from '../../../base/money/currency.ts';
import { compactIban, ibanFault, isClabe, joinIbanParts } from '../../../base/bank-identifiers.ts';
import type { ReadOptions, StatementAccount } from './format.ts';

type Owner = Pick<ReadOptions, 'account' | 'other_accounts'>;

export const requireCurrency = (line: number, currency: string, { account }: Owner): void => {
  const code = currency.trim().toUpperCase();
  if (!isCurrency(code) || code === account.currency) return;
  throw toolError('statement_other_currency', {
    line: String(line),
    currency: code,
    name: account.name,
    account_currency: account.currency,
  });
};

const CLABE = /^\d{18}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** Shorter numbers say too little. */
const NUMBER = /^\d{6,17}$/;

const compact = (text: string): string => compactIban(text.replace(/^'|'$/gu, ''));

/**
 * `same`, `other`, or undefined where the two cannot be compared. Whole numbers are compared exactly; of a short one,
 * which banks cut and pad as they like, only a yes is certain.
 */
const compare = (number: string, account: StatementAccount): 'same' | 'other' | undefined => {
  if (CLABE.test(number) && account.clabe !== null) return account.clabe === number ? 'same' : 'other';
  if (IBAN.test(number) && account.iban !== null) return account.iban === number ? 'same' : 'other';
  // As MT940 and OFX name an account: bank code and number.
  const [bank = '', short = '', ...rest] = number.split('/');
  const joined = rest.length > 0 ? undefined : joinIbanParts(account.iban?.slice(0, 2) ?? '', bank, short);
  if (joined !== undefined) return account.iban?.slice(4) === joined ? 'same' : 'other';
  return NUMBER.test(number) && isContained(number, account) ? 'same' : undefined;
};

/** The account's number within its CLABE or IBAN. */
const isContained = (number: string, { clabe, iban }: StatementAccount): boolean => {
  const bare = number.replace(/^0+/, '');
  if (bare.length < 6) return false;
  return clabe?.slice(6, 17).endsWith(bare) === true || iban?.slice(4).endsWith(bare) === true;
};

const nameNumber = ({ clabe, iban, account_number_masked }: StatementAccount): string =>
  clabe ?? iban ?? account_number_masked ?? '';

/** A sentence of warning where a number fits nothing that is known of the account, and nothing tells whose it is. */
export const requireAccount = (
  line: number,
  text: string,
  { account, other_accounts }: Owner,
): string | undefined => {
  const number = compact(text);
  const own = compare(number, account);
  if (own === 'same' || number === '') return undefined;
  const masked = account.account_number_masked;
  const other = other_accounts.find((each) => compare(number, each) === 'same');
  if (own === 'other' || other !== undefined || contradictsMask(number, masked)) {
    const whose = other === undefined ? '' : ` (${other.name})`;
    throw toolError('statement_other_account', {
      line: String(line),
      number: `${number}${whose}`,
      name: account.name,
      own: nameNumber(account),
    });
  }
  if (!NUMBER.test(number) || account.clabe === null) return undefined;
  return `Line ${line} names the account ${number}, which is not part of ${account.clabe}, the CLABE of ${account.name}; check that the file is of this account.`;
};

const contradictsMask = (number: string, masked: string | null): boolean => {
  const digits = /\d{3,}$/.exec(masked ?? '')?.[0];
  return digits !== undefined && NUMBER.test(number) && !number.endsWith(digits);
};

/** Whether a cell is an account's whole number, with the right check digits, and nothing else. */
export const isWholeAccount = (cell: string): boolean => {
  const number = compact(cell);
  return isClabe(number) || (IBAN.test(number) && ibanFault(number) === undefined);
};
