// Checks that names in the spec are defined: types, scopes, errors, warnings, parameters, slots, countries.
import { allFields } from './fields.ts';
import type { CountrySpec, ErrorSpec, Field, Spec, ToolSpec } from '../model.ts';
import { below, didYouMean, atKey } from '../problem.ts';
import type { Problems, Where } from '../problem.ts';

/** Reports every undefined name. Lowering is safe only when there is none. */
export const resolve = (spec: Spec, problems: Problems): void => {
  const typeNames = [...spec.types.keys(), ...spec.ids.keys()];
  const known = (rule: string, what: string, name: string, names: Iterable<string>, where: Where): void => {
    const all = new Set(names);
    if (!all.has(name)) problems.fault(rule, where, `unknown ${what} ${name}${didYouMean(name, all)}`);
  };
  for (const { field, where } of allFields(spec)) {
    if (field.use !== undefined) known('unknown-type', 'type', field.use, typeNames, below(where, 'use'));
    if (field.extends !== undefined)
      known('unknown-type', 'type', field.extends, spec.types.keys(), below(where, 'extends'));
    if (field.by_country !== undefined) {
      known('unknown-slot', 'slot', field.by_country, listSlots(spec), below(where, 'by_country'));
    }
  }
  for (const tool of spec.tools) resolveTool(tool, spec, known);
  for (const country of spec.countries) {
    for (const [slot, type] of Object.entries(country.details)) {
      known('unknown-type', 'type', type, spec.types.keys(), below(country.where, 'details', slot));
    }
  }
  for (const [slot, type] of Object.entries(spec.service.defaultDetails)) {
    if (spec.service.where !== undefined) {
      known(
        'unknown-type',
        'type',
        type,
        spec.types.keys(),
        below(spec.service.where, 'default_details', slot),
      );
    }
  }
  checkLoops(spec, problems);
};

type Known = (rule: string, what: string, name: string, names: Iterable<string>, where: Where) => void;

const resolveTool = (tool: ToolSpec, spec: Spec, known: Known): void => {
  const { where, output } = tool;
  if (tool.scope !== undefined)
    known('unknown-scope', 'scope', tool.scope, [...spec.scopes.keys(), 'exempt'], below(where, 'scope'));
  tool.errors.forEach((code, index) =>
    known('unknown-error', 'error', code, spec.errors.keys(), below(where, 'errors', index)),
  );
  tool.warnings.forEach((code, index) =>
    known('unknown-warning', 'warning', code, spec.warnings.keys(), below(where, 'warnings', index)),
  );
  if (output.list !== undefined)
    known('unknown-type', 'type', output.list, spec.types.keys(), below(where, 'output', 'list'));
  if (output.record !== undefined)
    known('unknown-type', 'type', output.record, spec.types.keys(), below(where, 'output', 'record'));
  for (const rule of tool.rules) {
    rule.params.forEach((name, index) =>
      known('unknown-param', 'parameter', name, Object.keys(tool.params), below(rule.where, index)),
    );
  }
  for (const example of tool.examples) {
    if (example.error !== undefined)
      known('unknown-error', 'error', example.error, spec.errors.keys(), below(example.where, 'error'));
    if (example.country !== undefined) {
      known(
        'unknown-country',
        'country',
        example.country,
        listEnabledCountries(spec).map(({ country }) => country),
        below(example.where, 'country'),
      );
    }
  }
};

/** The countries that are not switched off, by code. */
export const listEnabledCountries = (spec: Spec): readonly CountrySpec[] =>
  spec.countries.filter(({ status }) => status !== 'off');

/** The slots that at least one enabled country fills. */
/** The errors that a tool can answer: all but the refusals that no tool declares. */
export const listPublishedErrors = (spec: Spec): readonly ErrorSpec[] => {
  const declared = new Set(spec.tools.flatMap(({ errors }) => errors));
  return [...spec.errors.values()].filter(({ code, refusal }) => refusal === undefined || declared.has(code));
};

export const listSlots = (spec: Spec): readonly string[] => [
  ...new Set([
    ...listEnabledCountries(spec).flatMap(({ details }) => Object.keys(details)),
    ...Object.keys(spec.service.defaultDetails),
  ]),
];

/** A type that contains itself has no finite schema. */
const checkLoops = (spec: Spec, problems: Problems): void => {
  const state = new Map<string, 'open' | 'done'>();
  const enter = (name: string): void => {
    const type = spec.types.get(name);
    if (type === undefined || state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      problems.fault('recursive-type', atKey(type.where), `the type ${name} holds itself`);
      return;
    }
    state.set(name, 'open');
    listUses(type.field).forEach(enter);
    state.set(name, 'done');
  };
  [...spec.types.keys()].forEach(enter);
};

/** Every name that a field body and its inner fields use. */
export const listUses = (field: Field): readonly string[] => [
  ...[field.use, field.extends].filter((name) => name !== undefined),
  ...(field.items === undefined ? [] : listUses(field.items)),
  ...Object.values(field.fields ?? {}).flatMap(listUses),
  ...Object.values(field.record ?? {}).flatMap(listUses),
];
