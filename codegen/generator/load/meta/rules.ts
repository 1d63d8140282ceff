// The closed JSON Schema of what rules of authorities and networks say.
import { fitted, text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

/** What rules say of a breach to agents, by the rule's official id; `.word` behind it where a rule says several things. */
export const rulesMeta: MetaSchema = propertiesOf(
  {
    frames: { ...mapOf(fitted), description: 'How a fix is worded; what differs stands in braces.' },
    rules: mapOf(
      propertiesOf(
        {
          says: { ...text, description: 'What is wrong; parameters stand in braces.' },
          fix: {
            type: ['string', 'array', 'object'],
            minLength: 1,
            items: { type: 'string' },
            additionalProperties: fitted,
            description:
              'What to do: a text, or a frame with what stands in it, and sentences `before` and `after` it.',
          },
        },
        ['says', 'fix'],
      ),
    ),
  },
  ['rules'],
);
