import { addColumn, code } from './steps.ts';

/** The other party's RFC or VAT id, if the statement has it. */
export const bankTransactionPartyTaxId = addColumn(
  '0051_bank_transaction_with_party_tax_id',
  'bank_transaction',
  'party_tax_id',
  code(30),
);
