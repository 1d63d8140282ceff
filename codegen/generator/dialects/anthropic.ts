// Anthropic's tools, as of November 2026. A tool takes any JSON Schema; with `strict` it takes a part of it
// (https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations): no bounds of numbers
// and lengths, no lists of at least two. All strict tools of a request together may have 20 tools, 24 parameters that can
// be left out and 16 of several types. So strict are the writes that need least of it, over all sets; what is left out of
// their schemas the service still refuses.
import { mapSchema } from '../lower/schema.ts';
import type { Schema } from '../lower/schema.ts';
import type { LoweredTool } from '../lower/tool.ts';
import { countOptional, type Dialect, isRegular, nameFaults, partsOf, unknownKeywords } from './dialect.ts';

const MAX_STRICT_TOOLS = 20;
const MAX_STRICT_OPTIONAL = 24;

const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'pattern',
  'minItems',
  'default',
]);

const toStrict = (input: Schema): Schema =>
  mapSchema(
    input,
    ({
      minLength: _a,
      maxLength: _b,
      minimum: _c,
      maximum: _d,
      maxItems: _e,
      minItems,
      pattern,
      ...rest
    }) => ({
      ...rest,
      ...(minItems === undefined || minItems > 1 ? {} : { minItems }),
      ...(pattern === undefined || !isRegular(pattern) ? {} : { pattern }),
    }),
  );

/** The names of the tools that are strict, of all tools that a key may have. */
const chooseStrict = (tools: readonly LoweredTool[]): ReadonlySet<string> => {
  const chosen = new Set<string>();
  let optional = 0;
  const weighed = tools
    .map(({ tool, publishedInput }) => ({ tool, optional: countOptional(publishedInput) }))
    .sort(
      (a, b) =>
        Number(a.tool.access === 'read') - Number(b.tool.access === 'read') || a.optional - b.optional,
    );
  for (const each of weighed) {
    if (chosen.size === MAX_STRICT_TOOLS || optional + each.optional > MAX_STRICT_OPTIONAL) continue;
    chosen.add(each.tool.name);
    optional += each.optional;
  }
  return chosen;
};

export const ANTHROPIC: Dialect = {
  name: 'anthropic',
  title: 'Anthropic',
  source: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations',
  write(tools) {
    const strict = chooseStrict(tools);
    return tools.map(({ tool: { name }, description, publishedInput }) =>
      strict.has(name)
        ? { name, description, strict: true, input_schema: toStrict(publishedInput) }
        : { name, description, input_schema: publishedInput },
    );
  },
  faults({ tool: { name }, publishedInput }) {
    const schema = toStrict(publishedInput);
    const open = partsOf(schema).filter(
      ([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false,
    );
    return [
      ...nameFaults(name),
      ...unknownKeywords(schema, KEYWORDS),
      ...open.map(([path]) => `${path || 'the root'} is an open object`),
    ];
  },
};
