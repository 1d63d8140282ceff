// Column types of payments, closed periods and sums of months that the schema cannot express; see `overrides.ts`.
import { LINE_POSITION, PLAIN_ID, type TableOverride } from './override.ts';

export const PAYMENT_OVERRIDES: Readonly<Record<string, TableOverride>> = {
  payment: {
    note: 'Money received from a customer or paid to a supplier.',
    columns: {
      id: PLAIN_ID,
      type: 'PaymentObject',
      exchange_rate: { note: "Document currency for one unit of the payment's; null in the same currency." },
      unallocated_minor: { note: "In the payment's currency: what no document takes." },
      surplus_minor: { note: 'What of a bank line no document took when it was booked.' },
      bank_linked: { note: 'A bank line explains it, be it here or in the earlier system.' },
      historic: { note: 'The imported balance of its document already counts it.' },
      status: { type: `'recorded' | 'reversed'`, note: 'Of a reversed one nothing is allocated.' },
    },
  },
  period_slot: {
    note: 'Copies of the last closed day. Who books writes one of them, who closes writes all.',
  },
  ledger_month: { columns: { ledger: 'LedgerSide' } },
  open_month: { columns: { kind: 'DocumentType' } },
  payment_allocation: {
    columns: {
      ...LINE_POSITION,
      record_type: 'DocumentType',
      amount_minor: { note: "In the document's currency." },
      payment_minor: {
        note: "The same part in the payment's currency. In one currency it may differ: a difference that is booked apart.",
      },
    },
  },
};
