import type { Entity } from '../base/entity.ts';
import { mayRaise } from '../base/raises.ts';
import { dayIn } from '../base/time/day.ts';
import type { Database } from '../db/database.ts';

/** The books of a company, for a command that reads them. */
export const readScope = (
  { database, now }: { readonly database: Pick<Database, 'reader'>; readonly now: Date },
  entity: Entity,
) => mayRaise({ db: database.reader, entity, now, today: dayIn(entity.time_zone, now) });
