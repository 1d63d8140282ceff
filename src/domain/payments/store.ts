// Every statement on payments and their allocations.
import { sql } from 'kysely';
import type { Reader, Writer } from '../../db/database.ts';
import { toInstant } from '../../db/instant.ts';
import { scoped, type Tenant } from '../../db/scoped.ts';
import type { Amount } from '../../base/money/amount.ts';
import type { AllocationRow, PaymentRow } from './record.ts';

type Books = Tenant<Reader>;
type Changing = Tenant<Writer>;

export const insertPaymentRows = async (
  ctx: Changing,
  payments: readonly PaymentRow[],
  allocations: readonly AllocationRow[],
): Promise<void> => {
  await scoped(ctx, 'payment').insert(payments).execute();
  if (allocations.length > 0) await scoped(ctx, 'payment_allocation').insert(allocations).execute();
};

/** The parts of payments that stand on documents, each with its payment. */
const allocationsWithPayment = (ctx: Books) =>
  scoped(ctx, 'payment_allocation')
    .select()
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.entity_id', '=', 'payment_allocation.entity_id')
        .onRef('payment.id', '=', 'payment_allocation.payment_id'),
    );

/** The latest payment of this amount on the document, made since then. */
export const findSimilarPayment = (ctx: Books, documentId: string, paid: Amount, since: Date) =>
  allocationsWithPayment(ctx)
    .select(['payment.id', 'payment.created_at'])
    .where('payment_allocation.record_id', '=', documentId)
    .where('payment.amount_minor', '=', paid.minor)
    .where('payment.currency', '=', paid.currency)
    .where('payment.created_at', '>=', toInstant(since))
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The payments of a document, oldest first. */
export const findPaymentsOf = (ctx: Books, documentId: string, max: number) =>
  allocationsWithPayment(ctx)
    .select([
      'payment.id',
      'payment.amount_minor',
      'payment.currency',
      'payment.paid_on',
      'payment.payment_method',
      'payment.reference',
      'payment.bank_transaction_id',
      'payment_allocation.amount_minor as allocated_minor',
    ])
    .where('payment_allocation.record_id', '=', documentId)
    .orderBy('payment.paid_on')
    .orderBy('payment.id')
    .limit(max)
    .execute();

/** What still stands on the document, newest payment first. */
export const findAllocationsOn = (ctx: Books, documentId: string) =>
  allocationsWithPayment(ctx)
    .select([
      'payment_allocation.payment_id',
      'payment_allocation.position',
      'payment_allocation.amount_minor',
      'payment_allocation.payment_minor',
      'payment.currency',
      'payment.paid_on',
      'payment.counterparty_id',
      'payment.reference',
    ])
    .where('payment_allocation.record_id', '=', documentId)
    .where('payment_allocation.amount_minor', '>', 0)
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
    .orderBy('payment_allocation.position')
    .execute();

export type AllocationOnDocument = Awaited<ReturnType<typeof findAllocationsOn>>[number];

/** Writes what is left of the allocation, and adds `freedMinor` to what no document takes. */
export const reduceAllocation = async (
  ctx: Changing,
  { payment_id, position, amount_minor, payment_minor }: Omit<AllocationRow, 'record_type' | 'record_id'>,
  freedMinor: number,
): Promise<void> => {
  await scoped(ctx, 'payment_allocation')
    .update()
    .set({ amount_minor, payment_minor })
    .where('payment_id', '=', payment_id)
    .where('position', '=', position)
    .execute();
  // Its other documents may be settled at this moment: what is added is added to whatever stands there.
  await scoped(ctx, 'payment')
    .update()
    .set({ unallocated_minor: sql`unallocated_minor + ${freedMinor}` })
    .where('id', '=', payment_id)
    .execute();
};

export interface StoredPayment {
  readonly row: PaymentRow;
  readonly allocations: readonly AllocationRow[];
}

/** The payment, locked until the transaction ends, and its allocations. */
export const lockPayment = async (ctx: Changing, id: string): Promise<StoredPayment | undefined> => {
  const row = await scoped(ctx, 'payment')
    .select()
    .selectAll('payment')
    .where('payment.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const allocations = await scoped(ctx, 'payment_allocation')
    .select()
    .selectAll('payment_allocation')
    .where('payment_allocation.payment_id', '=', id)
    .orderBy('payment_allocation.position')
    .execute();
  return { row, allocations };
};

export const deletePayment = async (ctx: Changing, id: string): Promise<void> => {
  await scoped(ctx, 'payment_allocation').delete().where('payment_id', '=', id).execute();
  await scoped(ctx, 'payment').delete().where('id', '=', id).execute();
};

/** Gives the payment its bank line; false when another line came first. */
export const linkToBankLine = async (ctx: Changing, paymentId: string, lineId: string): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'payment')
    .update()
    .set({ bank_linked: true, bank_transaction_id: lineId })
    .where('id', '=', paymentId)
    .where('bank_linked', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const unlinkFromBankLine = async (ctx: Changing, paymentId: string): Promise<void> => {
  await scoped(ctx, 'payment')
    .update()
    .set({ bank_linked: false, bank_transaction_id: null })
    .where('id', '=', paymentId)
    .execute();
};
