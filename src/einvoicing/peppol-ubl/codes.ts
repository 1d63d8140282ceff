// Short code lists of EN 16931 that a draft is checked against.

/** UNCL4461 (BT-81). Which of them a draft takes by default stands in `spec/countries`. */
export const MEANS_CREDIT_TRANSFER = '30';
export const MEANS_SEPA_TRANSFER = '58';

/** Transfers name the account that is to be credited (BR-61). */
export const TRANSFER_MEANS: readonly string[] = [MEANS_CREDIT_TRANSFER, MEANS_SEPA_TRANSFER];

/** Cards need the card account (BG-18), direct debits the mandate (BG-19); the service asks for neither. */
export const CARD_MEANS: readonly string[] = ['48', '54', '55'];
export const DEBIT_MEANS: readonly string[] = ['49', '59'];

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

export const PAYMENT_MEANS: readonly string[] = [...range(1, 68), '70', ...range(74, 78), ...range(91, 97)];
