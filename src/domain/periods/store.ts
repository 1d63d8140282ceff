// Statements on the copies of the last closed day.
import type { Reader, Writer } from '../../db/database.ts';
import { scoped, type Tenant } from '../../db/scoped.ts';
import type { IsoDay } from '../../base/time/day.ts';

/** So many bookings of one company rarely meet on a copy, and all of them are few rows to close. */
export const SLOTS = 64;

/**
 * Keeps the copy as it is until the transaction ends; false if there is none yet. The row is written and not only
 * locked, because in a cluster a lock works on one node and a write on all.
 */
export const touchSlot = async (ctx: Tenant<Writer>, slot: number): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'period_slot')
    .update()
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('slot', '=', slot)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Those that exist already stay. */
export const insertSlots = async (
  ctx: Tenant<Writer>,
  slots: readonly number[],
  closed_through: IsoDay | null,
): Promise<void> => {
  const rows = slots.map((slot) => ({ slot, closed_through, version: 0 }));
  await scoped(ctx, 'period_slot').insert(rows).ignore().execute();
};

export const readSlot = async (ctx: Tenant<Reader>, slot: number): Promise<IsoDay | null> => {
  const { closed_through } = await scoped(ctx, 'period_slot')
    .select()
    .select('closed_through')
    .where('slot', '=', slot)
    .executeTakeFirstOrThrow();
  return closed_through;
};

export const writeSlots = async (ctx: Tenant<Writer>, closed_through: IsoDay | null): Promise<void> => {
  await scoped(ctx, 'period_slot')
    .update()
    .set((row) => ({ closed_through, version: row('version', '+', 1) }))
    .execute();
};
