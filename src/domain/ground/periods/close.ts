// An administrator closes the books of a company through a day, and reopens them from a day on.
import { toolError } from '../../../base/errors.ts';
import type { Entity } from '../../../base/entity.ts';
import { addDays, dayIn, type IsoDay } from '../../../base/time/day.ts';
import type { Act, OpenBooks } from '../change/change.ts';
import { describeForAdmin } from '../entities/describe.ts';
import { getEntity, updateRow } from '../entities/store.ts';
import { lockOrganisation } from '../organisations/store.ts';
import type { Writer } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { ALL_SLOTS, insertSlots, writeSlots } from './store.ts';

/** Any day that is over: a tax period need not end with a month. */
export const closePeriod = async (
  books: OpenBooks,
  id: string,
  through: IsoDay,
  act: Act,
): Promise<Entity> => {
  const before = await lockedEntity(books, id);
  const today = dayIn(before.time_zone, act.now);
  if (through >= today) {
    throw toolError('period_not_over', {
      through,
      today,
      name: before.name,
      latest: addDays(today, -1),
    });
  }
  const { closed_through } = before;
  if (closed_through !== null && through < closed_through) {
    throw toolError('period_closed_further', {
      name: before.name,
      closed_through,
      through,
      from: addDays(through, 1),
    });
  }
  return write(books, before, through, 'entity.period_closed', act);
};

/** The days before stay closed. */
export const reopenPeriod = async (books: OpenBooks, id: string, from: IsoDay, act: Act): Promise<Entity> => {
  const before = await lockedEntity(books, id);
  const { closed_through } = before;
  if (closed_through === null || from > closed_through) {
    throw toolError('period_open', { name: before.name, from });
  }
  return write(books, before, addDays(from, -1), 'entity.period_reopened', act);
};

/** Changes of the company itself take the same lock; see `entities/update.ts`. */
const lockedEntity = async ({ db }: OpenBooks, id: string): Promise<Entity> => {
  const { organisation_id } = await getEntity(db, id);
  await lockOrganisation(db, organisation_id);
  return getEntity(db, id);
};

/** Waits for the bookings under way, each of which has written a slot; no other begins until the transaction ends. */
export const holdAllSlots = async (ctx: Tenant<Writer>, closed_through: IsoDay | null): Promise<void> => {
  await insertSlots(ctx, ALL_SLOTS, closed_through);
  await writeSlots(ctx, closed_through);
};

const write = async (
  { db, change }: OpenBooks,
  before: Entity,
  closed_through: IsoDay,
  event: 'entity.period_closed' | 'entity.period_reopened',
  act: Act,
): Promise<Entity> => {
  const entity: Entity = { ...before, closed_through };
  if (before.closed_through === closed_through) return entity;
  await change(entity, act, async (ctx) => {
    await holdAllSlots(ctx, closed_through);
    await updateRow(db, entity, act.now);
    ctx.record({
      event,
      record_type: 'entity',
      record_id: entity.id,
      before: describeForAdmin(before),
      after: describeForAdmin(entity),
    });
    return entity;
  });
  return entity;
};
