// What the closing of the books forbids. A transaction that books something first writes one of the copies of the last
// closed day, and whoever closes writes all of them: the two wait for each other on one server and exclude each other
// in a cluster, while bookings rarely wait for bookings.
import type { ErrorDetails } from '../../../../generated/errors.ts';
import { toolError } from '../../../base/errors.ts';
import type { Raises } from '../../../base/raises.ts';
import { addDays, asDay, type IsoDay } from '../../../base/time/day.ts';
import type { Writer } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { whenOver } from '../../../db/trail/touches.ts';
import { ALL_SLOTS, insertSlots, readSlot, SLOTS, touchSlot, touchSlotAt } from './store.ts';

type Books = Tenant<Writer> & {
  /** As it was when the call began. */
  readonly entity: { readonly closed_through?: string | null };
};

interface Held {
  readonly slot: number;
  readonly closed_through: IsoDay | null;
}

/** By transaction: it holds one copy per company, so the day cannot change before it ends. */
const held = new WeakMap<Writer, Map<string, Promise<Held>>>();

const hold = (ctx: Books): Promise<Held> => {
  const known = held.get(ctx.db) ?? new Map<string, Promise<Held>>();
  held.set(ctx.db, known);
  const found = known.get(ctx.entity.id) ?? holdSlot(ctx);
  known.set(ctx.entity.id, found);
  return found;
};

/** The last closed day, which stays the same until the transaction ends; null if nothing is closed. */
export const closedThrough = async (ctx: Books): Promise<IsoDay | null> => (await hold(ctx)).closed_through;

/** The number of the copy that this transaction holds: until it ends, no other one books under this number. */
export const heldSlot = async (ctx: Books): Promise<number> => (await hold(ctx)).slot;

/** Other processes mostly begin elsewhere. */
const FIRST = Math.floor(Math.random() * SLOTS);

/** The slots of each company that transactions of this process hold. */
const taken = new Map<string, Set<number>>();

/**
 * The first that no other transaction of this process holds: a company with one booking at a time always has the same, so
 * that the sums of a month are there after the first.
 */
const takeSlot = ({ db, entity: { id } }: Books): number => {
  const others = taken.get(id) ?? new Set();
  const free = ALL_SLOTS.map((slot) => (FIRST + slot) % SLOTS).find((slot) => !others.has(slot));
  const slot = free ?? Math.floor(Math.random() * SLOTS);
  taken.set(id, others.add(slot));
  whenOver(db, () => {
    others.delete(slot);
    if (others.size === 0) taken.delete(id);
  });
  return slot;
};

const holdSlot = async (ctx: Books): Promise<Held> => {
  const slot = takeSlot(ctx);
  const { closed_through } = ctx.entity;
  // Mostly it is still what the call began with, and then one statement both keeps and checks it.
  if (closed_through !== undefined) {
    const expected = closed_through === null ? null : asDay(closed_through);
    if (await touchSlotAt(ctx, slot, expected)) return { slot, closed_through: expected };
  }
  if (!(await touchSlot(ctx, slot))) {
    await insertSlots(ctx, ALL_SLOTS, null);
    await touchSlot(ctx, slot);
  }
  return { slot, closed_through: await readSlot(ctx, slot) };
};

const isClosed = (closed: IsoDay | null, day: string): closed is IsoDay => closed !== null && day <= closed;

const explain = (closed_through: IsoDay, day: string): ErrorDetails['period_closed'] => ({
  date: asDay(day),
  closed_through,
  first_open_day: addDays(closed_through, 1),
});

/** Refuses a day that the parameter at `path` names. */
export const requireOpenDay = async (
  ctx: Books & Raises<'period_closed'>,
  day: string,
  path: string,
): Promise<void> => {
  const closed = await closedThrough(ctx);
  if (isClosed(closed, day)) throw ctx.error('period_closed', { path, ...explain(closed, day) });
};

/** Refuses to book anything on closed days: the last check, whatever was checked before. */
export const requireOpenDays = async (ctx: Books, days: readonly string[]): Promise<void> => {
  const closed = await closedThrough(ctx);
  const day = days.find((each) => isClosed(closed, each));
  if (closed !== null && day !== undefined) throw toolError('period_closed', explain(closed, day));
};

/** The day itself, or the first open day when it is closed: for what must be booked in any case. */
export const toOpenDay = async <D extends string>(ctx: Books, day: D): Promise<D | IsoDay> => {
  const closed = await closedThrough(ctx);
  return isClosed(closed, day) ? addDays(closed, 1) : day;
};
