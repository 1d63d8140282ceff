// The schemas of sentences that are told by key and parameters, of labels, and of what people read of a code.
import { fitted, text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

/** One text, or one for a single thing and one for more of them. */
const sentence: MetaSchema = {
  type: ['string', 'object'],
  minLength: 1,
  required: ['one', 'other'],
  properties: { one: text, other: text },
  additionalProperties: false,
  description: 'A text; parameters stand in braces.',
};

export const person: MetaSchema = {
  ...propertiesOf({ en: text, es: text, de: text }, ['es', 'de']),
  description:
    'What a person reads on a page: fields by their label. `en` where the message names parameters.',
};

const saying = propertiesOf(
  {
    agent: { ...fitted, description: 'What an agent reads, where a person reads something else.' },
    by: { ...text, description: 'The parameter that decides between one and other.' },
    en: sentence,
    es: sentence,
    de: sentence,
  },
  ['en', 'es', 'de'],
);

/** Sentences that the books keep or tell by key and parameters. */
export const saidMeta: MetaSchema = propertiesOf({ said: mapOf(saying) }, ['said']);

/** What is found in documents that others sent. */
export const receivedMeta: MetaSchema = propertiesOf(
  {
    received: mapOf(
      propertiesOf(
        {
          severity: {
            enum: ['error', 'warning', 'note'],
            description: 'An error blocks `validated`, a warning asks a person to look, a note only tells.',
          },
          says: { ...saying, description: 'What was found.' },
          fix: { ...saying, description: 'What to do about it.' },
        },
        ['severity', 'says', 'fix'],
      ),
    ),
  },
  ['received'],
);

/** What people call a field. */
export const labelsMeta: MetaSchema = propertiesOf(
  { labels: mapOf(propertiesOf({ en: text, es: text, de: text }, ['en', 'es', 'de'])) },
  ['labels'],
);
