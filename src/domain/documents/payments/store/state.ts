// Statements by which a payment counts or no longer does, and by which it has its bank line or none.
import type { Writer } from '../../../../db/database.ts';
import { type Tenant, scoped } from '../../../../db/scoped.ts';
import type { IsoDay } from '../../../../base/time/day.ts';
import type { AllocationRow, PaymentRow } from '../items.ts';

type Changing = Tenant<Writer>;

/** Its documents stay named, with nothing of it; what they had shows the ledger. */
export const markReversed = async (
  ctx: Changing,
  id: string,
  reversal: { readonly reversed_on: IsoDay; readonly reversal_reason: string },
): Promise<void> => {
  await scoped(ctx, 'payment_allocation')
    .update()
    .set({ amount_minor: 0, payment_minor: 0 })
    .where('payment_id', '=', id)
    .execute();
  await scoped(ctx, 'payment')
    .update()
    .set({
      ...reversal,
      status: 'reversed',
      unallocated_minor: 0,
      bank_linked: false,
      bank_transaction_id: null,
    })
    .where('id', '=', id)
    .execute();
};

/** It counts again, with what it settles. */
export const markRecorded = async (
  ctx: Changing,
  { id, unallocated_minor, bank_linked, bank_transaction_id }: PaymentRow,
  allocations: readonly AllocationRow[],
): Promise<void> => {
  for (const row of allocations) {
    const { amount_minor, payment_minor, difference_cause, credit_note_id } = row;
    await scoped(ctx, 'payment_allocation')
      .update()
      .set({ amount_minor, payment_minor, difference_cause, credit_note_id })
      .where('payment_id', '=', id)
      .where('position', '=', row.position)
      .execute();
  }
  await scoped(ctx, 'payment')
    .update()
    .set({
      status: 'recorded',
      unallocated_minor,
      bank_linked,
      bank_transaction_id,
      reversed_on: null,
      reversal_reason: null,
    })
    .where('id', '=', id)
    .execute();
};

/** Gives the payment its bank line; false when another line came first. */
export const linkToBankLine = async (ctx: Changing, paymentId: string, lineId: string): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'payment')
    .update()
    .set({ bank_linked: true, bank_transaction_id: lineId })
    .where('id', '=', paymentId)
    .where('bank_linked', '=', false)
    .where('status', '=', 'recorded')
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
