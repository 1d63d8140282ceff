import { addIndex } from './steps.ts';

/** Covers sums of what was paid in some days. */
export const paymentSums = addIndex(
  '0198_payment_by_month',
  'payment',
  'ix_payment_sums',
  'entity_id, status, paid_on, type, currency, amount_minor',
);
