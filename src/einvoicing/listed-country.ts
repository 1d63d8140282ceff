import { type Country, COUNTRIES, type CountryData } from '../../generated/countries.ts';

export const isListed = (code: string): code is Country => Object.hasOwn(COUNTRIES, code);

/** What the spec says of a country; undefined for one without a file. */
export const listedCountry = (code: string): CountryData | undefined =>
  isListed(code) ? COUNTRIES[code] : undefined;
