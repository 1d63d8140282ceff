// Checks of entity data beyond the rules of its country.
import { toolError } from '../../../base/errors.ts';
import { type Country, COUNTRIES } from '../../../../generated/countries.ts';
import type { EntityId, OrganisationId } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import { isTimeZone } from '../../../base/time/day.ts';
import { entitiesWithTaxId } from './store.ts';

/** The time zone of the postal code, if the country has several. */
export const defaultTimeZone = (country: Country, postalCode: string | null): string => {
  const { time_zone, time_zone_by_postal_prefix } = COUNTRIES[country];
  const prefixes = Object.entries(time_zone_by_postal_prefix).filter(([prefix]) =>
    postalCode?.startsWith(prefix),
  );
  return prefixes[0]?.[1] ?? time_zone;
};

/** An IANA name in canonical spelling. */
export const acceptTimeZone = (name: string): string => {
  // The runtime also accepts offsets such as +02:00, but they have no daylight saving time.
  if (/^[A-Za-z]/.test(name) && isTimeZone(name))
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  throw toolError('time_zone_unknown', { time_zone: name });
};

/** Refuses a tax id that another entity of the organisation has. */
export const refuseTwin = async (
  db: Reader,
  organisationId: OrganisationId,
  taxId: string | null,
  self: EntityId | null,
): Promise<void> => {
  if (taxId === null) return;
  const holders = await entitiesWithTaxId(db, organisationId, taxId);
  const twin = holders.find(({ id }) => id !== self);
  if (twin === undefined) return;
  throw toolError('tax_id_of_other_entity', { tax_id: taxId, name: twin.name, entity_id: twin.id });
};
