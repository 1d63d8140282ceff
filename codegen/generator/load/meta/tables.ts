// The closed JSON Schemas of the files that hold one table each, and of the service's own values.
import { fieldDefinitions, fieldsRef, fitted, text } from './field.ts';
import { person } from './said.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

const ERROR_TYPES = [
  'validation_error',
  'not_found',
  'ambiguous',
  'conflict',
  'state_error',
  'rate_limited',
  'upstream',
  'internal',
] as const;

const VARIABLE_TYPES = [
  'text',
  'path',
  'host',
  'integer',
  'flag',
  'choice',
  'address',
  'checkpoint_address',
  'origin',
  'origins',
  'networks',
  'countries',
  'database',
  'key',
] as const;

const flag: MetaSchema = { type: 'boolean' };
const count: MetaSchema = { type: 'integer', minimum: 1 };
const applies: MetaSchema = {
  type: ['string', 'array'],
  items: text,
  description: 'Tools for which the code is implied.',
};

export const idsMeta: MetaSchema = propertiesOf(
  {
    ids: mapOf(
      propertiesOf(
        {
          prefix: { type: 'string', pattern: '^[a-z]{2,8}$' },
          noun: text,
          description: text,
          found_by: { ...text, description: 'The tool whose answers tell such ids.' },
        },
        ['prefix', 'noun', 'description'],
      ),
    ),
  },
  ['ids'],
);

export const errorsMeta: MetaSchema = {
  ...propertiesOf(
    {
      errors: mapOf(
        propertiesOf(
          {
            type: { enum: ERROR_TYPES },
            message: { ...text, description: 'Placeholders in braces name details.' },
            person,
            hint: { ...fitted, description: 'What to call or ask next.' },
            retryable: flag,
            details: fieldsRef,
            applies,
          },
          ['type', 'message', 'person', 'hint', 'retryable'],
        ),
      ),
    },
    ['errors'],
  ),
  definitions: fieldDefinitions,
};

export const warningsMeta: MetaSchema = {
  ...propertiesOf(
    {
      warnings: mapOf(
        propertiesOf({ message: fitted, person, details: fieldsRef, applies }, ['message', 'person']),
      ),
    },
    ['warnings'],
  ),
  definitions: fieldDefinitions,
};

export const currenciesMeta: MetaSchema = propertiesOf(
  {
    currencies: mapOf(
      propertiesOf({ digits: { type: 'integer', minimum: 0, maximum: 4 }, name: text }, ['digits', 'name']),
    ),
  },
  ['currencies'],
);

/** Words and facts by their names. What each looks like is told by the code that reads them, which does not compile else. */
export const dataMeta: MetaSchema = mapOf({ type: ['string', 'number', 'boolean', 'array', 'object'] });

/** spec/commands.yaml: each command with what it does and takes, and its examples. */
export const commandsMeta: MetaSchema = propertiesOf(
  {
    nouns: { ...mapOf(text), description: 'Kinds of record, behind which commands stand.' },
    options: {
      ...mapOf(text),
      description: 'Options that read the same wherever a command does not say otherwise.',
    },
    commands: mapOf(
      propertiesOf(
        {
          about: text,
          args: { ...mapOf(text), description: 'In their order, such as <entity>; [file] may be left out.' },
          options: { ...mapOf(text), description: 'By flag and value, such as --name <name>.' },
          examples: { type: 'array', minItems: 1, items: { type: 'string' } },
        },
        ['about', 'examples'],
      ),
    ),
  },
  ['commands'],
);

/** spec/configuration.yaml: the environment variables. */
export const configurationMeta: MetaSchema = propertiesOf(
  {
    configuration: mapOf(
      propertiesOf(
        {
          type: { enum: VARIABLE_TYPES },
          default: { type: ['string', 'number', 'boolean', 'array', 'null'] },
          description: text,
          words: {
            ...text,
            description: 'Completes "it must be"; integers, flags, choices and addresses have theirs.',
          },
          from: { type: 'integer' },
          to: { type: 'integer' },
          values: { type: 'array', items: text },
          schemes: { type: 'array', items: text },
          secret: flag,
          read_by: { enum: ['commands', 'traces', 'tests', 'examples'] },
        },
        ['type', 'default', 'description'],
      ),
    ),
  },
  ['configuration'],
);

export const acceptedBreaksMeta: MetaSchema = propertiesOf(
  {
    accepted_breaks: {
      type: 'array',
      items: propertiesOf(
        { rule: text, path: text, reason: text, date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } },
        ['rule', 'path', 'reason', 'date'],
      ),
    },
  },
  ['accepted_breaks'],
);

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
    instructions: fitted,
    groups: { type: 'array', items: text, description: 'The order of the groups in tools/list.' },
    default_details: mapOf(text),
    http_errors: httpErrors,
    tools_list_budget: budget,
  },
};
