// The account to which an invoice is to be paid: the one that the caller names, else one of the seller's.
import { LIMITS } from '../../../generated/limits.ts';
import type { Details, DraftInput, PayeeAccount } from '../regime.ts';
import { TRANSFER_MEANS } from './codes.ts';
import { compactIban } from '../../base/bank-identifiers.ts';

/** The longest name written for BT-85: the holder, whom banks of payers compare with the account (Regulation (EU) 2024/886). */
const { bank_name: MAX_NAME } = LIMITS.PeppolInvoiceHeader;

/** Prefers an account in the invoice's currency. */
const accountFor = (accounts: readonly PayeeAccount[], currency: string): PayeeAccount | undefined => {
  const usable = accounts.filter(({ iban }) => iban !== null);
  return usable.find((account) => account.currency === currency) ?? usable[0];
};

/** The account that the caller named, if it is one of the seller's. */
const accountNamed = (accounts: readonly PayeeAccount[], number: string): PayeeAccount | undefined =>
  accounts.find(({ iban }) => iban !== null && compactIban(iban) === compactIban(number));

/**
 * The payment fields from the seller's accounts, except those that the caller gave. For means other than a transfer no
 * account is added, and nothing is added to an account that is not the seller's.
 */
export const payeeDetails = ({ seller, accounts = [], currency, countryDetails }: DraftInput): Details => {
  const means = countryDetails['payment_means_code'];
  if (means !== undefined && !TRANSFER_MEANS.includes(String(means))) return {};
  const number = countryDetails['bank_account_number'];
  const account =
    number === undefined ? accountFor(accounts, currency) : accountNamed(accounts, String(number));
  if (account === undefined || account.iban === null) return {};
  return {
    bank_account_number: number ?? account.iban,
    bank_name: countryDetails['bank_name'] ?? seller.name.slice(0, MAX_NAME),
    ...(account.bic === null && countryDetails['bank_routing_number'] === undefined
      ? {}
      : { bank_routing_number: countryDetails['bank_routing_number'] ?? account.bic ?? '' }),
  };
};
