// The schemas of scopes and events, which say something in each language, and of spec/texts: groups nest to any depth, and a leaf holds one text in each language.
import { text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

const NODE = { $ref: '#/definitions/node' } as const satisfies MetaSchema;

/** A string, or its forms by number: `{ one: 1 file, other: '{n} files' }`. */
const form = (language: string): MetaSchema => ({
  type: ['string', 'object'],
  properties: { one: { type: 'string' }, other: { type: 'string' } },
  required: ['other'],
  additionalProperties: false,
  description: `${language}; {name} stands for a parameter. { one: …, other: … } where the first parameter counts.`,
});

export const textsMeta: MetaSchema = {
  ...NODE,
  definitions: {
    node: {
      type: 'object',
      minProperties: 1,
      properties: {
        params: {
          type: 'array',
          minItems: 1,
          items: { type: 'string', pattern: '^[a-z][A-Za-z0-9]*$' },
          description: 'The parameters, in the order in which they are given.',
        },
        may_name: {
          type: 'string',
          enum: ['tools', 'commands'],
          description: 'What this text may name although its readers are persons.',
        },
        without: {
          type: 'object',
          additionalProperties: NODE,
          description: 'By parameter, the text where it is null or empty.',
        },
        en: form('English'),
        es: form('Spanish'),
        de: form('German'),
      },
      additionalProperties: NODE,
    },
  },
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
