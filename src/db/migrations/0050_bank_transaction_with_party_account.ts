import { addColumn, code } from './steps.ts';

/** The other party's IBAN, CLABE or account number, as far as the statement tells. */
export const bankTransactionPartyAccount = addColumn(
  '0050_bank_transaction_with_party_account',
  'bank_transaction',
  'party_account',
  code(40),
);
