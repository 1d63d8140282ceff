// Which version of the format a document is written in: the country's file says it, by the day of issue.
import { type Country, COUNTRIES, type Profile } from '../../../generated/countries.ts';
import type { IsoDay } from '../../base/time/day.ts';

/** Undefined before the first day of the country's first profile. */
export const profileFor = (country: Country, day: IsoDay): Profile | undefined =>
  COUNTRIES[country].profiles?.find(({ from, to }) => from <= day && (to === undefined || day <= to));
