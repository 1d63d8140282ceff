// Only which codes exist; what the service knows of a country stands in its file of the spec.
import { all } from 'iso-3166-1';

/** ISO 3166-1 alpha-2. */
const COUNTRY_CODES: ReadonlySet<string> = new Set(all().map(({ alpha2 }) => alpha2));

export const isCountryCode = (code: string): boolean => COUNTRY_CODES.has(code);
