// The closed JSON Schema of spec/vocabulary/synonyms.yaml.
import { text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

const words: MetaSchema = {
  type: ['array', 'string'],
  minItems: 1,
  items: text,
  description: 'A list, or one text with blanks between the words.',
};

const places: MetaSchema = {
  ...words,
  description:
    'Where alone the row holds, before rows without places: a tool (create_bill), an object (line_items[], discount_terms[]) or both (create_bill.line_items[]).',
};

const pairs: MetaSchema = { type: 'array', items: { type: 'array', minItems: 2, items: text } };

export const synonymsMeta: MetaSchema = propertiesOf({
  names: {
    type: 'array',
    description: 'What others call parameters, by what they mean.',
    items: propertiesOf(
      {
        of: {
          type: 'array',
          minItems: 1,
          items: text,
          description: 'Parameters that mean this; each is a synonym of the others.',
        },
        also: words,
        in: places,
        ask: {
          ...text,
          description:
            'The value may not be what the parameter takes: this sentence says the difference, and nothing is taken.',
        },
        convert: {
          enum: ['days_after_issue', 'negated', 'words'],
          description:
            'How the value becomes ours: a due date in days, the opposite of a boolean; of words, a number is asked about.',
        },
        least: {
          type: 'number',
          description:
            'A smaller number may be of another measure (a rate, not an amount), so it is asked about.',
        },
        inside: {
          ...text,
          description: 'The field of the object that the parameter takes: percent, amount.',
        },
        values: { type: 'object', description: 'Values of theirs (text or JSON) and what each becomes.' },
      },
      ['of', 'also'],
    ),
  },
  values: {
    type: 'array',
    description: 'What others call values, wherever a parameter takes the value `of`.',
    items: propertiesOf({ of: text, also: words, in: places }, ['of', 'also']),
  },
  nothing: {
    type: 'array',
    description: 'What no parameter takes, and what the service does with such a thing.',
    items: propertiesOf({ words, in: places, says: text }, ['words', 'says']),
  },
  generic: {
    ...words,
    description: 'Names that mean something only in their object, so that they are not looked for elsewhere.',
  },
  record: { ...words, description: 'What others call the id of the one record that a tool is about.' },
  frames: { ...mapOf(text), description: 'What hints say beside the proposal.' },
  people: {
    type: 'array',
    description: 'Names for tools that there are not, and who does such a thing.',
    items: propertiesOf({ words, says: text }, ['words', 'says']),
  },
  verbs: { ...mapOf(words), description: 'What others call the verb of a tool.' },
  nouns: { ...mapOf(words), description: 'What others call the noun of a tool.' },
  ends: { ...mapOf(text), description: 'Ends of names that are written short, and what they stand for.' },
  opposites: {
    ...pairs,
    description: 'Words of which one is never proposed for another.',
  },
  negations: {
    type: 'array',
    items: text,
    description: 'What makes the opposite of a word in front of which it stands.',
  },
  units: { ...pairs, description: 'Words for measures, of which one is never proposed for another.' },
});
