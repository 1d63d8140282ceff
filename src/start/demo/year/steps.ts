// Each step of the demo's year is one change that is made once: its audit row, in the same transaction, says that it was
// made. So the year can be taken up again after the service was stopped in its middle, also by another instance.
import type { Code } from '../../../../generated/refusals.ts';
import { ToolError } from '../../../base/errors.ts';
import type { Raises } from '../../../base/raises.ts';
import type { Entity } from '../../../base/entity.ts';
import { dayIn, type IsoDay } from '../../../base/time/day.ts';
import { lockFirstStart } from '../../../db/schema-lock.ts';
import {
  type Act,
  type Books,
  type JobScope,
  newAct,
  type Unlimited,
} from '../../../domain/ground/change/change.ts';
import type { Actor } from '../../../domain/ground/change/scope.ts';
import { findRepeat } from '../../../domain/ground/change/store.ts';

const BEGINNING = new Date(0);

export interface Steps {
  readonly books: Books;
  readonly entity: Entity;
  /** The day on which the demo was made, in the entity's time zone. */
  readonly today: IsoDay;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

const actOf = ({ now }: Steps, name: string, actor: Actor): Act =>
  newAct(actor, 'demo year', { step: name }, now());

/** The record that the step made, if it was made. */
export const wasMade = async (
  { books, entity, now }: Pick<Steps, 'books' | 'entity' | 'now'>,
  name: string,
): Promise<string | undefined> => {
  const act = newAct({ type: 'system', id: 'admin' }, 'demo year', { step: name }, now());
  return (await findRepeat({ db: books.database.reader, entity }, act, BEGINNING))?.record_id;
};

/** Makes the step unless it was made, and returns the record that it made. */
export const once = async (
  steps: Steps,
  name: string,
  actor: Actor,
  work: (ctx: Unlimited) => Promise<unknown>,
): Promise<string> => {
  steps.signal.throwIfAborted();
  const { books, entity } = steps;
  const act = actOf(steps, name, actor);
  return books.transaction(async (open) => {
    // Another instance waits here, and then finds the step made.
    await lockFirstStart(open.db);
    const tenant = { db: open.db, entity };
    const made = await findRepeat(tenant, act, BEGINNING);
    if (made !== undefined) return made.record_id;
    await open.change(entity, act, (ctx: Unlimited) => work(ctx));
    const now = await findRepeat(tenant, act, BEGINNING);
    if (now === undefined) throw new Error(`the step ${name} of the demo changed nothing`);
    return now.record_id;
  });
};

/** For work that opens its own transactions and is itself idempotent. */
export const jobOf = (steps: Steps, name: string, actor: Actor) => {
  const { books, entity, signal } = steps;
  const act = actOf(steps, name, actor);
  const job: JobScope & Raises<Code> = {
    ...act,
    books,
    db: books.database.reader,
    entity,
    today: dayIn(entity.time_zone, act.now),
    deadline: { signal },
    error: (code, details) => new ToolError(code, details),
  };
  return { job, act };
};
