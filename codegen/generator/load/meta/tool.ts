// The closed JSON Schema of spec/tools/<group>/<tool>.yaml.
import { fieldDefinitions, fieldsRef, fitted, text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

const names: MetaSchema = { type: 'array', items: text };
const namesOfRule: MetaSchema = { type: 'array', minItems: 2, items: text };
const flag: MetaSchema = { type: 'boolean' };

const rule: MetaSchema = propertiesOf({
  at_least_one: namesOfRule,
  at_most_one: namesOfRule,
  exactly_one: namesOfRule,
  date_order: namesOfRule,
  number_order: namesOfRule,
  message: { ...text, description: 'Appended to the description of the tool.' },
});

const example: MetaSchema = propertiesOf(
  {
    title: text,
    country: { ...text, description: 'The country of the entity that the example runs on.' },
    params: { type: 'object' },
    output: { type: 'object', description: 'A part of the answer.' },
    error: text,
  },
  ['title', 'params'],
);

const output: MetaSchema = propertiesOf({
  list: { ...text, description: 'The named record of a row.' },
  record: { ...text, description: 'The named record of the answer.' },
  fields: fieldsRef,
  csv: { ...text, description: 'The field whose value is the text of the answer.' },
  embed: {
    ...text,
    description:
      'The optional field whose value travels as an embedded resource; uri, mime_type and encoding (text, base64) tell of it.',
  },
  once: {
    ...text,
    description: 'The nullable field that only the first answer has; it is not kept for a repeat.',
  },
  asks: {
    ...text,
    description:
      'The field with the id of the request that waits for a person, which clients may follow as a task.',
  },
});

export const toolMeta: MetaSchema = {
  ...propertiesOf(
    {
      tool: text,
      title: text,
      description: { ...fitted, description: 'For an agent; at most 600 characters, whoever reads it.' },
      scope: { ...text, description: 'A scope of spec/scopes.yaml, or exempt.' },
      entity: { enum: ['required', 'none'] },
      access: { enum: ['read', 'write'] },
      transactions: {
        enum: ['one', 'own'],
        description:
          'own: the work is too long for one transaction, so the handler runs several. Default one.',
      },
      dry_run: {
        ...flag,
        description: 'The tool takes dry_run: true, and then answers what it would do and writes nothing.',
      },
      check_with: {
        ...text,
        description: 'The tool that shows whether a write took effect. Default search.',
      },
      annotations: propertiesOf({ destructive: flag, idempotent: flag, open_world: flag }, [
        'destructive',
        'idempotent',
        'open_world',
      ]),
      list: propertiesOf(
        { default: { type: 'integer', minimum: 1 }, max: { type: 'integer', minimum: 1 }, fixed: flag },
        ['default', 'max'],
      ),
      params: fieldsRef,
      also: {
        ...names,
        description: 'What others call the tool; what an unknown tool is told. Not published.',
      },
      was: {
        ...text,
        description:
          'The name before a rename: calls by it are answered with a warning until the next release.',
      },
      changes: {
        ...propertiesOf({ tool: text, clear: names }, ['tool', 'clear']),
        description:
          'The tool that creates what this one changes: its parameters and codes are taken over, none of them required.',
      },
      rules: { type: 'array', items: rule },
      errors: names,
      warnings: names,
      output,
      examples: { type: 'array', items: example },
      addition: flag,
    },
    ['tool', 'title', 'description', 'scope', 'entity', 'access', 'annotations', 'output'],
  ),
  definitions: fieldDefinitions,
};

export const typesMeta: MetaSchema = {
  ...propertiesOf({ types: mapOf({ $ref: '#/definitions/field' }) }, ['types']),
  definitions: fieldDefinitions,
};

export const importMeta: MetaSchema = {
  ...propertiesOf(
    {
      import: text,
      description: text,
      fields: fieldsRef,
      sample: { type: 'array', minItems: 1, items: { type: 'object' } },
    },
    ['import', 'description', 'fields', 'sample'],
  ),
  definitions: fieldDefinitions,
};
