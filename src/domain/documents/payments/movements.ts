// What a payment and its reversal book: an entry for each document in that document's currency, one for what no document
// takes, and beside them the differences by their causes, so that the entries of the money come to what the bank shows.
import type { Paid } from '../../money/ledger/months.ts';
import type { Movement } from '../../money/ledger/post.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { type Allocation, type PaymentRecord, type PaymentRow, chooseLedger, differenceOf } from './items.ts';

export const listMovements = (record: PaymentRecord): readonly Movement[] => {
  const { payment, allocations } = record;
  return [
    ...allocations.flatMap((allocation) => listParts(payment, allocation)),
    {
      ...commonOf(payment),
      entry_type: payment.type,
      currency: payment.currency,
      amount_minor: payment.unallocated_minor,
      document_id: null,
      number: null,
    },
  ];
};

/** How the payment counts among those of its month, or against them. */
export const countPaid = ({ payment }: PaymentRecord, sign: 1 | -1): Paid => ({
  ledger: chooseLedger(payment.type),
  date: payment.paid_on,
  currency: payment.currency,
  paid_minor: sign * payment.amount_minor,
});

const commonOf = (payment: PaymentRow) => ({
  ledger: chooseLedger(payment.type),
  date: payment.paid_on,
  counterparty_id: payment.counterparty_id,
  record_id: payment.id,
  description: payment.reference,
});

const listParts = (payment: PaymentRow, allocation: Allocation): readonly Movement[] => {
  const { row, document } = allocation;
  const difference = differenceOf(allocation, payment.currency);
  const common = {
    ...commonOf(payment),
    currency: document.currency,
    document_id: document.id,
    number: document.folio,
  };
  return [
    { ...common, entry_type: payment.type, amount_minor: row.amount_minor + difference },
    {
      ...common,
      entry_type: row.difference_cause ?? 'payment_difference',
      amount_minor: -difference,
      taxes: row.difference_taxes,
    },
  ];
};

export const listReversals = (
  record: PaymentRecord,
  date: IsoDay,
  description: string,
): readonly Movement[] =>
  listMovements(record).map((movement) => ({
    ...movement,
    entry_type: 'reversal',
    reverses: movement.entry_type,
    date,
    description,
  }));

/**
 * What the bank took for a return, as money that went out with the reversal and a cost beside it: the counterparty owes as
 * much as before. Negative where that is taken back.
 */
export const listFees = (payment: PaymentRow, date: IsoDay, fee_minor: number): readonly Movement[] => {
  const ledger = chooseLedger(payment.type);
  // Less comes back of what went out, and more goes out of what came in.
  const minor = ledger === 'ar' ? fee_minor : -fee_minor;
  const common = { ...commonOf(payment), currency: payment.currency, document_id: null, number: null, date };
  return [
    { ...common, entry_type: 'reversal', reverses: payment.type, amount_minor: minor },
    { ...common, entry_type: 'bank_fee', amount_minor: minor },
  ];
};
