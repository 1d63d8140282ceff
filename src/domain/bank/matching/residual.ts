// Why a payment may be a little short of the document, in the words of the warning. A guess that is told, never booked.
import type { WarningDetails } from '../../../../generated/warnings.ts';
import type { SettledDocument } from '../../documents/document.ts';
import { amount, toDecimal } from '../../money/amount.ts';
import { decimal, type Decimal } from '../../money/decimal.ts';

type Cause = WarningDetails['residual_left']['likely_cause'];

/** What may be withheld of a Mexican invoice, as a part of its total with 16 % VAT: VAT in two thirds, income tax
 * of 10 % or 1.25 %, and these together (Ley del IVA 1-A, Ley del ISR 106, 113-J). */
const WITHHELD = ['0.091954', '0.086207', '0.178161', '0.010776', '0.102730', '0.034483'].map(decimal);
/** Cash discounts that German terms of payment know, of the total. */
const DISCOUNTS = ['0.02', '0.03', '0.04', '0.05'].map(decimal);
/** The largest part of a payment that a bank keeps as its fee. */
const FEE = decimal('0.02');
const WITHIN = decimal('0.0006');

export const likelyCause = (
  country: string,
  document: SettledDocument,
  residual_minor: number,
  acrossCurrencies: boolean,
): Cause => {
  const total = toDecimal(amount(document.total_minor, document.currency));
  const part = toDecimal(amount(residual_minor, document.currency)).div(total);
  const isOneOf = (parts: readonly Decimal[]): boolean =>
    parts.some((each) => part.minus(each).abs().lte(WITHIN));
  if (country === 'MX' && isOneOf(WITHHELD)) return 'withholding';
  if (country !== 'MX' && isOneOf(DISCOUNTS)) return 'early_payment_discount';
  if (part.gt(FEE)) return 'partial_payment';
  return acrossCurrencies ? 'exchange_difference' : 'bank_fee';
};
