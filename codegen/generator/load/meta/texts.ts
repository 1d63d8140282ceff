// The schema of spec/texts: groups nest to any depth, and a leaf holds one text in each language.
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
