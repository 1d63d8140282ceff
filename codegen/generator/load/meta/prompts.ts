// The schemas of spec/prompts: a prompt a file, and common.yaml with what all of them share.
import { ARGUMENT_KINDS } from '../../prompts.ts';
import { fitted, text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

const ALL = ['en', 'es', 'de'];

const said = propertiesOf({ en: text, es: text, de: text }, ALL);

/** What is read depends on what the key can do. */
const step = propertiesOf({ en: fitted, es: fitted, de: fitted }, ALL);

const names: MetaSchema = { type: 'array', uniqueItems: true, items: text };

export const promptMeta: MetaSchema = propertiesOf(
  {
    title: { ...said, description: 'What a client shows in its list.' },
    description: said,
    needs: { ...names, description: 'Tools that a key must be able to call, or it does not see the prompt.' },
    arguments: { ...names, description: 'Names of arguments of common.yaml, in the order of a form.' },
    required: { ...names, description: 'Those of the arguments that must be given.' },
    steps: {
      ...mapOf(step),
      minProperties: 1,
      description: 'In their order; one of which nothing holds for the key is left out.',
    },
  },
  ['title', 'description', 'arguments', 'steps'],
);

export const promptCommonMeta: MetaSchema = propertiesOf(
  {
    arguments: mapOf(
      propertiesOf(
        {
          kind: { type: 'string', enum: [...ARGUMENT_KINDS] },
          max_length: { type: 'integer', minimum: 1, description: 'Characters, of a text.' },
          en: text,
          es: text,
          de: text,
        },
        ['kind', ...ALL],
      ),
    ),
    rules: { ...mapOf(step), description: 'What holds in every prompt, after its steps.' },
    words: { ...mapOf(said), description: 'The lines before the rules and the given arguments.' },
  },
  ['arguments', 'rules', 'words'],
);

export const resourcesMeta: MetaSchema = propertiesOf(
  {
    resources: mapOf(
      propertiesOf(
        {
          uri: { ...text, description: 'With a parameter in braces it is a template.' },
          mime_type: text,
          title: said,
          description: said,
        },
        ['uri', 'mime_type', 'title', 'description'],
      ),
    ),
    guides: {
      ...mapOf(names),
      description: 'Guides of spec/guides that agents read, each with the groups of tools that it is about.',
    },
  },
  ['resources', 'guides'],
);
