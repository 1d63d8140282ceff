// When a task is due, as it was given, and the moment from which it is overdue.
import { say, because } from '../../../base/said.ts';
import { toInstant } from '../../../db/instant.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { endOfDay, type IsoDay, momentIn, parseDay } from '../../../base/time/day.ts';

export interface Due {
  readonly due_at: string | null;
  readonly due_sort: string;
}

/** The end of time of a DATETIME column: tasks that are never due come last. */
export const NEVER = '9999-12-31 23:59:59.999';

/** The calendar of DATETIME columns, which every server keeps. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9998;

/** Until the day ends in the entity's time zone. */
export const dueOn = ({ entity }: Pick<ReadScope, 'entity'>, day: IsoDay): Due => ({
  due_at: day,
  due_sort: toInstant(endOfDay(entity.time_zone, day)),
});

const SHAPE = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

type DueRaises = Raises<'impossible_date' | 'invalid_parameter'>;

/** A day is due until it ends in the entity's time zone; a time without an offset is one of that zone's clocks. */
export const readDue = (
  ctx: Pick<ReadScope, 'entity'> & DueRaises,
  text: string | undefined,
  path: string,
): Due => {
  if (text === undefined) return { due_at: null, due_sort: NEVER };
  const match = SHAPE.exec(text);
  if (match === null) {
    throw ctx.error('invalid_parameter', {
      path,
      ...because(say('demand_moment', {})),
      received: text,
      hint: 'Write YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SS with an offset such as Z.',
    });
  }
  const moment = readMoment(ctx, match);
  if (moment === undefined) throw ctx.error('impossible_date', { path, received: text });
  return { due_at: text, due_sort: toInstant(moment) };
};

const readMoment = ({ entity }: Pick<ReadScope, 'entity'>, match: RegExpExecArray): Date | undefined => {
  const [, dayText = '', hour, minute = '', second = '00', fraction = '', offset] = match;
  const day = parseDay(dayText);
  if (day === undefined || !isKept(day)) return undefined;
  if (hour === undefined) return endOfDay(entity.time_zone, day);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const wall = new Date(`${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  if (offset === undefined) return momentIn(entity.time_zone, wall);
  const minutes = offsetMinutes(offset);
  return minutes === undefined ? undefined : new Date(wall.getTime() - minutes * 60_000);
};

const isKept = (day: IsoDay): boolean => {
  const year = Number(day.slice(0, 4));
  return year > FIRST_YEAR && year <= LAST_YEAR;
};

const offsetMinutes = (offset: string): number | undefined => {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};
