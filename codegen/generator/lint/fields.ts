// Rules on each field body by itself.
import { allFields } from '../load/fields.ts';
import type { FieldAt } from '../load/fields.ts';
import { expand, lowerField, findType } from '../lower/field.ts';
import type { Field, JsonType, Keywords, Spec } from '../model.ts';
import { below, atKey } from '../problem.ts';
import type { LintRule } from './all.ts';
import { longest } from '../texts/fit.ts';
import { misfit } from './satisfies.ts';

/** A rule that looks at one field after another. */
const eachField =
  (
    check: (at: FieldAt, spec: Spec, flaw: (rule: string, message: string, key?: string) => void) => void,
  ): LintRule =>
  (spec, _tools, problems) => {
    for (const at of allFields(spec)) {
      check(at, spec, (rule, message, key) => {
        problems.flaw(rule, key === undefined ? atKey(at.where) : below(at.where, key), message);
      });
    }
  };

const showName = ({ name, where }: FieldAt): string =>
  name === '' ? `the elements of ${String(where.path.at(-2))}` : name;

/** True for a pattern that is anchored at both ends and repeats nothing without end. */
const isBounded = (pattern: string): boolean =>
  pattern.startsWith('^') &&
  pattern.endsWith('$') &&
  !/(?<!\\)[*+]|\{\d+,\}/.test(pattern.replaceAll(/\[[^\]]*\]/g, 'x'));

const isListed = (field: Field): boolean => field.enum !== undefined || field.const !== undefined;

/** Every string, array and number is bounded, so hostile input costs no more than honest input. */
export const bounded = eachField((at, _spec, flaw) => {
  const { field } = at;
  if (field.use !== undefined || isListed(field)) return;
  const type = findType(field);
  if (
    type === 'string' &&
    field.maxLength === undefined &&
    field.format !== 'date' &&
    !isBounded(field.pattern ?? '')
  ) {
    flaw('string-unbounded', `${showName(at)} needs maxLength`);
  }
  if (type === 'array' && field.maxItems === undefined)
    flaw('array-unbounded', `${showName(at)} needs maxItems`);
  if (type !== 'integer' && type !== 'number') return;
  if (field.minimum === undefined && field.exclusiveMinimum === undefined)
    flaw('number-unbounded', `${showName(at)} needs minimum`);
  if (field.maximum === undefined) flaw('number-unbounded', `${showName(at)} needs maximum`);
});

const SHAPES = ['use', 'fields', 'record', 'by_country'] as const;

/** A field has one shape: a type, a named type, an object, or the fields of countries. */
export const oneShape = eachField((at, _spec, flaw) => {
  const { field } = at;
  const shapes = [
    ...SHAPES.filter((key) => field[key] !== undefined),
    ...(field.type === undefined ? [] : ['type']),
  ];
  const isEnum =
    field.enum !== undefined ||
    field.const !== undefined ||
    field.extends !== undefined ||
    field.items !== undefined;
  if (shapes.length > 1) flaw('two-shapes', `${showName(at)} has ${shapes.join(' and ')}; give one`);
  if (shapes.length === 0 && !isEnum)
    flaw('no-shape', `${showName(at)} needs type, use, fields, record or by_country`);
  if (field.type === 'object')
    flaw('open-object', `${showName(at)} is an object without fields; give fields or record`);
  if (field.type === 'array' && field.items === undefined) flaw('no-items', `${showName(at)} needs items`);
});

const GOES_WITH: { readonly [keyword in keyof Keywords]?: readonly JsonType[] } = {
  pattern: ['string'],
  format: ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
};

/** A keyword that means nothing for the type is a slip; AJV's strict mode refuses it too. */
export const keywordFits: LintRule = (spec, _tools, problems) => {
  for (const at of allFields(spec)) {
    const type = findType(expand(at.field, spec));
    for (const [keyword, types] of Object.entries(GOES_WITH)) {
      if (!(keyword in at.field) || types.includes(type)) continue;
      problems.fault(
        'keyword-misfit',
        atKey(below(at.where, keyword)),
        `${keyword} means nothing for a field of type ${type}`,
      );
    }
    if (at.field.pattern !== undefined && !isPattern(at.field.pattern)) {
      problems.fault(
        'bad-pattern',
        below(at.where, 'pattern'),
        `${at.field.pattern} is not a regular expression`,
      );
    }
  }
};

const isPattern = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
};

/** A keyword for answers would be ignored on an input, and one for inputs on an answer. */
export const wordFitsRole = eachField((at, _spec, flaw) => {
  const { field, role } = at;
  if (role === 'input') {
    for (const word of ['nullable', 'optional'] as const) {
      if (field[word] !== undefined)
        flaw('word-misplaced', `${word} is for answers; ${showName(at)} is an input`, word);
    }
    if (field.required === true && field.default !== undefined) {
      flaw('word-misplaced', `${showName(at)} is required, so its default never holds`, 'default');
    }
  }
  if (role === 'output' || role === 'detail') {
    for (const word of ['required', 'default', 'derived_default', 'by_country'] as const) {
      if (field[word] !== undefined)
        flaw('word-misplaced', `${word} is for inputs; ${showName(at)} is in an answer`, word);
    }
  }
});

/** YAML turns 03 into 3 and 1e3 into 1000: a value must fit the field that it stands in. */
export const valuesFit = eachField((at, spec, flaw) => {
  const { enum: values, default: fallback, ...rest } = at.field;
  const schema = lowerField(rest, spec);
  (values ?? []).forEach((value) => {
    const fault = misfit(value, schema);
    if (fault !== undefined) flaw('enum-misfit', `the value ${JSON.stringify(value)} ${fault}`, 'enum');
    if (value === '') flaw('enum-misfit', 'an empty value is refused by some clients', 'enum');
  });
  if (fallback === undefined) return;
  const fault = misfit(
    fallback,
    lowerField({ ...rest, ...(values === undefined ? {} : { enum: values }) }, spec),
  );
  if (fault !== undefined)
    flaw('default-misfit', `the default ${JSON.stringify(fallback)} ${fault}`, 'default');
});

/** Agents read descriptions: every input and named type has one, in full sentences. */
export const described = eachField((at, spec, flaw) => {
  const { field, role, named, name } = at;
  const isTold = expand(field, spec).description !== undefined;
  if (!isTold && (named || (role === 'input' && name !== '')))
    flaw('description-missing', `${showName(at)} needs a description`);
  for (const key of ['description', 'derived_default'] as const) {
    const text = field[key];
    if (text !== undefined && !isSentence(text))
      flaw('full-stop', `the ${key} of ${showName(at)} does not end with a full stop`, key);
  }
});

/** Whichever of its alternatives stands at its end. */
export const isSentence = (text: string): boolean => /[.?!]$/.test(longest(text.trim()));

/** A caller who errs is told what is allowed in words and by an example, never by a pattern. */
export const formatsTold = eachField((at, spec, flaw) => {
  const { field, role, where } = at;
  const full = expand(field, spec);
  const { words, example, ids, pattern, format } = full;
  if (field.example !== undefined && isPattern(pattern ?? '.')) {
    const fault = misfit(field.example, lowerField(field, spec));
    if (fault !== undefined)
      flaw('example-misfit', `the example ${JSON.stringify(field.example)} ${fault}`, 'example');
  }
  for (const id of field.ids ?? [])
    if (!spec.ids.has(id)) flaw('unknown-id', `${id} is not an id of spec/ids.yaml`, 'ids');
  const isAsked = role === 'input' && !where.source.file.startsWith('spec/imports/');
  if (!isAsked || ids !== undefined) return;
  if (findType(full) === 'string' && (full.minLength ?? 0) > 'text'.length && example === undefined)
    flaw('format-untold', `${showName(at)} cannot be just any text, so errors need an example of it`);
  if (pattern === undefined && format === undefined) return;
  if (words === undefined || example === undefined)
    flaw('format-untold', `${showName(at)} has a format, so errors need words and an example of it`);
});

/** The tool that tells ids of a kind exists. */
export const findersExist: LintRule = (spec, _tools, problems) => {
  const tools = new Set(spec.tools.map(({ name }) => name));
  for (const { found_by, where } of spec.ids.values()) {
    if (found_by !== undefined && !tools.has(found_by))
      problems.flaw('unknown-finder', atKey(below(where, 'found_by')), `there is no tool ${found_by}`);
  }
  for (const { check_with, where } of spec.tools) {
    // Without a line of its own it is `search`, which small test services lack.
    if (check_with !== 'search' && !tools.has(check_with))
      problems.flaw('unknown-finder', atKey(below(where, 'check_with')), `there is no tool ${check_with}`);
  }
};
