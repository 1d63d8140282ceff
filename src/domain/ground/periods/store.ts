// Statements on the copies of the last closed day.
import { compiled } from '../../../db/compiled.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import type { IsoDay } from '../../../base/time/day.ts';

/** So many bookings of one company rarely meet on a copy, and all of them are few rows to close. */
export const SLOTS = 64;

export const ALL_SLOTS: readonly number[] = Array.from({ length: SLOTS }, (_, slot) => slot);

const touch = (ctx: Tenant<Writer>, slot: number) =>
  scoped(ctx, 'period_slot')
    .update()
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('slot', '=', slot);

const touchAny = compiled((ctx, slot: number) => touch(ctx, slot));
const touchOpen = compiled((ctx, slot: number) => touch(ctx, slot).where('closed_through', 'is', null));
const touchClosed = compiled((ctx, slot: number, closed: IsoDay) =>
  touch(ctx, slot).where('closed_through', '=', closed),
);

/**
 * Keeps the copy as it is until the transaction ends; false if there is none yet. The row is written and not only
 * locked, because in a cluster a lock works on one node and a write on all.
 */
export const touchSlot = async (ctx: Tenant<Writer>, slot: number): Promise<boolean> =>
  (await touchAny(ctx, slot)).numAffectedRows === 1n;

/** The same for a copy of this very day; false if it is another one. */
export const touchSlotAt = async (
  ctx: Tenant<Writer>,
  slot: number,
  closed: IsoDay | null,
): Promise<boolean> => {
  const touched = closed === null ? touchOpen(ctx, slot) : touchClosed(ctx, slot, closed);
  return (await touched).numAffectedRows === 1n;
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
