// Records one payment on one document that takes payments: amount, rate, balance, rows.
import { scoped } from '../../db/scoped.ts';
import { textOrNull } from '../documents/line-text.ts';
import type { SettledDocument } from '../documents/document.ts';
import { pay } from '../documents/settle.ts';
import { RATE_DECIMALS } from '../../base/exchange-rate.ts';
import { amount } from '../../base/money/amount.ts';
import { requireCurrency } from '../../base/money/currency.ts';
import { toFixed } from '../../base/money/decimal.ts';
import type { Raises, Warns } from '../../base/raises.ts';
import { asDay } from '../../base/time/day.ts';
import { type AmountRaises, settlementOf } from './amounts.ts';
import { paymentRate, type PaymentRate, type RateScope } from './rate.ts';
import { paymentTypeOf, type PaymentRecord } from './record.ts';
import { warnOfSimilar } from './similar.ts';
import { insertPayments } from './store.ts';

/** What a caller says of a payment, in the words of the books. */
export interface PaymentRequest {
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly paid_on?: string | undefined;
  readonly payment_method: string;
  readonly reference?: string | undefined;
  readonly notes?: string | undefined;
}

type PayScope = RateScope & AmountRaises & Raises<'currency_unknown'> & Warns<'similar_write_recently'>;

/** The document must be locked, and owed with a balance. */
export const payDocument = async (
  ctx: PayScope,
  document: SettledDocument,
  request: PaymentRequest,
): Promise<PaymentRecord> => {
  const currency = requireCurrency(ctx, request.currency ?? document.currency, 'currency');
  const paid_on = asDay(request.paid_on ?? ctx.today);
  const rate = await paymentRate(ctx, currency, document.currency, paid_on);
  const { paid, allocated } = settlementOf(ctx, {
    given: request.amount,
    currency,
    rate: rate?.rate ?? null,
    balance: amount(document.balance_minor, document.currency),
  });
  const settled = await pay(ctx, document, allocated.minor);
  await warnOfSimilar(ctx, document, paid);
  const [record] = await insertPayments(ctx, [
    {
      type: paymentTypeOf(document.kind),
      counterparty: await counterpartyOf(ctx, document),
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

/** How a payment keeps its rate; the decimals of the column are enough to tell it, not to compute with it. */
export const rateColumns = (rate: PaymentRate | null) => ({
  exchange_rate: rate === null ? null : toFixed(rate.rate, RATE_DECIMALS),
  exchange_rate_date: rate?.date ?? null,
  exchange_rate_source: rate?.source ?? null,
});

const counterpartyOf = (ctx: RateScope, { counterparty_id }: SettledDocument) =>
  scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name'])
    .where('id', '=', counterparty_id)
    .executeTakeFirstOrThrow();
