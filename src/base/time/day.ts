// Calendar days. A day has no time zone; which day "today" is depends on one.
import { remembered } from '../remembered.ts';

declare const brand: unique symbol;
/** A day of the calendar, `YYYY-MM-DD`, known to exist. */
export type IsoDay = string & { readonly [brand]: 'IsoDay' };

export const DAY_MS = 86_400_000;

/** Midnight UTC of the day: exactly 24 hours apart, since UTC has no daylight saving time. */
const toTime: (day: IsoDay) => number = remembered((day) => Date.parse(`${day}T00:00:00Z`));

const fromTime = (time: number): IsoDay => new Date(time).toISOString().slice(0, 10) as IsoDay;

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const isDay = (text: string): text is IsoDay => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const days = month === 2 && isLeap(Number(text.slice(0, 4))) ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
};

/** The day if it exists in the calendar, otherwise undefined: 2026-02-30 does not. */
export const parseDay = (text: string): IsoDay | undefined => (isDay(text) ? text : undefined);

/** For values that the validator or the database has already checked. */
export const asDay = (text: string): IsoDay => {
  const day = parseDay(text);
  if (day === undefined) throw new Error(`not a calendar day: ${text}`);
  return day;
};

/** The last day that fits YYYY-MM-DD and the database; later days become this one. */
const LAST_TIME = Date.parse('9999-12-31T00:00:00Z');

export const addDays = (day: IsoDay, days: number): IsoDay =>
  fromTime(Math.min(toTime(day) + days * DAY_MS, LAST_TIME));

/** The first day of its month. */
export const monthOf = (day: string): IsoDay => asDay(`${day.slice(0, 8)}01`);

/** The first day of a month that is not before this day. */
export const monthFrom = (day: IsoDay): IsoDay =>
  day.endsWith('-01') ? day : monthOf(addDays(monthOf(day), 31));

/** Days from `from` to `to`; negative when `to` is earlier. */
/** The same day of a later month, or that month's last. */
export const addMonths = (day: IsoDay, months: number): IsoDay => {
  const total = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const month = `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}`;
  const found = [day.slice(8), '30', '29'].map((each) => parseDay(`${month}-${each}`)).find(Boolean);
  return found ?? asDay(`${month}-28`);
};

export const daysBetween = (from: IsoDay, to: IsoDay): number => (toTime(to) - toTime(from)) / DAY_MS;

const formatters = new Map<string, Intl.DateTimeFormat>();
/** The last answer for each zone: every call asks, and the day rarely changes. */
const lastMinute = new Map<string, { readonly minute: number; readonly day: IsoDay }>();

const format = (timeZone: string, moment: Date): IsoDay => {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    // Building a formatter costs far more than using it, and there are few zones. en-CA writes YYYY-MM-DD.
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(moment) as IsoDay;
};

/** The calendar day of a moment in an IANA time zone. */
export const dayIn = (timeZone: string, moment: Date): IsoDay => {
  // Days begin on whole minutes in every zone in use today.
  const minute = Math.floor(moment.getTime() / 60_000);
  const known = lastMinute.get(timeZone);
  if (known?.minute === minute) return known.day;
  const day = format(timeZone, moment);
  lastMinute.set(timeZone, { minute, day });
  return day;
};

/** True when the IANA name is one that this runtime knows. */
export const isTimeZone = (name: string): boolean => {
  try {
    format(name, new Date(0));
    return true;
  } catch {
    return false;
  }
};

/** The moment at which a state holds. */
export interface At {
  readonly today: IsoDay;
  readonly now: Date;
}

// Converts the local time of a time zone to the moment it means.

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the zone's clocks are ahead of UTC at a moment. */
const offsetAt = (timeZone: string, time: number): number => {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(timeZone, clock);
  }
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return shown - Math.floor(time / 1000) * 1000;
};

/**
 * The moment at which the zone's clocks show `wall`, given as if it were UTC. A local time that daylight saving time
 * skips counts as an hour later; one that occurs twice is the first.
 */
export const momentIn = (timeZone: string, wall: Date): Date => {
  const time = wall.getTime();
  const candidates = [time - offsetAt(timeZone, time - DAY_MS), time - offsetAt(timeZone, time + DAY_MS)];
  const right = candidates.filter((candidate) => candidate + offsetAt(timeZone, candidate) === time);
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...candidates));
};

/** The moment at which the day is over in the zone. */
export const endOfDay = (timeZone: string, day: IsoDay): Date =>
  momentIn(timeZone, new Date(`${addDays(day, 1)}T00:00:00Z`));
