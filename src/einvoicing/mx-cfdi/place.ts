// What the clocks at a place of issue show. A PAC refuses a document that is more than five minutes ahead of them
// (RMF 2.7.2.9); how far it may be behind, 72 hours, is no matter of zones.
import { COUNTRIES } from '../../../generated/countries.ts';
import type { IsoDay } from '../../base/time/day.ts';
import { localTime } from './local-time.ts';

const { time_zone: CENTRE, time_zone_by_postal_prefix: BY_PREFIX } = COUNTRIES.MX;

const STATE_DIGITS = 2;

/** Towns that keep another time than their state; which ones, the first two digits do not say. */
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

/** The zone of the state or city first, then that of towns which share its first digits. */
export const zonesAt = (postalCode: string): readonly string[] => {
  const [prefix = '', zone = CENTRE] = KNOWN.find(([digits]) => postalCode.startsWith(digits)) ?? [];
  const isCity = prefix.length > STATE_DIGITS;
  const towns = isCity ? undefined : TOWNS.get(postalCode.slice(0, STATE_DIGITS));
  return towns === undefined ? [zone] : [zone, towns];
};

/** What a PAC allows clocks to differ. */
export const AHEAD_MS = 5 * 60_000;

/** Whether the clocks of a zone are ahead of all that may hang at the postal code, on that day. */
export const isAheadOf = (postalCode: string, timeZone: string, day: IsoDay): boolean => {
  const noon = new Date(`${day}T18:00:00Z`);
  const shown = (zone: string): number => Date.parse(`${localTime(zone, noon)}Z`);
  return zonesAt(postalCode).every((zone) => shown(timeZone) - shown(zone) > AHEAD_MS);
};
