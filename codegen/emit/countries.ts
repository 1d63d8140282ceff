// countries.ts: what is known of each enabled country, as data, and the types of its detail fields.
import { slotParts } from '../lower/countries.ts';
import type { Fields, Spec } from '../model.ts';
import { enabledCountries, slotsOf } from '../resolve.ts';
import type { Emitter } from './emit.ts';
import { header, importsFor } from './emit.ts';
import { literal, union } from './literal.ts';
import { render } from './render.ts';

/** The fields of a slot's type, and which of them a country demands. */
const shapeOf = (type: string, spec: Spec): object => {
  const fields: Fields = spec.types.get(type)?.field.fields ?? {};
  const rows = Object.entries(fields).map(
    ([name, { required }]) => [name, { required: required === true }] as const,
  );
  return { type, fields: Object.fromEntries(rows) };
};

const shapesOf = (details: { readonly [slot: string]: string }, spec: Spec): object =>
  Object.fromEntries(Object.entries(details).map(([slot, type]) => [slot, shapeOf(type, spec)]));

export const emitCountries: Emitter = ({ spec, homes }) => {
  const countries = enabledCountries(spec);
  const table = Object.fromEntries(
    countries.map(({ country, data: { defaults: _defaults, ...data }, details }) => [
      country,
      { ...data, details: shapesOf(details, spec) },
    ]),
  );
  const invoiceDefaults = Object.fromEntries(
    countries.map(({ country, data }) => [country, data['defaults'] ?? {}]),
  );
  const slots = slotsOf(spec).map((slot) => ({
    slot,
    parts: slotParts(slot, spec)
      .map(({ label }) => label)
      .join(', '),
    countries: countries
      .filter(({ details }) => details[slot] !== undefined)
      .map(({ country, details }) => ({ country, type: details[slot] })),
  }));
  const body = render('countries', {
    codes: union(countries.map(({ country }) => country)),
    slotNames: union(slots.map(({ slot }) => slot)),
    slots,
    table: literal(table),
    invoiceDefaults: literal(invoiceDefaults),
    defaults: literal(shapesOf(spec.service.defaultDetails, spec)),
    regimes: union([...new Set(countries.map(({ regime }) => regime))].sort()),
  });
  const file = 'countries.ts';
  return new Map([[file, `${header('spec/countries')}${importsFor(file, body, homes)}\n${body}`]]);
};
