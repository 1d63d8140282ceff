// Checks `country_details` against the country. The published schema has the fields of all countries side by side, so
// the validator has checked each field's form; this step refuses fields of other countries and missing required ones.
import { type DetailSlot, detailFields } from '../../../generated/countries.ts';
import type { ToolDescriptor } from '../../../generated/dispatch.ts';
import type { Entity } from '../entity.ts';
import { type ToolError, toolError } from '../errors.ts';
import type { Wrapped } from './normalise.ts';
import { closest } from '../closest.ts';
import { allowedIn } from './allowed.ts';
import { schemaAtPath } from './places.ts';

type Details = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, unknown>>;

interface Place {
  readonly path: string;
  readonly details: Details | undefined;
}

/** Arguments that the validator refused may be of any form. */
const toDetails = (value: unknown): Details | undefined =>
  typeof value === 'object' && value !== null ? (value as Details) : undefined;

/** The objects of one slot in these arguments. */
const findPlaces = (path: string, params: Params): Place[] => {
  const [list, field] = path.split('[].');
  if (list === undefined || field === undefined) return [{ path, details: toDetails(params[path]) }];
  const items: readonly unknown[] = Array.isArray(params[list]) ? params[list] : [];
  return items.map((item, index) => ({
    path: `${list}[${index}].${field}`,
    details: toDetails(toDetails(item)?.[field]),
  }));
};

const placeFaults = (
  { inputSchema }: ToolDescriptor,
  place: Place,
  slot: DetailSlot,
  country: string,
): readonly ToolError[] => {
  const fields = detailFields(slot, country);
  const known = Object.keys(fields);
  const foreign = Object.keys(place.details ?? {}).filter((name) => !Object.hasOwn(fields, name));
  const missing = Object.entries(fields).filter(
    ([name, field]) => field.required && place.details?.[name] === undefined,
  );
  return [
    ...foreign.map((name) => {
      const close = closest(name, known);
      return toolError('country_field_not_allowed', {
        path: `${place.path}.${name}`,
        country,
        ...(close === undefined
          ? { allowed: known }
          : {
              allowed: [close, ...known.filter((other) => other !== close)],
              hint: `Did you mean ${place.path}.${close}?`,
            }),
      });
    }),
    ...missing.map(([name]) => {
      const path = `${place.path}.${name}`;
      const takes = allowedIn(schemaAtPath(inputSchema, path));
      const hint = `Give ${path}: ${takes}; ask the user when you do not know it.`;
      return toolError('country_field_missing', { path, country, hint });
    }),
  ];
};

/** The record's own country where the tool takes one (a counterparty's), otherwise the entity's. */
const chooseCountry = (descriptor: ToolDescriptor, params: Params, entity: Entity): string => {
  const own = descriptor.params.includes('country_code') ? params['country_code'] : undefined;
  return typeof own === 'string' ? own : entity.country_code;
};

/** The fields of other countries that came, and the required ones that did not. */
export const countryFaults = (
  descriptor: ToolDescriptor,
  params: Params,
  wrapped: readonly Wrapped[],
  entity: Entity,
): readonly ToolError[] => {
  if (descriptor.countryDetails.length === 0) return [];
  const country = chooseCountry(descriptor, params, entity);
  const misplaced = wrapped.filter(({ country: named }) => named !== country);
  if (misplaced.length > 0) {
    return misplaced.map(({ path, country: named }) =>
      toolError('country_field_not_allowed', { path: `${path}.${named}`, country, allowed: [country] }),
    );
  }
  return descriptor.countryDetails.flatMap(({ path, slot }) =>
    findPlaces(path, params).flatMap((place) => placeFaults(descriptor, place, slot, country)),
  );
};
