// countries.ts: the data of each enabled country and the types of its detail fields.
import { listSlotParts } from '../lower/countries.ts';
import type { Fields, Spec } from '../model.ts';
import { listEnabledCountries, listSlots } from '../load/resolve.ts';
import type { Emitter } from './emit.ts';
import { header, writeImports } from './emit.ts';
import { literal, union } from './literal.ts';
import { render } from './render.ts';

/** The fields of a slot's type and whether each is required. */
const describeShape = (type: string, spec: Spec): object => {
  const fields: Fields = spec.types.get(type)?.field.fields ?? {};
  const rows = Object.entries(fields).map(
    ([name, { required }]) => [name, { required: required === true }] as const,
  );
  return { type, fields: Object.fromEntries(rows) };
};

const describeShapes = (details: { readonly [slot: string]: string }, spec: Spec): object =>
  Object.fromEntries(Object.entries(details).map(([slot, type]) => [slot, describeShape(type, spec)]));

export const emitCountries: Emitter = ({ spec, homes }) => {
  const countries = listEnabledCountries(spec);
  const table = Object.fromEntries(
    countries.map(({ country, data: { defaults: _defaults, ...data }, details }) => [
      country,
      { ...data, details: describeShapes(details, spec) },
    ]),
  );
  const invoiceDefaults = Object.fromEntries(
    countries.map(({ country, data }) => [country, data['defaults'] ?? {}]),
  );
  const slots = listSlots(spec).map((slot) => ({
    slot,
    parts: listSlotParts(slot, spec)
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
    defaults: literal(describeShapes(spec.service.defaultDetails, spec)),
    regimes: union([...new Set(countries.map(({ regime }) => regime))].sort()),
  });
  const file = 'countries.ts';
  return new Map([[file, `${header('spec/countries')}${writeImports(file, body, homes)}\n${body}`]]);
};
