// Rules on examples, which are published as documentation.
import { compileInput, compileRow } from '../emit/validators.ts';
import type { Compiled } from '../emit/validator.ts';
import { findCountryDetails } from '../emit/tool.ts';
import type { LoweredTool } from '../lower/tool.ts';
import type { Schema } from '../lower/schema.ts';
import { splitPointer } from '../load/meta/check.ts';
import type { ExampleSpec, Json, Spec } from '../model.ts';
import { below, didYouMean, atKey } from '../problem.ts';
import type { Problems, Where } from '../problem.ts';
import type { LintRule } from './all.ts';
import { misfit } from './satisfies.ts';

/** At least one call that works and one that does not. */
export const examplesGiven: LintRule = (spec, _tools, problems) => {
  for (const { name, examples, where } of spec.tools) {
    const place = examples.length === 0 ? { ...where, path: ['tool'] } : below(where, 'examples');
    const failures = examples.filter(({ error }) => error !== undefined).length;
    if (failures === examples.length)
      problems.flaw('example-missing', atKey(place), `${name} needs an example of success`);
    if (failures === 0) problems.flaw('example-missing', atKey(place), `${name} needs an example of failure`);
    for (const { error, output, where: at } of examples) {
      if (error !== undefined && output !== undefined)
        problems.flaw('example-both', atKey(below(at, 'output')), 'an example that fails has no output');
    }
  }
};

/** The error of an example is declared by the tool or implied. */
export const exampleErrorsDeclared: LintRule = (_spec, tools, problems) => {
  for (const { tool, errors } of tools) {
    for (const { error, where } of tool.examples) {
      if (error === undefined || errors.includes(error)) continue;
      problems.flaw(
        'example-error',
        below(where, 'error'),
        `${tool.name} does not declare ${error}${didYouMean(error, errors)}`,
      );
    }
  }
};

/** True for errors of the arguments themselves, which any tool may raise. */
const isArgumentError = (code: string | undefined, spec: Spec): boolean => {
  const error = code === undefined ? undefined : spec.errors.get(code);
  return error !== undefined && error.type === 'validation_error' && error.applies.includes('all');
};

/** The validator accepts the arguments of an example. */
export const exampleParamsFit: LintRule = (spec, tools, problems) => {
  for (const lowered of tools) {
    for (const example of lowered.tool.examples) {
      if (isArgumentError(example.error, spec)) continue;
      const { validate } = compileInput(lowered);
      const where = below(example.where, 'params');
      if (fits(validate, example.params, where, problems) && example.error === undefined)
        checkRules(lowered, example, where, problems);
      if (example.error === undefined) checkCountry(lowered, example, where, problems);
    }
  }
};

/** Sample rows are held to the form of the rows; whether they can be imported, a test shows. */
export const samplesFit: LintRule = (spec, _tools, problems) => {
  for (const each of spec.imports) {
    for (const [index, row] of each.sample.entries())
      fits(compileRow(each, spec).validate, row, below(each.where, 'sample', index), problems);
  }
};

const fits = (
  validate: Compiled['validate'],
  value: { readonly [name: string]: Json },
  where: Where,
  problems: Problems,
): boolean => {
  if (validate(structuredClone(value))) return true;
  for (const { instancePath, message, params } of validate.errors ?? []) {
    const name = instancePath === '' ? (where.path.at(-1) ?? '') : instancePath.slice(1).replaceAll('/', '.');
    const extra =
      params['additionalProperty'] === undefined ? '' : `: ${String(params['additionalProperty'])}`;
    problems.flaw(
      'example-params',
      below(where, ...splitPointer(instancePath)),
      `${name} ${message ?? 'does not fit'}${extra}`,
    );
  }
  return false;
};

const checkRules = (
  { tool }: LoweredTool,
  { params }: ExampleSpec,
  where: Where,
  problems: Problems,
): void => {
  for (const rule of tool.rules) {
    const given = rule.params.filter((name) => params[name] !== undefined);
    const few = given.length === 0 && (rule.kind === 'at_least_one' || rule.kind === 'exactly_one');
    const many = given.length > 1 && (rule.kind === 'at_most_one' || rule.kind === 'exactly_one');
    if (few || many)
      problems.flaw(
        'example-params',
        atKey(where),
        `the example breaks ${rule.kind} of ${rule.params.join(', ')}`,
      );
  }
};

/** An example for a country uses only the fields of that country, and all that are required. */
const checkCountry = (
  { params, spec, tool }: LoweredTool,
  example: ExampleSpec,
  where: Where,
  problems: Problems,
): void => {
  const own = example.params['country_code'];
  const code = typeof own === 'string' ? own : example.country;
  const country = spec.countries.find((each) => each.country === code);
  if (code === undefined) return;
  for (const { path, slot } of findCountryDetails(params, spec)) {
    const type = (country?.details ?? spec.service.defaultDetails)[slot];
    const fields = type === undefined ? {} : (spec.types.get(type)?.field.fields ?? {});
    for (const steps of findPlaces(example.params, path)) {
      const value = steps.reduce<Json | undefined>(
        (at, step) => (at as { readonly [key: string]: Json } | undefined)?.[step],
        example.params,
      );
      const given = Object.keys(value ?? {});
      for (const name of given.filter((each) => fields[each] === undefined)) {
        problems.flaw(
          'example-country',
          atKey(below(where, ...steps, name)),
          `${name} is not a field of ${code}${didYouMean(name, Object.keys(fields))}`,
        );
      }
      for (const [name, field] of Object.entries(fields)) {
        if (field.required === true && tool.changes === undefined && !given.includes(name))
          problems.flaw('example-country', atKey(below(where, ...steps)), `${name} is required in ${code}`);
      }
    }
  }
};

/** `line_items[].country_details` in these arguments: one path for each element. */
const findPlaces = (
  params: { readonly [name: string]: Json },
  path: string,
): readonly (readonly string[])[] => {
  const [list, field] = path.split('[].');
  if (list === undefined || field === undefined) return [path.split('.')];
  const items = params[list];
  return Array.isArray(items) ? items.map((_, index) => [list, String(index), field]) : [];
};

/** The output of an example is a part of the answer. */
export const exampleOutputsFit: LintRule = (_spec, tools, problems) => {
  for (const { tool, answer } of tools) {
    for (const { output, where } of tool.examples) {
      if (output !== undefined) checkPart(output, answer, below(where, 'output'), problems);
    }
  }
};

const checkPart = (value: Json, schema: Schema, where: Where, problems: Problems): void => {
  const fault = misfit(value, schema);
  if (fault !== undefined) {
    problems.flaw('example-output', where, `${JSON.stringify(value)} ${fault}`);
    return;
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items !== undefined)
      value.forEach((each, index) => checkPart(each, items, below(where, index), problems));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const property = schema.properties?.[name];
    if (property !== undefined) checkPart(inner, property, below(where, name), problems);
    else
      problems.flaw(
        'example-output',
        atKey(below(where, name)),
        `the answer has no field ${name}${didYouMean(name, Object.keys(schema.properties ?? {}))}`,
      );
  }
};
