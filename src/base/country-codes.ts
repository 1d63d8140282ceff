// The codes of countries, and the data of those with a file in the spec.
import { all } from 'iso-3166-1';
import { type Country, COUNTRIES, type CountryData } from '../../generated/countries.ts';

/** ISO 3166-1 alpha-2. */
const COUNTRY_CODES: ReadonlySet<string> = new Set(all().map(({ alpha2 }) => alpha2));

export const isCountryCode = (code: string): boolean => COUNTRY_CODES.has(code);

export const isListed = (code: string): code is Country => Object.hasOwn(COUNTRIES, code);

/** What the spec says of a country; undefined for one without a file. */
export const findCountry = (code: string): CountryData | undefined =>
  isListed(code) ? COUNTRIES[code] : undefined;
