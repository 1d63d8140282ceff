// Rules on the fields of countries, which are published side by side.
import { listSlotParts } from '../lower/countries.ts';
import { lowerField } from '../lower/field.ts';
import { stripProse } from '../lower/schema.ts';
import { below, atKey } from '../problem.ts';
import type { Where } from '../problem.ts';
import { listSlots } from '../load/resolve.ts';
import type { LintRule } from './all.ts';

/** A field of two countries has the same body in both, since callers see it once. */
export const countryFieldsAgree: LintRule = (spec, _tools, problems) => {
  for (const slot of listSlots(spec)) {
    const seen = new Map<string, { readonly text: string; readonly type: string }>();
    for (const { type, fields } of listSlotParts(slot, spec)) {
      const owner = spec.types.get(type)?.where;
      for (const [name, field] of Object.entries(fields)) {
        if (owner === undefined) continue;
        const where: Where = below(owner, 'fields', name);
        const text = JSON.stringify(stripProse(lowerField(field, spec)));
        const earlier = seen.get(name);
        if (earlier === undefined) seen.set(name, { text, type });
        else if (earlier.text !== text)
          problems.flaw(
            'country-field',
            atKey(where),
            `${name} is another field in ${earlier.type}; give both the same body`,
          );
        if (field.default !== undefined) {
          problems.flaw(
            'country-default',
            below(where, 'default'),
            `the country is not known yet when defaults are filled in; use derived_default`,
          );
        }
      }
    }
  }
};

/** The types of slots are input objects. */
export const slotsAreInputs: LintRule = (spec, _tools, problems) => {
  const check = (type: string, where: Where): void => {
    if (spec.types.get(type)?.field.fields === undefined)
      problems.fault('slot-type', where, `${type} is not an input object with fields`);
  };
  for (const { details, where } of spec.countries) {
    for (const [slot, type] of Object.entries(details)) check(type, below(where, 'details', slot));
  }
  const { where, defaultDetails } = spec.service;
  for (const [slot, type] of Object.entries(defaultDetails))
    if (where !== undefined) check(type, below(where, 'default_details', slot));
};

/** File name, code, currency and rates agree. */
export const countryFits: LintRule = (spec, _tools, problems) => {
  for (const { country, currency, tax, where } of spec.countries) {
    const { default_rate, rates } = tax;
    if (!rates.some(({ percent }) => percent === default_rate))
      problems.fault(
        'default-rate',
        below(where, 'tax', 'default_rate'),
        `${default_rate} is none of the rates`,
      );
    const file = where.source.file.split('/').at(-1);
    if (file !== `${country}.yaml`)
      problems.fault('file-name', below(where, 'country'), `the country ${country} stands in ${file ?? ''}`);
    if (spec.currencies.size > 0 && !spec.currencies.has(currency))
      problems.fault('unknown-currency', below(where, 'currency'), `unknown currency ${currency}`);
  }
};

/** The documents of a regime take the same defaults in each of its countries. */
export const regimeDefaultsAgree: LintRule = (spec, _tools, problems) => {
  const listDefaults = ({ data }: (typeof spec.countries)[number]): string[] =>
    Object.keys(data['defaults'] ?? {});
  for (const country of spec.countries) {
    const others = spec.countries.filter(({ regime }) => regime === country.regime);
    const own = listDefaults(country);
    const missing = [...new Set(others.flatMap(listDefaults))].filter((name) => !own.includes(name));
    if (missing.length > 0)
      problems.fault(
        'country-defaults',
        below(country.where, 'defaults'),
        `other countries of ${country.regime} state ${missing.join(', ')}; state ${missing.length === 1 ? 'it' : 'them'} here too`,
      );
  }
};
