import { minorToWire } from '../../base/money/amount.ts';
import type { SettledDocument } from './document.ts';

/** What the trail keeps of a document whose balance changed. */
export const documentState = (document: SettledDocument): object => {
  const { currency } = document;
  return {
    status: document.status,
    folio: document.folio,
    currency,
    total: minorToWire(document.total_minor, currency),
    amount_paid: minorToWire(document.paid_minor, currency),
    amount_credited: minorToWire(document.credited_minor, currency),
    balance_due: minorToWire(document.balance_minor, currency),
  };
};
