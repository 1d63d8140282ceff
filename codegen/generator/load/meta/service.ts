// The closed JSON Schemas of the service's own values and of a tool set.
import { text } from './field.ts';
import { mapOf, type MetaSchema, propertiesOf } from './schema.ts';

const flag: MetaSchema = { type: 'boolean' };
const count: MetaSchema = { type: 'integer', minimum: 1 };

const httpErrors = mapOf(
  propertiesOf(
    {
      status: { type: 'integer', minimum: 400, maximum: 599 },
      error_type: text,
      message: { ...text, description: 'Placeholders in braces name members of the body.' },
      hint: text,
      retryable: flag,
      headers: { ...mapOf(text), description: 'Headers that this refusal alone has.' },
    },
    ['status', 'error_type', 'message'],
  ),
);

const budget: MetaSchema = {
  ...propertiesOf({ tokens: count, bytes: count }, ['tokens', 'bytes']),
  description: 'What the tools may cost: what a model reads of them (characters / 4), and all of it.',
};

/** spec/toolsets/<set>/set.yaml. */
export const toolsetMeta: MetaSchema = propertiesOf(
  { description: { ...text, description: 'What a key with this set may do: full sentences.' }, budget },
  ['description', 'budget'],
);

/** Only the keys that the generator reads are checked; the rest is emitted unchanged. */
export const serviceMeta: MetaSchema = {
  type: 'object',
  required: ['name', 'title', 'version', 'tools_list_budget'],
  properties: {
    name: text,
    title: text,
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    instructions: text,
    groups: { type: 'array', items: text, description: 'The order of the groups in tools/list.' },
    default_details: mapOf(text),
    http_errors: httpErrors,
    tools_list_budget: budget,
  },
};
