// What a bill means for the ledger of payables.
import type { Movement } from '../../money/ledger/post.ts';
import { formatBillFolio } from '../shared/folio.ts';
import type { BillHeader } from './record.ts';

type Facts = Pick<
  BillHeader,
  'id' | 'counterparty_id' | 'currency' | 'bill_number' | 'series' | 'title' | 'issue_date' | 'total_minor'
>;

const commonFacts = (bill: Facts) =>
  ({
    ledger: 'ap',
    counterparty_id: bill.counterparty_id,
    currency: bill.currency,
    record_id: bill.id,
    document_id: bill.id,
    number: formatBillFolio(bill),
    description: bill.title,
  }) as const;

/** The entity owes the whole bill from its issue date on. */
export const billReceived = (bill: Facts): Movement => ({
  ...commonFacts(bill),
  entry_type: 'bill',
  date: bill.issue_date,
  amount_minor: bill.total_minor,
});

/** It owes nothing more of it. */
export const billReversed = (bill: Facts, date: string, amount_minor: number): Movement => ({
  ...commonFacts(bill),
  entry_type: 'reversal',
  date,
  amount_minor,
});
