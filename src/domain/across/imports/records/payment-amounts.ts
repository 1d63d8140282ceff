// Computes the amounts of a payment row and its effect on the document.
import { ToolError } from '../../../../base/errors.ts';
import type { SettledDocument } from '../../../documents/shared/document.ts';
import { isOwed, pay, replacePresettled, shrinkPresettled } from '../../../documents/shared/settle.ts';
import { type Amount, amount, amountText } from '../../../../base/money/amount.ts';
import { type Settlement, computeSettlement } from '../../../documents/payments/amounts.ts';
import { type PaymentRate, paymentRate } from '../../../documents/payments/rate.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { ImportScope } from '../importer.ts';

export interface PaidRow {
  readonly amount: number;
  readonly currency: string;
  readonly paid_on: string;
  readonly historic: boolean;
}

export interface Planned extends Settlement {
  readonly rate: PaymentRate | null;
}

/** Throws the faults of the row before anything is written. */
export const planPayment = async (
  ctx: ImportScope,
  document: SettledDocument,
  row: PaidRow,
): Promise<Planned> => {
  const most = row.historic ? settledEarlier(document) : stillDue(document);
  const rate = await paymentRate(ctx, row.currency, document.currency, asDay(row.paid_on));
  try {
    const asked = { given: row.amount, currency: row.currency, rate: rate?.rate ?? null, balance: most };
    return { ...computeSettlement(ctx, asked), rate };
  } catch (error) {
    if (!row.historic || !(error instanceof ToolError) || error.code !== 'payment_exceeds_balance')
      throw error;
    throw new Refusal(
      'invalid_value',
      `a historic payment of ${row.amount} ${row.currency} is more than the ${amountText(most)} ${most.currency} of ${document.id} that the imported balance counts as settled and no other payment explains`,
    );
  }
};

const settledEarlier = (document: SettledDocument): Amount => {
  if (document.presettled_minor > 0) return amount(document.presettled_minor, document.currency);
  throw new Refusal(
    'invalid_value',
    `the imported balance of ${document.id} counts no payment that is not known yet; historic must be false for one that comes on top`,
  );
};

const stillDue = ({ id, kind, status, balance_minor, currency }: SettledDocument): Amount => {
  if (!isOwed(kind, status)) {
    throw new Refusal('wrong_state', `the ${kind} ${id} is ${status}, so it takes no payment`);
  }
  if (balance_minor > 0) return amount(balance_minor, currency);
  throw new Refusal('wrong_state', `the ${kind} ${id} has no balance left`);
};

/** The document after the payment. */
export const settlePayment = async (
  ctx: ImportScope,
  document: SettledDocument,
  { allocated }: Planned,
  historic: boolean,
): Promise<SettledDocument> => {
  if (!historic) return pay(ctx, document, allocated.minor);
  await shrinkPresettled(ctx, document, allocated.minor);
  return replacePresettled(ctx, document, allocated.minor, 'payment');
};
