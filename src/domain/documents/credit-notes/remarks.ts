// What a caller is told of a credit note that is not quite what was asked for.
import type { WarningDetails } from '../../../../generated/warnings.ts';
import { type Amount, minorToWire, subtract, toWire } from '../../../base/money/amount.ts';
import { type Decimal, isPositive, toNumber } from '../../../base/money/decimal.ts';
import type { SettledDocument } from '../shared/document.ts';

export type Remark = {
  [C in RemarkCode]: { readonly code: C; readonly details: WarningDetails[C] };
}[RemarkCode];
export type RemarkCode =
  | 'credit_amount_missed'
  | 'credit_less_than_price'
  | 'credit_leaves_rounding'
  | 'prepaid_refunded';

/** Of a note that credits all that is left: what rounding leaves of the invoice. */
export const remarkRest = (rest: number, currency: string): readonly Remark[] =>
  rest > 0
    ? [{ code: 'credit_leaves_rounding', details: { rest: minorToWire(rest, currency), currency } }]
    : [];

/** What was paid before the invoice is never owed on it, so its credit is money of the customer. */
export const remarkRefund = (
  { total_minor, credited_minor }: SettledDocument,
  { minor, currency }: Amount,
): readonly Remark[] => {
  const refund = minor - (total_minor - credited_minor);
  return refund > 0
    ? [{ code: 'prepaid_refunded', details: { refund: minorToWire(refund, currency), currency } }]
    : [];
};

export const remarkMissed = (asked: Amount, total: Amount): readonly Remark[] =>
  asked.minor === total.minor
    ? []
    : [
        {
          code: 'credit_amount_missed',
          details: {
            asked: toWire(asked),
            total: toWire(total),
            difference: toWire(subtract(asked, total)),
            currency: total.currency,
          },
        },
      ];

export const remarkReduced = (less: Decimal, currency: string): readonly Remark[] =>
  isPositive(less) ? [{ code: 'credit_less_than_price', details: { less: toNumber(less), currency } }] : [];
