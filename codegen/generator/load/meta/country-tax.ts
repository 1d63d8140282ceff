// The part of spec/countries/XX.yaml that is about taxes and tax ids.
import { text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

export const day: MetaSchema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
export const percent: MetaSchema = { type: 'number', minimum: 0, maximum: 100 };

const taxRate = propertiesOf({ percent, category: text, from: day, to: day }, [
  'percent',
  'category',
  'from',
]);

const exemptionReason = propertiesOf({ text, code: text }, ['text']);

export const tax = propertiesOf(
  {
    scheme: text,
    name: text,
    default_rate: percent,
    rates: { type: 'array', minItems: 1, items: taxRate },
    exemption_reasons: {
      ...mapOf(exemptionReason),
      description: 'The categories that pay no tax for a reason, and how documents give it.',
    },
    exemption_texts: {
      ...mapOf(text),
      description: 'How documents give the reason of a code of that list; else as that of its category.',
    },
    small_business_exemption: {
      ...text,
      description: 'How documents give the reason why small businesses pay none; absent where they do.',
    },
    exemption_code_list: {
      enum: ['VATEX'],
      description: 'The code list from which lines may name their reason; none when left out.',
    },
    category_codes: {
      ...mapOf(text),
      description: 'How documents write a category, where not by its own code.',
    },
  },
  ['scheme', 'name', 'default_rate', 'rates'],
);

export const taxId = propertiesOf(
  {
    name: text,
    field: { ...text, description: 'The field of country_details that holds it.' },
    pattern: text,
    generic_domestic: text,
    generic_foreign: text,
    in_text: { ...text, description: 'How it stands in running text; not looked for there when left out.' },
  },
  ['name', 'field', 'pattern'],
);
