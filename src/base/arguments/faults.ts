// Turns the validator's findings into errors that an agent can act on: which parameter, what came, what is allowed in
// words, and what was probably meant.
import type { ErrorObject } from 'ajv';

import type { PublishedSchema } from '../../../generated/runtime.ts';
import { SERVICE } from '../../../generated/service.ts';
import { type ToolError, toolError } from '../errors.ts';
import type { SaidKey } from '../../../generated/said.ts';
import { because, say, type SaidSentence } from '../said.ts';
import { findHidden, showHidden } from '../text/hidden.ts';
import { allowedIn, exampleOf, findersOf, showValue } from './allowed.ts';
import { boundHint, hintFor, negativeHint, IdFault, isLengthOfPattern } from './hints.ts';
import {
  ANYTHING,
  join,
  leafOf,
  type Place,
  schemaAt,
  shorten,
  show,
  toPath,
  valueAt,
  valueAtPath,
} from './places.ts';
import { knownValues, readDays, readingsOf } from './readings.ts';
import { CorrectableFault, unknownParameter } from './unknown-name.ts';
import { type About, type Correction, NO_CALL, standingOf } from './corrections.ts';
import type { Standing } from './values.ts';

const missingParameter = ({ path, schema }: Place): ToolError => {
  const find = schema.ids === undefined ? '' : ` Call ${findersOf(schema.ids)} to find it.`;
  return toolError('missing_parameter', {
    path,
    hint: `Give ${leafOf(path)}: ${allowedIn(schema)}.${find}`,
  });
};

const BOUNDS = {
  minLength: 'demand_characters_least',
  maxLength: 'demand_characters_most',
  minItems: 'demand_items_least',
  maxItems: 'demand_items_most',
  minimum: 'demand_least',
  maximum: 'demand_most',
  exclusiveMinimum: 'demand_above',
} as const satisfies Record<string, SaidKey>;

const isBound = (keyword: string): keyword is keyof typeof BOUNDS => Object.hasOwn(BOUNDS, keyword);

/** What the schema demands, as the end of a sentence about the parameter. */
export const demandOf = (
  { keyword, params }: ErrorObject,
  { schema }: Pick<Place, 'schema'>,
): SaidSentence => {
  if (isBound(keyword) && !isLengthOfPattern(keyword, schema))
    return say(BOUNDS[keyword], { limit: Number(params['limit']) });
  if (keyword === 'uniqueItems') return say('demand_distinct', {});
  const allowed = allowedIn(schema);
  return keyword === 'enum'
    ? say('demand_choice', { allowed, choices: toTexts(params['allowedValues']) })
    : say('demand_form', { allowed, example: showValue(exampleOf(schema)) });
};

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The only reading of a wrong value; that of a word which the spec knows is no guess. */
const readCorrections = ({ path, value, schema }: Place, at: Standing): readonly Correction[] => {
  const [reading, ...others] = readingsOf(schema, value, at);
  if (reading === undefined || others.length > 0) return [];
  const isKnown = typeof value === 'string' && knownValues(schema, value, at).length === 1;
  return [{ from: path, to: path, value: reading, isKnown }];
};

const toFault = (error: ErrorObject, args: unknown, root: PublishedSchema, about: About): ToolError => {
  const { keyword, instancePath, params } = error;
  const at = toPath(instancePath);
  const schema = schemaAt(root, instancePath);
  if (keyword === 'required') {
    const name = String(params['missingProperty']);
    const field = schema.properties?.[name] ?? ANYTHING;
    return missingParameter({ path: join(at, name), value: undefined, schema: field, required: true });
  }
  if (keyword === 'additionalProperties')
    return unknownParameter(String(params['additionalProperty']), at, schema, root, args, about);
  const holder = schemaAt(root, instancePath.replace(/\/[^/]*$/, ''));
  const value = valueAt(args, instancePath);
  const required = holder.type === 'array' || (holder.required?.includes(leafOf(at)) ?? false);
  const place = { path: at === '' ? 'arguments' : at, value, schema, required };
  if (value === null && required && at !== '') return missingParameter(place);
  // When text came for a number, only the quotes show what is wrong.
  const received = keyword === 'type' ? JSON.stringify(shorten(value)) : show(value);
  const { path } = place;
  const standing = standingOf(path, about);
  const hint = negativeHint(place, holder, root) ?? boundHint(error, place) ?? hintFor(place, standing);
  if (keyword === 'format' && params['format'] === 'date') {
    const isTold = readDays(String(value)).last !== undefined;
    return toolError('impossible_date', {
      path,
      received,
      hint: isTold ? hint : `Give ${allowedIn(schema)}.`,
    });
  }
  const allowed = keyword === 'enum' ? toTexts(params['allowedValues']) : undefined;
  const demand = because(demandOf(error, place));
  const details = { path, ...demand, received, ...(allowed && { allowed }), hint };
  const isCalled = typeof value === 'string' || typeof value === 'number';
  return schema.ids === undefined || !isCalled
    ? new CorrectableFault('invalid_parameter', details, readCorrections(place, standing))
    : new IdFault(details, schema.ids, String(value));
};

/** A hostile call may have tens of thousands of faults. Several may share a path, so more are read than reported. */
const MAX_FAULTS_READ = 12 * SERVICE.limits.max_faults_listed;

/** What the validator of this schema found, fault by fault. */
export const argumentFaults = (
  errors: readonly ErrorObject[],
  args: unknown,
  schema: PublishedSchema,
  about: About = NO_CALL,
): readonly ToolError[] => {
  if (errors.length === 0) throw new Error('the validator refused the arguments without saying why');
  return errors.slice(0, MAX_FAULTS_READ).map((error) => toFault(error, args, schema, about));
};

/** The error for text with a character that no document can contain. */
export const hiddenCharacterError = (path: string, args: unknown): ToolError => {
  const value = valueAtPath(args, path);
  const text = typeof value === 'string' ? value : '';
  const { code = '', position = 0 } = findHidden(text) ?? {};
  return toolError('invalid_parameter', {
    path,
    ...because(say('demand_visible', { code, position })),
    received: JSON.stringify(shorten(showHidden(text))),
    hint: `Send ${leafOf(path)} again without them.`,
  });
};
