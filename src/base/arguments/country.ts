// Checks `country_details` against the country. The published schema has the fields of all countries side by side, so
// the validator has checked each field's form; this step refuses fields of other countries and missing required ones.
import { type DetailSlot, detailFields } from '../../../generated/countries.ts';
import type { ToolDescriptor } from '../../../generated/dispatch.ts';
import type { Entity } from '../entity.ts';
import { toolError } from '../errors.ts';
import type { Wrapped } from './normalise.ts';
import { closest } from '../closest.ts';

type Details = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, unknown>>;

interface Place {
  readonly path: string;
  readonly details: Details | undefined;
}

/** The objects of one slot in these arguments. */
const findPlaces = (path: string, params: Params): Place[] => {
  const [list, field] = path.split('[].');
  if (list === undefined || field === undefined)
    return [{ path, details: params[path] as Details | undefined }];
  const items = (params[list] ?? []) as readonly Details[];
  return items.map((item, index) => ({
    path: `${list}[${index}].${field}`,
    details: item[field] as Details | undefined,
  }));
};

const checkPlace = (place: Place, slot: DetailSlot, country: string): void => {
  const fields = detailFields(slot, country);
  const known = Object.keys(fields);
  for (const name of Object.keys(place.details ?? {})) {
    if (Object.hasOwn(fields, name)) continue;
    const close = closest(name, known);
    throw toolError('country_field_not_allowed', {
      path: `${place.path}.${name}`,
      country,
      allowed: close === undefined ? known : [close, ...known.filter((other) => other !== close)],
    });
  }
  for (const [name, field] of Object.entries(fields)) {
    if (!field.required || place.details?.[name] !== undefined) continue;
    throw toolError('country_field_missing', { path: `${place.path}.${name}`, country });
  }
};

/** The record's own country where the tool takes one (a counterparty's), otherwise the entity's. */
const chooseCountry = (descriptor: ToolDescriptor, params: Params, entity: Entity): string => {
  const own = descriptor.params.includes('country_code') ? params['country_code'] : undefined;
  return typeof own === 'string' ? own : entity.country_code;
};

export const checkCountryDetails = (
  descriptor: ToolDescriptor,
  params: Params,
  wrapped: readonly Wrapped[],
  entity: Entity,
): void => {
  if (descriptor.countryDetails.length === 0) return;
  const country = chooseCountry(descriptor, params, entity);
  for (const { path, country: named } of wrapped) {
    if (named === country) continue;
    throw toolError('country_field_not_allowed', { path: `${path}.${named}`, country, allowed: [country] });
  }
  for (const { path, slot } of descriptor.countryDetails) {
    for (const place of findPlaces(path, params)) checkPlace(place, slot, country);
  }
};
