// The closed JSON Schema of spec/countries/XX.yaml; generated/countries.ts has the same shape as a type.
import { text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

const day: MetaSchema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const percent: MetaSchema = { type: 'number', minimum: 0, maximum: 100 };

const taxRate = propertiesOf({ percent, category: text, from: day, to: day }, [
  'percent',
  'category',
  'from',
]);

const tax = propertiesOf(
  { scheme: text, name: text, default_rate: percent, rates: { type: 'array', minItems: 1, items: taxRate } },
  ['scheme', 'name', 'default_rate', 'rates'],
);

const taxId = propertiesOf(
  {
    name: text,
    field: { ...text, description: 'The field of country_details that holds it.' },
    pattern: text,
    generic_domestic: text,
    generic_foreign: text,
  },
  ['name', 'field', 'pattern'],
);

/** Those of all regimes; which of them a regime needs is seen where `src/einvoicing` reads them. */
const defaults = propertiesOf({
  payment_terms_days_by_method: {
    ...mapOf({ type: 'integer', minimum: 0, maximum: 3650 }),
    description: 'For payment methods that differ from payment_terms_days.',
  },
  payment_method: text,
  payment_form: text,
  payment_form_deferred: text,
  cfdi_use: text,
  cfdi_use_without_effects: text,
  sat_product_code: text,
  sat_unit_code: text,
  tax_object: text,
  payment_means_code: text,
  payment_means_code_of_account: text,
  payment_means_code_of_sepa_iban: text,
});

export const countryMeta: MetaSchema = propertiesOf(
  {
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    name: text,
    filing_model: {
      enum: ['clearance', 'network'],
      description: 'An authority stamps, or invoices travel peer to peer.',
    },
    regime: { ...text, description: 'The folder of src/einvoicing that makes its documents.' },
    status: { enum: ['full', 'progressive', 'off'] },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    time_zone: text,
    time_zone_by_postal_prefix: mapOf(text),
    tax,
    tax_id: taxId,
    postal_code: propertiesOf({ pattern: text, required: { type: 'boolean' } }, ['pattern', 'required']),
    payment_terms_days: { type: 'integer', minimum: 0, maximum: 3650 },
    defaults: { ...defaults, description: 'What an invoice says unless the caller does.' },
    bank_identifiers: {
      type: 'array',
      items: { enum: ['clabe', 'routing_number', 'iban', 'bic'] },
      description: 'What identifies a bank account of its companies; other identifiers are ignored.',
    },
    details: { ...mapOf(text), description: 'Slot to named input type.' },
  },
  [
    'country',
    'name',
    'filing_model',
    'regime',
    'status',
    'currency',
    'time_zone',
    'time_zone_by_postal_prefix',
    'tax',
    'tax_id',
    'postal_code',
    'payment_terms_days',
    'details',
  ],
);
