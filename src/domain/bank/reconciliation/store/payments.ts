// What reconciliation reads of recorded payments.
import { type PaymentObject, PaymentObjectValues } from '../../../../../generated/types.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { Selectable } from 'kysely';
import type { Reader } from '../../../../db/database.ts';
import type { PaymentAllocationTable, PaymentTable } from '../../../../db/schema.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import { chunks } from '../../../../base/chunks.ts';

type Payment = Omit<Selectable<PaymentTable>, 'entity_id'>;
type Allocation = Omit<Selectable<PaymentAllocationTable>, 'entity_id'>;

export interface UnlinkedPayment extends Pick<
  Payment,
  'id' | 'type' | 'counterparty_id' | 'amount_minor' | 'currency' | 'paid_on' | 'reference'
> {
  /** The documents that it settles. */
  readonly record_ids: readonly string[];
}

/** Payments of documents in these days that no bank line explains. */
const unlinkedPayments = (ctx: Tenant<Reader>, first: string, last: string) =>
  scoped(ctx, 'payment')
    .select()
    .select(['id', 'type', 'counterparty_id', 'amount_minor', 'currency', 'paid_on', 'reference'])
    .where('bank_linked', '=', false)
    .where('status', '=', 'recorded')
    .where('paid_on', '>=', asDay(first))
    .where('paid_on', '<=', asDay(last));

export const withRecords = async (
  ctx: Tenant<Reader>,
  payments: readonly Omit<UnlinkedPayment, 'record_ids'>[],
): Promise<readonly UnlinkedPayment[]> => {
  const records = new Map<string, string[]>();
  for (const chunk of chunks(payments, CHUNK)) {
    const rows = await scoped(ctx, 'payment_allocation')
      .select()
      .select(['payment_id', 'record_id'])
      .where(
        'payment_id',
        'in',
        chunk.map(({ id }) => id),
      )
      .where('amount_minor', '>', 0)
      .execute();
    for (const { payment_id, record_id } of rows) {
      const known = records.get(payment_id);
      if (known === undefined) records.set(payment_id, [record_id]);
      else known.push(record_id);
    }
  }
  return payments.map((payment) => ({ ...payment, record_ids: records.get(payment.id) ?? [] }));
};

/** Ids of one IN list. */
const CHUNK = 1_000;

export const allUnlinkedPayments = async (
  ctx: Tenant<Reader>,
  first: string,
  last: string,
): Promise<readonly UnlinkedPayment[]> =>
  withRecords(
    ctx,
    await unlinkedPayments(ctx, first, last).where('type', 'in', PaymentObjectValues).orderBy('id').execute(),
  );

export interface PaymentFacts {
  readonly type: PaymentObject;
  readonly counterparty_id: string;
  readonly amount_minor: number;
  readonly currency: string;
}

/** Those that have all these facts, oldest first. */
export const findUnlinkedPayments = async (
  ctx: Tenant<Reader>,
  first: string,
  last: string,
  { type, counterparty_id, amount_minor, currency }: PaymentFacts,
): Promise<readonly UnlinkedPayment[]> =>
  withRecords(
    ctx,
    await unlinkedPayments(ctx, first, last)
      .where('type', '=', type)
      .where('counterparty_id', '=', counterparty_id)
      .where('amount_minor', '=', amount_minor)
      .where('currency', '=', currency)
      .orderBy('paid_on')
      .orderBy('id')
      .execute(),
  );

/** Those of one of these amounts. */
export const findUnlinkedByAmount = (
  ctx: Tenant<Reader>,
  first: string,
  last: string,
  amounts: readonly number[],
): Promise<readonly Omit<UnlinkedPayment, 'record_ids'>[]> =>
  unlinkedPayments(ctx, first, last)
    .where('type', 'in', PaymentObjectValues)
    .where('amount_minor', 'in', amounts)
    .execute();

export const readPayment = (ctx: Tenant<Reader>, id: string): Promise<Payment> =>
  scoped(ctx, 'payment').select().selectAll('payment').where('payment.id', '=', id).executeTakeFirstOrThrow();

export const readAllocations = (ctx: Tenant<Reader>, paymentId: string): Promise<readonly Allocation[]> =>
  scoped(ctx, 'payment_allocation')
    .select()
    .selectAll('payment_allocation')
    .where('payment_allocation.payment_id', '=', paymentId)
    .orderBy('payment_allocation.position')
    .execute();
