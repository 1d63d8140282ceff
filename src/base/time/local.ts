// Converts the local time of a time zone to the moment it means.
import { addDays, type IsoDay } from './day.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the zone's clocks are ahead of UTC at a moment. */
const offsetAt = (timeZone: string, time: number): number => {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  const parts = new Map(formatter.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
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
  const candidates = [
    time - offsetAt(timeZone, time - 86_400_000),
    time - offsetAt(timeZone, time + 86_400_000),
  ];
  const right = candidates.filter((candidate) => candidate + offsetAt(timeZone, candidate) === time);
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...candidates));
};

/** The moment at which the day is over in the zone. */
export const endOfDay = (timeZone: string, day: IsoDay): Date =>
  momentIn(timeZone, new Date(`${addDays(day, 1)}T00:00:00Z`));
