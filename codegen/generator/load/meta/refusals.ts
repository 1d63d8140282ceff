// The closed JSON Schema of spec/refusals.
import { fitted, text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

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
          agent: { ...fitted, description: 'What an agent does next: tools and parameters.' },
          person: { ...persons, description: 'What a person does next on a page.' },
          shell: { ...text, description: 'What somebody at a command line does next.' },
        },
        ['kind', 'en'],
      ),
    ),
  },
  ['refusals'],
);
