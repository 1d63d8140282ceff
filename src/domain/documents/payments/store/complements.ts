// Statements on what suppliers say of our payments: the complement that proves one, and the task to ask for it.
import type { Reader, Writer } from '../../../../db/database.ts';
import { own, scoped, type Tenant } from '../../../../db/scoped.ts';

/** What payments have or had on these bills, those that were taken back included. */
export const partsOnBills = async (ctx: Tenant<Reader>, bill_ids: readonly string[]) =>
  bill_ids.length === 0
    ? []
    : scoped(ctx, 'payment_allocation')
        .select()
        .innerJoin('payment', own('payment', 'payment_allocation'))
        .select([
          'payment_allocation.record_id as bill_id',
          'payment_allocation.payment_id',
          'payment_allocation.position',
          'payment_allocation.amount_minor',
          'payment_allocation.payment_minor',
          'payment_allocation.complement_uuid',
          'payment_allocation.complement_task_id',
          'payment.currency',
          'payment.paid_on',
          'payment.status',
          'payment.historic',
        ])
        .where('payment_allocation.record_id', 'in', bill_ids)
        .orderBy('payment.paid_on')
        .orderBy('payment.id')
        .orderBy('payment_allocation.position')
        .execute();

export type PartOnBill = Awaited<ReturnType<typeof partsOnBills>>[number];

export const writeComplement = async (
  ctx: Tenant<Writer>,
  { payment_id, position }: Pick<PartOnBill, 'payment_id' | 'position'>,
  columns: Partial<Pick<PartOnBill, 'complement_uuid' | 'complement_task_id'>>,
): Promise<void> => {
  await scoped(ctx, 'payment_allocation')
    .update()
    .set(columns)
    .where('payment_id', '=', payment_id)
    .where('position', '=', position)
    .execute();
};
