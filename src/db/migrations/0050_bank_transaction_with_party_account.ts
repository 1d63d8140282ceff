import { addColumn, code } from './steps.ts';

/** The other party's IBAN, CLABE or account number, if the statement has it. */
export const bankTransactionPartyAccount = addColumn(
  '0050_bank_transaction_with_party_account',
  'bank_transaction',
  'party_account',
  code(40),
);
