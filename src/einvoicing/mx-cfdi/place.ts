// The local time at a place of issue. A PAC refuses a document that is more than five minutes ahead of it
// (RMF 2.7.2.9).
import { COUNTRIES } from '../../../generated/countries.ts';
import { remembered } from '../../base/remembered.ts';
import type { IsoDay } from '../../base/time/day.ts';
import { localTime } from './local-time.ts';

const { time_zone: CENTRE, time_zone_by_postal_prefix: BY_PREFIX } = COUNTRIES.MX;

const STATE_DIGITS = 2;

/** Towns that keep another time than their state, by the state's digits, which do not tell towns apart. */
const TOWNS: ReadonlyMap<string, string> = new Map([
  ['26', 'America/Matamoros'],
  ['32', 'America/Ojinaga'],
  ['33', 'America/Ojinaga'],
  ['63', 'America/Bahia_Banderas'],
  ['65', 'America/Matamoros'],
  ['87', 'America/Matamoros'],
  ['88', 'America/Matamoros'],
]);

const KNOWN = Object.entries(BY_PREFIX);

/** The zone of the state or city, then that of towns with the same first digits. */
export const zonesAt = (postalCode: string): readonly string[] => {
  const [prefix = '', zone = CENTRE] = KNOWN.find(([digits]) => postalCode.startsWith(digits)) ?? [];
  const isCity = prefix.length > STATE_DIGITS;
  const towns = isCity ? undefined : TOWNS.get(postalCode.slice(0, STATE_DIGITS));
  return towns === undefined ? [zone] : [zone, towns];
};

/** The clock difference that a PAC tolerates. */
export const AHEAD_MS = 5 * 60_000;

/** Whether a zone is ahead of every zone that the postal code may be in, on that day. */
export const isAheadOf = (postalCode: string, timeZone: string, day: IsoDay): boolean =>
  zonesAt(postalCode).every(
    (zone) => zone !== timeZone && offsetAt(timeZone, day) - offsetAt(zone, day) > AHEAD_MS,
  );

/** What the clocks of the zone show on that day, in milliseconds after 18:00 UTC. */
const offsetAt = (zone: string, day: IsoDay): number => shownAt(`${day} ${zone}`);

const shownAt = remembered((key): number => {
  const [day = '', zone = ''] = key.split(' ');
  const moment = new Date(`${day}T18:00:00Z`);
  return Date.parse(`${localTime(zone, moment)}Z`) - moment.getTime();
});
