// The closed JSON Schema of a field body. Editors use it too, so every word says what it does.
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

const count: MetaSchema = { type: 'integer', minimum: 0 };
const number: MetaSchema = { type: 'number' };
const flag: MetaSchema = { type: 'boolean' };
export const text: MetaSchema = { type: 'string', minLength: 1 };

/** A text that may have alternatives, of which the first that holds is read; they are folded into one string. */
export const fitted: MetaSchema = {
  type: ['string', 'array', 'object'],
  minLength: 1,
  items: { type: ['string', 'object'], additionalProperties: text },
  additionalProperties: text,
  description: 'A text, alternatives such as {can update_invoice: …, shell: …, else: …}, or a list of both.',
};

const fieldRef: MetaSchema = { $ref: '#/definitions/field' };

/** A map of field names to field bodies. */
export const fieldsRef: MetaSchema = { type: 'object', additionalProperties: fieldRef };

const field: MetaSchema = propertiesOf({
  type: { enum: ['string', 'integer', 'number', 'boolean', 'array', 'object'] },
  enum: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { type: ['string', 'number'] },
    description: 'The allowed values.',
  },
  const: { type: ['string', 'number', 'boolean'], description: 'The only value; a literal type.' },
  pattern: { ...text, description: 'A regular expression; put it in single quotes.' },
  minLength: count,
  maxLength: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  items: { ...fieldRef, description: 'The body of each element of an array.' },
  format: {
    enum: ['date', 'date-time', 'email'],
    description: 'Checked, but left out of the published schema.',
  },
  default: { description: 'Filled in by the validator when the caller leaves the field out.' },
  description: { ...text, maxLength: 600, description: 'What an agent reads: full sentences.' },
  words: { ...text, description: 'What is allowed, in words for errors: the end of "must be …".' },
  example: { type: ['string', 'number'], description: 'A value that errors show beside the words.' },
  ids: { type: 'array', minItems: 1, items: text, description: 'Ids of spec/ids.yaml that the field takes.' },
  also: {
    type: 'array',
    minItems: 1,
    items: text,
    description:
      'What others call this field, and only it; spec/vocabulary/synonyms.yaml has what holds for several. Not published.',
  },
  was: {
    ...text,
    description:
      'The name before a rename: it is taken with a warning until the next release. Not published.',
  },
  also_values: {
    ...mapOf({ type: 'array', minItems: 1, items: text }),
    description: 'What others call values of enum, by the value. Not published.',
  },
  use: { ...text, description: 'A named type of spec/types or an id of spec/ids.yaml.' },
  fields: { ...fieldsRef, description: 'An input object: fields may be left out unless required.' },
  record: { ...fieldsRef, description: 'An output object: fields are present unless optional.' },
  extends: { ...text, description: 'A named record whose fields come first.' },
  required: { ...flag, description: 'The caller must give it.' },
  nullable: { ...flag, description: 'The answer may hold null here.' },
  optional: { ...flag, description: 'The answer may leave it out.' },
  derived_default: { ...text, description: 'A sentence about a default that the service works out.' },
  by_country: { ...text, description: 'A slot of details in spec/countries: the fields of all countries.' },
  beyond_tools: { ...flag, description: 'Pages and commands show it, whether or not a tool answers it.' },
  addition: { ...flag, description: 'Ours; not in the description of the service.' },
});

export const fieldDefinitions = { field } as const;
