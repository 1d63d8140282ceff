// Records one payment on one document that takes payments: amount, rate, balance, rows.
import { SERVICE } from '../../../../generated/service.ts';
import { instantToIso } from '../../../db/instant.ts';
import { textOrNull } from '../shared/line-text.ts';
import type { SettledDocument } from '../shared/document.ts';
import { pay } from '../shared/settle.ts';
import { RATE_DECIMALS } from '../../../base/exchange-rate.ts';
import { type Amount, amount, toWire } from '../../../base/money/amount.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import { toFixed } from '../../../base/money/decimal.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { type AmountRaises, computeSettlement } from './amounts.ts';
import { insertPayments } from './insert.ts';
import { type PaymentRate, type RateScope, paymentRate } from './rate.ts';
import { type PaymentRecord, getPaymentType } from './items.ts';
import { readParty } from './store/payments.ts';

/** A payment as the caller gives it, in the field names of the books. */
export interface PaymentRequest {
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly paid_on: IsoDay;
  readonly payment_method: string;
  readonly reference?: string | undefined;
  readonly notes?: string | undefined;
}

type PayScope = RateScope &
  AmountRaises &
  Raises<'currency_unknown'> &
  Warns<'similar_write_recently' | 'full_balance_paid'>;

/** The document must be locked, and owed with a balance. */
export const payDocument = async (
  ctx: PayScope,
  document: SettledDocument,
  request: PaymentRequest,
): Promise<PaymentRecord> => {
  const currency = requireCurrency(ctx, request.currency ?? document.currency, 'currency');
  const { paid_on } = request;
  const rate = await paymentRate(ctx, currency, document.currency, paid_on);
  const { paid, allocated } = computeSettlement(ctx, {
    given: request.amount,
    currency,
    rate: rate?.rate ?? null,
    balance: amount(document.balance_minor, document.currency),
  });
  if (request.amount === undefined)
    ctx.warn('full_balance_paid', { path: 'amount', amount: toWire(paid), currency });
  const settled = await pay(ctx, document, allocated.minor);
  const counterparty = await readPartyWarning(ctx, document, paid);
  const [record] = await insertPayments(ctx, [
    {
      type: getPaymentType(document.kind),
      counterparty,
      amount_minor: paid.minor,
      currency,
      ...rateColumns(rate),
      paid_on,
      payment_method: request.payment_method,
      reference: textOrNull(request.reference),
      notes: textOrNull(request.notes),
      bank_transaction_id: null,
      bank_linked: false,
      historic: false,
      external_id: null,
      allocations: [{ document: settled, amount_minor: allocated.minor, payment_minor: paid.minor }],
    },
  ]);
  if (record === undefined) throw new Error('a payment was stored and is gone');
  return record;
};

/** The stored rate. It is rounded to the decimals of the column, so amounts are never computed from it. */
export const rateColumns = (rate: PaymentRate | null) => ({
  exchange_rate: rate === null ? null : toFixed(rate.rate, RATE_DECIMALS),
  exchange_rate_date: rate?.date ?? null,
  exchange_rate_source: rate?.source ?? null,
});

const MS_PER_MINUTE = 60_000;

/**
 * Who pays or is paid. Warns of the latest payment of this amount on this document, if it was made a moment ago. Agents repeat calls: one
 * that repeats word for word is noticed for every tool, a payment also with another reference or day.
 */
const readPartyWarning = async (ctx: PayScope, document: SettledDocument, paid: Amount) => {
  const since = new Date(ctx.now.getTime() - SERVICE.windows.similar_write_minutes * MS_PER_MINUTE);
  const { counterparty, earlier } = await readParty(ctx, document, paid, since);
  if (earlier !== undefined) {
    ctx.warn('similar_write_recently', {
      record_id: earlier.id,
      created_at: instantToIso(earlier.created_at),
    });
  }
  return counterparty;
};
