// What a caller asks to be credited, and what is known of the invoice.
import type { CreditReason, DeliveryInput } from '../../../../generated/types.ts';
import type { Raises } from '../../../base/raises.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { DraftLine, InvoiceDocument } from '../../../einvoicing/regime.ts';
import type { SettledDocument } from '../shared/document.ts';
import type { NoteHeader } from './record.ts';
import type { WarningDetails } from '../../../../generated/warnings.ts';
import { type Amount, minorToWire, subtract, toWire } from '../../../base/money/amount.ts';
import { type Decimal, isPositive, toNumber } from '../../../base/money/decimal.ts';

/** A line of the invoice to be credited: the whole of what is left, a quantity, or an amount without tax. */
export interface CreditLineRequest {
  /** Its position in the invoice. */
  readonly line: number;
  readonly quantity?: number | undefined;
  readonly amount?: number | undefined;
}

export interface CreditRequest {
  /** With tax. */
  readonly amount?: number | undefined;
  readonly lines?: readonly CreditLineRequest[] | undefined;
  readonly reason?: CreditReason | undefined;
  /** Mexico: how the money went back, once it has (c_FormaPago). */
  readonly payment_form?: string | undefined;
  readonly notes?: string | undefined;
  /** How the customer gets it; as the invoice asked for, unless given. */
  readonly delivery?: DeliveryInput | undefined;
}

export interface CreditFacts {
  readonly document: InvoiceDocument;
  /** Series and number of the invoice, and what the authority or the network calls it. */
  readonly folio: string;
  readonly uuid: string;
  readonly invoice: SettledDocument;
  /** Earlier notes on the invoice. */
  readonly notes: readonly NoteHeader[];
  readonly today: IsoDay;
  readonly request: CreditRequest;
}

export type PlanRefusal =
  | 'credit_amount_or_lines'
  | 'credit_return_takes_lines'
  | 'invoice_already_credited'
  | 'invoice_asks_nothing'
  | 'credit_amount_outside'
  | 'credit_exceeds_rest'
  | 'credit_exceeds_tax'
  | 'credit_no_line'
  | 'credit_line_twice'
  | 'credit_line_unknown'
  | 'credit_line_takes_one'
  | 'credit_line_done'
  | 'credit_line_amount_outside'
  | 'credit_line_quantity_outside'
  | 'credit_comes_to_nothing'
  | 'credit_only_rounding_left'
  | 'credit_amount_between'
  | 'credit_amount_unreachable';

export type PlanRaises = Raises<
  PlanRefusal | 'amount_too_large' | 'country_field_not_allowed' | 'invalid_parameter' | 'too_many_decimals'
>;

/** A line as it is calculated, and the line of the invoice that it credits. */
export interface PlannedLine {
  readonly line: DraftLine;
  readonly invoice_position: number | null;
}

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
