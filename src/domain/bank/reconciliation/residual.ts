// Warns of what a confirmed line leaves open or brings too much, with a guess why it is short. The guess is never booked;
// the matcher weighs the same causes.
import type { WarningDetails } from '../../../../generated/warnings.ts';
import { type Shortfall, dayNumber, explainShortage } from '../../../matching/index.ts';
import type { BillId } from '../../../../generated/ids.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { Warns } from '../../../base/raises.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { Part } from './book.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { SettledDocument } from '../../documents/shared/document.ts';
import { type PaymentRate, warnOfEarlyPayment } from '../../documents/payments/rate.ts';
import { type Allocation, type PaymentRecord, differenceOf } from '../../documents/payments/items.ts';

type Cause = WarningDetails['residual_left']['likely_cause'];

const CAUSES: Readonly<Record<Shortfall, Cause>> = {
  retention: 'withholding',
  discount: 'early_payment_discount',
  late_discount: 'early_payment_discount',
  known_fee: 'bank_fee',
  likely_fee: 'bank_fee',
  small_difference: 'bank_fee',
};

interface Short {
  readonly country: string;
  /** After the payment. */
  readonly document: SettledDocument;
  /** The payment's, in the document's currency. */
  readonly paid_minor: number;
  readonly date: string;
  readonly acrossCurrencies: boolean;
}

const likelyCause = ({ country, document, paid_minor, date, acrossCurrencies }: Short): Cause => {
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

export const warnOfWhatIsLeft = (
  ctx: ReadScope & Warns<'residual_left' | 'bill_overpaid' | 'payment_before_issue'>,
  line: BankLine,
  rate: PaymentRate | null,
  paid: readonly Allocation[],
): void => {
  for (const { document, row } of paid) {
    const { balance_minor, currency } = document;
    if (balance_minor > 0) {
      ctx.warn('residual_left', {
        matched_record_id: document.id,
        residual: minorToWire(balance_minor, currency),
        currency,
        likely_cause: likelyCause({
          country: ctx.entity.country_code,
          document,
          paid_minor: row.amount_minor,
          date: line.date,
          acrossCurrencies: rate !== null,
        }),
      });
    }
    if (balance_minor < 0) {
      ctx.warn('bill_overpaid', {
        bill_id: document.id as BillId,
        surplus: minorToWire(-balance_minor, currency),
        currency,
      });
    }
    warnOfEarlyPayment(ctx, document, line.date, 'transaction_id');
  }
};

/** What was booked apart, and what no document took. */
export const warnOfExcess = (
  ctx: Warns<'difference_booked' | 'cause_booked' | 'surplus_on_account'>,
  { payment, allocations }: PaymentRecord,
): void => {
  const { id: payment_id, currency, unallocated_minor } = payment;
  let difference = 0;
  for (const allocation of allocations) {
    const { difference_cause: cause, record_id } = allocation.row;
    const minor = differenceOf(allocation, currency);
    if (cause === null) difference += minor;
    else if (minor !== 0)
      ctx.warn('cause_booked', {
        matched_record_id: record_id,
        amount: minorToWire(-minor, currency),
        currency,
        cause,
      });
  }
  if (difference !== 0)
    ctx.warn('difference_booked', { difference: minorToWire(difference, currency), currency });
  if (unallocated_minor > 0) {
    const surplus = minorToWire(unallocated_minor, currency);
    ctx.warn('surplus_on_account', { payment_id, surplus, currency });
  }
};

/** What nobody agreed on is booked, and said to be so. */
export const warnOfUsual = (
  ctx: Warns<'cause_only_usual'>,
  { currency }: Pick<BankLine, 'currency'>,
  parts: readonly Part[],
): void => {
  const usual = parts.filter(({ closing, note }) => (closing ?? note)?.by === 'country');
  const [first] = usual;
  const cause = (first?.closing ?? first?.note)?.cause;
  if (cause === undefined) return;
  const minor = usual.reduce(
    (sum, { difference_minor = 0, note }) => sum + (note?.minor ?? -difference_minor),
    0,
  );
  ctx.warn('cause_only_usual', { amount: minorToWire(minor, currency), currency, cause });
};
