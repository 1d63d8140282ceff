// What other nouns are told of a payment.
import type { PaymentFact } from '../../ground/change/scope.ts';
import { differenceOf, type PaymentRecord } from './record.ts';

export const paymentFact = ({ payment, allocations }: PaymentRecord): PaymentFact => ({
  id: payment.id,
  type: payment.type,
  counterparty_id: payment.counterparty_id,
  amount_minor: payment.amount_minor,
  currency: payment.currency,
  paid_on: payment.paid_on,
  payment_method: payment.payment_method,
  reference: payment.reference,
  historic: payment.historic,
  bank_transaction_id: payment.bank_transaction_id,
  allocations: allocations.map((allocation) => {
    const { row, document } = allocation;
    return {
      record_type: row.record_type,
      record_id: row.record_id,
      amount_minor: row.amount_minor,
      payment_minor: row.payment_minor,
      difference_minor: differenceOf(allocation, payment.currency),
      balance_minor: document.balance_minor,
      currency: document.currency,
      country_details: document.kind === 'invoice' ? document.country_details : {},
    };
  }),
});
