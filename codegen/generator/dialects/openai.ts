// OpenAI's strict function calling: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas and
// https://platform.openai.com/docs/guides/function-calling#strict-mode, as of November 2026. Every field is required, one
// that may be left out takes null; objects are closed. The service takes such a null for a parameter that was left out.
import { mapSchema } from '../lower/schema.ts';
import type { Schema } from '../lower/schema.ts';
import type { LoweredTool } from '../lower/tool.ts';
import { depthOf, type Dialect, isRegular, nameFaults, partsOf, unknownKeywords } from './dialect.ts';

const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
]);

const MAX_DEPTH = 10;
const MAX_PROPERTIES = 5000;
const MAX_ENUM_VALUES = 1000;
const MAX_CHARACTERS = 120_000;
/** Of one enumeration with more than so many values. */
const LONG_ENUM = 250;
const MAX_ENUM_CHARACTERS = 15_000;
const MAX_DESCRIPTION = 1024;

const nullable = ({ type, enum: values, ...rest }: Schema): Schema => ({
  ...rest,
  ...(type === undefined ? {} : { type: [...[type].flat(), 'null'] as const }),
  ...(values === undefined ? {} : { enum: [...values, null] }),
});

/** `default` is not taken, so the description tells it. */
const tellDefault = (description: string, fallback: Schema['default']): string =>
  fallback === undefined || /\bdefault:/i.test(description)
    ? description
    : `${description} Default: ${JSON.stringify(fallback)}.`.trim();

const toStrict = (input: Schema): Schema =>
  mapSchema(input, ({ default: fallback, minLength: _min, maxLength: _max, pattern, ...rest }) => {
    const description = tellDefault(rest.description ?? '', fallback);
    const own: Schema = {
      ...rest,
      ...(description === '' ? {} : { description }),
      ...(pattern === undefined || !isRegular(pattern) ? {} : { pattern }),
    };
    if (rest.properties === undefined) return own;
    const required = new Set(rest.required);
    const properties = Object.fromEntries(
      Object.entries(rest.properties).map(([name, field]) => [
        name,
        required.has(name) ? field : nullable(field),
      ]),
    );
    return { ...own, properties, required: Object.keys(properties), additionalProperties: false };
  });

const lengthOf = (texts: readonly unknown[]): number => texts.map(String).join('').length;

const limitFaults = (schema: Schema): readonly string[] => {
  const parts = partsOf(schema).map(([, part]) => part);
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties));
  const values = parts.flatMap((part) => part.enum ?? []);
  const long = parts.filter(
    (part) => (part.enum ?? []).length > LONG_ENUM && lengthOf(part.enum ?? []) > MAX_ENUM_CHARACTERS,
  );
  return [
    ...(depthOf(schema) > MAX_DEPTH ? [`it is more than ${MAX_DEPTH} levels deep`] : []),
    ...(names.length > MAX_PROPERTIES ? [`it has more than ${MAX_PROPERTIES} parameters`] : []),
    ...(values.length > MAX_ENUM_VALUES ? [`it has more than ${MAX_ENUM_VALUES} values to choose from`] : []),
    ...(lengthOf([...names, ...values]) > MAX_CHARACTERS
      ? [`its names and values are longer than ${MAX_CHARACTERS}`]
      : []),
    ...(long.length > 0 ? [`the values of one parameter are longer than ${MAX_ENUM_CHARACTERS}`] : []),
  ];
};

const shapeFaults = (schema: Schema): readonly string[] =>
  partsOf(schema).flatMap(([path, { type, properties, required = [], additionalProperties, items }]) => [
    ...(type === undefined ? [`${path} has no type`] : []),
    ...([type].flat().includes('array') && items === undefined ? [`${path} is an array of anything`] : []),
    ...([type].flat().includes('object') && (properties === undefined || additionalProperties !== false)
      ? [`${path || 'the root'} is an open object`]
      : []),
    ...Object.keys(properties ?? {})
      .filter((name) => !required.includes(name))
      .map((name) => `${path}.${name} is not required`),
  ]);

const write = ({ tool: { name }, description, publishedInput }: LoweredTool): object => ({
  type: 'function',
  name,
  description,
  strict: true,
  parameters: toStrict(publishedInput),
});

export const OPENAI: Dialect = {
  name: 'openai',
  title: 'OpenAI, strict',
  source: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
  write: (tools) => tools.map(write),
  faults({ tool: { name }, description, publishedInput }) {
    const schema = toStrict(publishedInput);
    return [
      ...nameFaults(name),
      ...(description.length > MAX_DESCRIPTION ? [`its description is longer than ${MAX_DESCRIPTION}`] : []),
      ...unknownKeywords(schema, KEYWORDS),
      ...shapeFaults(schema),
      ...limitFaults(schema),
    ];
  },
};
