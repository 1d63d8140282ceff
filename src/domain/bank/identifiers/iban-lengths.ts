// How long an IBAN of each country is: the IBAN registry of ISO 13616, as `ibantools` has it.
import { countrySpecs } from 'ibantools';

/** The registry names them under Finland and France, with whose code their IBANs begin. */
const WITHIN_ANOTHER = ['AX', 'BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'];

/** In the registry, which the library does not say of them yet; of others it knows a length that no registry has. */
const LISTED_TOO = ['BI', 'DJ', 'FK', 'HN'];

export const ibanLength = (country: string): number | undefined => {
  const spec = countrySpecs[country];
  const listed = spec?.IBANRegistry === true || LISTED_TOO.includes(country);
  return listed && !WITHIN_ANOTHER.includes(country) ? spec?.chars : undefined;
};
