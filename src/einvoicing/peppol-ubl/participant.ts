// Peppol participant ids: a scheme of the code list EAS, a colon, and the identifier in that scheme.
import { PEPPOL_SCHEMES } from '../../../generated/vocabulary/peppol-schemes.ts';
import {
  COUNTRIES,
  type Country,
  type CountryData,
  type IdentifierScheme,
} from '../../../generated/countries.ts';
import { findCountry } from '../../base/country-codes.ts';

/** The schemes of VAT ids, for countries without a file of their own. */
const VAT_SCHEMES: ReadonlyMap<string, string> = new Map(Object.entries(PEPPOL_SCHEMES.vat));

/** Schemes are numbered 0002 to 0299 (ISO 6523) and 9901 to 9999 (Peppol's own); `EM` is not a Peppol scheme. */
const FORM = /^(?:0[0-2]\d{2}|99\d{2}):[!-~]{1,60}$/u;

export const isParticipantId = (text: string): boolean => FORM.test(text);

/** Names the scheme of all participant ids, before the id itself. */
const META_SCHEME = /^iso6523-actorid-upis::/i;

/**
 * In the one form in which two spellings of an id are the same, or undefined where it is none: without regard to case (Peppol
 * Policy for use of Identifiers), and nothing else. Signs and zeros within an id count: what only looks like an id is another.
 */
export const participantKey = (text: string): string | undefined => {
  const id = text.trim().replace(META_SCHEME, '');
  return isParticipantId(id) ? id.toLowerCase() : undefined;
};

/** The ids from which a participant id can be derived. */
export interface CompanyIds {
  readonly vat_id?: string | undefined;
  readonly tax_number?: string | undefined;
}

interface Identifier {
  readonly scheme: string;
  readonly id: string;
}

/** The first scheme that fits one of the company's ids, and the id in that scheme. */
const identifierIn = (schemes: readonly IdentifierScheme[], ids: CompanyIds): Identifier | undefined => {
  for (const { scheme, field, pattern, prefix } of schemes) {
    const value = ids[field]?.replace(/\s+/g, '');
    if (value !== undefined && new RegExp(pattern, 'u').test(value))
      return { scheme, id: `${prefix ?? ''}${value}` };
  }
  return undefined;
};

/** The participant id of a company that has given none. */
export const deriveParticipant = (country: string, ids: CompanyIds): string | undefined => {
  const schemes = findCountry(country)?.participant_schemes;
  if (schemes !== undefined) {
    const own = identifierIn(schemes, ids);
    return own === undefined ? undefined : `${own.scheme}:${own.id}`;
  }
  const scheme = VAT_SCHEMES.get(country);
  return scheme === undefined || ids.vat_id === undefined ? undefined : `${scheme}:${ids.vat_id}`;
};

/** The scheme of an e-mail address as electronic address, to which the network does not deliver. */
export const EMAIL_SCHEME = 'EM';

/** The scheme of German public authorities (Leitweg-ID), which no company derives its participant id from. */
export const AUTHORITY_SCHEME = '0204';

export const readScheme = (participantId: string): string => participantId.split(':', 1)[0] ?? '';

/** The identifier without its scheme. */
export const identifierOf = (participantId: string): string =>
  participantId.slice(participantId.indexOf(':') + 1);

/** National schemes whose numbers are part of the country's VAT id, or the other way round. */
const NUMBER_SCHEMES: ReadonlyMap<string, string> = new Map(Object.entries(PEPPOL_SCHEMES.numbers));

/** The schemes that carry a tax id: of which country, and which of the company's, where it has that form. */
const TAX_SCHEMES: readonly (Pick<IdentifierScheme, 'scheme' | 'field'> & {
  readonly country: string;
  readonly pattern?: string;
})[] = [
  ...[...VAT_SCHEMES].map(([country, scheme]) => ({ scheme, country, field: 'vat_id' as const })),
  ...[...NUMBER_SCHEMES].map(([scheme, country]) => ({ scheme, country, field: 'vat_id' as const })),
  ...Object.values<CountryData>(COUNTRIES).flatMap(({ country, participant_schemes, registration_schemes }) =>
    [...(participant_schemes ?? []), ...(registration_schemes ?? [])].map((scheme) => ({
      ...scheme,
      country,
    })),
  ),
];

const digitsOf = (text: string): string => text.replace(/\D/gu, '');

/** A SIREN, which begins a SIRET, ends the French VAT id. */
const SIREN_DIGITS = 9;

/**
 * Whether the participant id carries a tax id that is not one of the company's, or one of another country. A scheme that
 * carries none, such as that of GLN, and a company without such an id contradict nothing.
 */
export const contradictsTaxIds = (participantId: string, country: string, ids: CompanyIds): boolean => {
  const schemes = TAX_SCHEMES.filter(({ scheme }) => scheme === readScheme(participantId));
  if (schemes.length === 0) return false;
  const own = schemes.filter((scheme) => scheme.country === country);
  if (own.length === 0) return true;
  const carried = digitsOf(identifierOf(participantId));
  const stated = own.flatMap(({ field, pattern = '' }) => {
    const id = ids[field]?.replace(/\s+/gu, '') ?? '';
    return new RegExp(pattern, 'u').test(id) && digitsOf(id) !== '' ? [digitsOf(id)] : [];
  });
  const known = country === 'FR' ? stated.map((digits) => digits.slice(-SIREN_DIGITS)) : stated;
  return known.length > 0 && !known.some((id) => carried.includes(id) || id.includes(carried));
};

/** A company's entry in the register of its country: one of its ids, else its participant id where that is the entry. */
export const registrationOf = (
  country: string,
  ids: CompanyIds & { readonly participant_id?: string | undefined },
): Identifier | undefined => {
  const { registration_schemes = [], participant_schemes = [] } = findCountry(country) ?? {};
  const own = identifierIn(registration_schemes, ids);
  if (own !== undefined || ids.participant_id === undefined) return own;
  const scheme = readScheme(ids.participant_id);
  const { prefix = '' } = participant_schemes.find((each) => each.scheme === scheme) ?? {};
  const id = identifierOf(ids.participant_id).replace(new RegExp(`^${prefix}`, 'u'), '');
  const isEntry = registration_schemes.some(
    (each) => each.scheme === scheme && new RegExp(each.pattern, 'u').test(id),
  );
  return isEntry ? { scheme, id } : undefined;
};

export interface Registration {
  /** Which holds it. */
  readonly field: keyof CompanyIds;
  /** As people call it: `KvK number or OIN`. */
  readonly names: string;
}

/** What the companies of a country are registered by. */
export const registrationIn = (country: Country): Registration => {
  const { registration_schemes: schemes = [] } = COUNTRIES[country];
  const [first] = schemes;
  if (first === undefined) throw new Error(`spec/countries/${country}.yaml has no registration_schemes`);
  return { field: first.field, names: [...new Set(schemes.map(({ name }) => name))].join(' or ') };
};

/** The entry that the network's rules ask of a party and that it lacks; null where it lacks none. */
export const lackingRegistration = (
  party: 'seller' | 'buyer',
  country: string,
  ids: Parameters<typeof registrationOf>[1],
): Registration | null => {
  const data = findCountry(country);
  if (data?.registration_needed?.includes(party) !== true) return null;
  return registrationOf(country, ids) === undefined ? registrationIn(data.country) : null;
};
