// Explains in a warning why a payment may be slightly short. A guess that is never booked; the matcher weighs the same
// causes.
import type { WarningDetails } from '../../../generated/warnings.ts';
import { dayNumber, explainShortage, type Shortfall } from '../../matching/index.ts';
import type { SettledDocument } from '../documents/document.ts';

type Cause = WarningDetails['residual_left']['likely_cause'];

const CAUSES: Readonly<Record<Shortfall, Cause>> = {
  retention: 'withholding',
  discount: 'early_payment_discount',
  late_discount: 'early_payment_discount',
  known_fee: 'bank_fee',
  likely_fee: 'bank_fee',
  small_difference: 'bank_fee',
};

export interface Short {
  readonly country: string;
  /** After the payment. */
  readonly document: SettledDocument;
  /** The payment's, in the document's currency. */
  readonly paid_minor: number;
  readonly date: string;
  readonly acrossCurrencies: boolean;
}

export const likelyCause = ({ country, document, paid_minor, date, acrossCurrencies }: Short): Cause => {
  const before = {
    total: document.total_minor,
    balance: document.balance_minor + paid_minor,
    issued: dayNumber(document.issue_date),
  };
  const shortage = explainShortage(before, paid_minor, dayNumber(date), country);
  if (shortage === null) return 'partial_payment';
  const cause = CAUSES[shortage.cause];
  return cause === 'bank_fee' && acrossCurrencies ? 'exchange_difference' : cause;
};
