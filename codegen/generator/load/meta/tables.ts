// The closed JSON Schemas of the files that hold one table each.
import { fieldDefinitions, fieldsRef, text } from './field.ts';
import { mapOf, type MetaSchema, propertiesOf } from './schema.ts';

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
/** One text, or one for a single thing and one for more of them. */
const sentence: MetaSchema = {
  type: ['string', 'object'],
  minLength: 1,
  required: ['one', 'other'],
  properties: { one: text, other: text },
  additionalProperties: false,
  description: 'A text; parameters stand in braces.',
};

const person: MetaSchema = {
  ...propertiesOf({ en: text, es: text, de: text }, ['es', 'de']),
  description:
    'What a person reads on a page: fields by their label. `en` where the message names parameters.',
};

/** Sentences that the books keep or tell by key and parameters. */
export const saidMeta: MetaSchema = propertiesOf(
  {
    said: mapOf(
      propertiesOf(
        {
          agent: { ...text, description: 'What an agent reads, where a person reads something else.' },
          by: { ...text, description: 'The parameter that decides between one and other.' },
          en: sentence,
          es: sentence,
          de: sentence,
        },
        ['en', 'es', 'de'],
      ),
    ),
  },
  ['said'],
);

/** What people call a field. */
export const labelsMeta: MetaSchema = propertiesOf(
  { labels: mapOf(propertiesOf({ en: text, es: text, de: text }, ['en', 'es', 'de'])) },
  ['labels'],
);

const applies: MetaSchema = {
  type: ['string', 'array'],
  items: text,
  description: 'Tools for which the code is implied.',
};

/** A sentence in each language; tools and their reference use the English. */
const said = propertiesOf({ en: text, es: text, de: text }, ['en', 'es', 'de']);

export const scopesMeta: MetaSchema = propertiesOf({ scopes: mapOf(said) }, ['scopes']);
export const eventsMeta: MetaSchema = propertiesOf(
  {
    events: mapOf(said),
    records: {
      ...mapOf(mapOf({ enum: ['string', 'number', 'boolean'] })),
      description: 'What webhooks tell of a record, by the first word of its events.',
    },
    deliveries: {
      ...mapOf(
        propertiesOf(
          {
            event: text,
            record_type: text,
            record_id: text,
            record: {
              ...mapOf({ type: ['string', 'number', 'boolean'] }),
              description: 'What is left out is null.',
            },
          },
          ['event', 'record_type', 'record_id', 'record'],
        ),
      ),
      description: 'A delivery of each record, as the reference shows it.',
    },
  },
  ['events'],
);

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
            hint: { ...text, description: 'What to call or ask next.' },
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

export const REFUSAL_KINDS = [
  'usage',
  'invalid_value',
  'not_found',
  'already_exists',
  'wrong_state',
  'not_allowed',
  'unreadable_file',
  'unwritable_file',
  'rows_rejected',
  'too_costly',
  'busy',
  'not_confirmed',
] as const;

/** The same text for persons, in the languages of the pages. */
const persons = propertiesOf({ en: text, es: text, de: text }, ['en', 'es', 'de']);

export const refusalsMeta: MetaSchema = propertiesOf(
  {
    refusals: mapOf(
      propertiesOf(
        {
          kind: { enum: REFUSAL_KINDS, description: 'What scripts and exit codes tell apart.' },
          details: { ...mapOf(text), description: 'The named type of each detail.' },
          en: { ...text, description: 'What is the matter, for everybody. Braces name details.' },
          es: text,
          de: text,
          agent: { ...text, description: 'What an agent does next: tools and parameters.' },
          person: { ...persons, description: 'What a person does next on a page.' },
          shell: { ...text, description: 'What somebody at a command line does next.' },
        },
        ['kind', 'en'],
      ),
    ),
  },
  ['refusals'],
);

export const warningsMeta: MetaSchema = {
  ...propertiesOf(
    {
      warnings: mapOf(
        propertiesOf({ message: text, person, details: fieldsRef, applies }, ['message', 'person']),
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

/** spec/commands.yaml: each command with its examples. */
export const commandsMeta: MetaSchema = propertiesOf(
  { commands: mapOf({ type: 'array', minItems: 1, items: { type: 'string' } }) },
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
