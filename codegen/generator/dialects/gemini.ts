// Gemini's function declarations: a subset of OpenAPI 3.0 (https://ai.google.dev/api/caching#Schema and
// https://ai.google.dev/gemini-api/docs/function-calling, as of November 2026). An unknown keyword is a 400 to the whole
// request. Enumerations are of texts, an object without properties is refused, so a tool without parameters has no schema.
import { mapSchema } from '../lower/schema.ts';
import type { Schema } from '../lower/schema.ts';
import type { LoweredTool } from '../lower/tool.ts';
import { type Dialect, nameFaults, partsOf, unknownKeywords } from './dialect.ts';

const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'description',
  'properties',
  'required',
  'items',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'default',
]);

const toSubset = (input: Schema): Schema =>
  mapSchema(input, ({ additionalProperties: _closed, ...rest }) => rest);

const isEmpty = ({ properties = {} }: Schema): boolean => Object.keys(properties).length === 0;

const shapeFaults = (schema: Schema): readonly string[] =>
  partsOf(schema).flatMap(([path, part]) => {
    const at = path || 'the root';
    const { type, properties = {}, required = [], items } = part;
    return [
      ...(typeof type === 'string' ? [] : [`${at} is of no type or of several`]),
      ...(part.enum?.some((value) => typeof value !== 'string') === true
        ? [`${at} chooses among numbers`]
        : []),
      ...(type === 'object' && path !== '' && isEmpty(part) ? [`${at} is an object of nothing`] : []),
      ...(type === 'array' && items === undefined ? [`${at} is an array of anything`] : []),
      ...required
        .filter((name) => !Object.hasOwn(properties, name))
        .map((name) => `${at} requires ${name}, which it lacks`),
    ];
  });

const write = ({ tool: { name }, description, publishedInput }: LoweredTool): object => ({
  name,
  description,
  ...(isEmpty(publishedInput) ? {} : { parameters: toSubset(publishedInput) }),
});

export const GEMINI: Dialect = {
  name: 'gemini',
  title: 'Gemini',
  source: 'https://ai.google.dev/api/caching#Schema',
  write: (tools) => tools.map(write),
  faults({ tool: { name }, publishedInput }) {
    const schema = toSubset(publishedInput);
    return [...nameFaults(name), ...unknownKeywords(schema, KEYWORDS), ...shapeFaults(schema)];
  },
};
