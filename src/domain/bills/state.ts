import { minorToWire } from '../../base/money/amount.ts';
import type { BillHeader } from './record.ts';

/** What the trail and events keep of a bill: what was decided, in the words of the tools. */
export const billState = (header: BillHeader): object => {
  const { currency } = header;
  return {
    status: header.status,
    counterparty_id: header.counterparty_id,
    bill_number: header.bill_number,
    series: header.series,
    uuid: header.uuid,
    title: header.title,
    issue_date: header.issue_date,
    due_date: header.due_date,
    currency,
    exchange_rate: header.exchange_rate,
    subtotal: minorToWire(header.subtotal_minor, currency),
    tax_total: minorToWire(header.tax_minor, currency),
    total: minorToWire(header.total_minor, currency),
    amount_paid: minorToWire(header.paid_minor, currency),
    amount_credited: minorToWire(header.credited_minor, currency),
    balance_due: minorToWire(header.balance_minor, currency),
    deductibility: header.deductibility,
    external_id: header.external_id,
  };
};
