// The closed JSON Schema of spec/countries/XX.yaml; generated/countries.ts has the same shape as a type.
import { text } from './field.ts';
import { mapOf, propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

const day: MetaSchema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const digits: MetaSchema = { type: 'integer', minimum: 1, maximum: 30 };
const years: MetaSchema = { type: 'integer', minimum: 1, maximum: 30 };
const percent: MetaSchema = { type: 'number', minimum: 0, maximum: 100 };

const taxRate = propertiesOf({ percent, category: text, from: day, to: day }, [
  'percent',
  'category',
  'from',
]);

const exemptionReason = propertiesOf({ text, code: text }, ['text']);

const tax = propertiesOf(
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

const taxId = propertiesOf(
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

const shortPayments = propertiesOf({
  withholdings: {
    type: 'array',
    items: propertiesOf(
      {
        percent,
        income_tax: percent,
        vat: percent,
        vat_part: { type: 'boolean', description: 'Two thirds of it.' },
      },
      ['percent'],
    ),
    description:
      'What customers withhold, of the net amount, and the taxes that are in it; the first that fits is named.',
  },
  cash_discounts: {
    type: 'array',
    items: percent,
    description: 'Percent of the total that customers deduct for early payment.',
  },
  bank_fees: { type: 'array', items: { type: 'number' }, description: 'What banks deduct for a transfer.' },
  bank_fees_taxed: {
    type: 'boolean',
    description: 'Whether the default tax rate may come on top of the fees.',
  },
});

const paymentCause = propertiesOf(
  {
    settled_by: {
      enum: ['entry', 'credit_note', 'document'],
      description:
        'entry: the books settle it; credit_note: only a filed note does; document: only what the document itself states.',
    },
    reduces_tax: {
      type: 'boolean',
      description: 'Base and tax of the invoice go down with it, at their rates.',
    },
    paid_in_full: { type: 'boolean', description: 'For the authority all of it was paid.' },
    most_percent: {
      ...percent,
      description: 'At most: of the balance, a discount and withheld tax of the invoice.',
    },
    usual: propertiesOf({
      percents: { type: 'array', items: percent },
      days: { type: 'integer', minimum: 0, maximum: 999 },
    }),
    by_table: {
      ...propertiesOf({ most: { type: 'number', minimum: 0 }, most_percent: percent }, [
        'most',
        'most_percent',
      ]),
      description:
        'Usual fees of the country up to this, in units and of the balance, are booked without being asked.',
    },
  },
  ['settled_by', 'most_percent'],
);

const paymentCauses = propertiesOf({
  early_payment_discount: paymentCause,
  bank_fee: paymentCause,
  withholding: paymentCause,
  rounding: paymentCause,
});

/** The keys of all regimes; src/einvoicing decides which a regime needs. */
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
  unit_code: text,
  payment_means_code: text,
  payment_means_code_of_account: text,
  payment_means_code_of_sepa_iban: text,
});

const profile = propertiesOf(
  {
    id: { ...text, description: 'The name under which a filed document keeps it.' },
    customization_id: text,
    profile_id: text,
    rules: { ...text, description: 'The version of the rule book that its documents are checked against.' },
    extras: {
      type: 'array',
      items: { enum: ['uuid', 'home_totals'] },
      description: 'What its documents carry besides: an id of their own, the totals in the home currency.',
    },
    only: {
      enum: ['domestic', 'email'],
      description: 'For buyers of the same country on the network, or for documents by e-mail.',
    },
    from: day,
    to: day,
  },
  ['id', 'customization_id', 'profile_id', 'rules', 'from'],
);

const scheme = {
  scheme: { type: 'string', pattern: '^\\d{4}$' },
  field: { enum: ['vat_id', 'tax_number'], description: 'The field that holds the identifier.' },
  pattern: { ...text, description: 'Which values it is for.' },
} as const;

const identifierScheme = propertiesOf(
  { ...scheme, prefix: { ...text, description: 'Written before the value.' } },
  ['scheme', 'field', 'pattern'],
);

const registrationScheme = propertiesOf(
  { ...scheme, name: { ...text, description: 'As invoices and warnings call the identifier.' } },
  ['scheme', 'name', 'field', 'pattern'],
);

/** Each part may be left out: English words, A4, 1,234.56 and 3 May 2026 take its place. */
const writing = propertiesOf({
  language: { enum: ['de', 'en', 'es'], description: 'Of printed invoices and mails.' },
  page: { enum: ['A4', 'LETTER'] },
  group: { enum: [',', '.', "'", '\u00a0'], description: 'Between groups of three digits.' },
  point: { enum: [',', '.'], description: 'Before the decimals.' },
  day: { enum: ['slashes', 'dots', 'words'], description: '03/05/2026, 03.05.2026 or 3 May 2026.' },
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
    postal_code: propertiesOf(
      {
        pattern: text,
        required: { type: 'boolean' },
        example: { ...text, description: 'A code that errors show.' },
      },
      ['pattern', 'required'],
    ),
    payment_terms_days: { type: 'integer', minimum: 0, maximum: 3650 },
    retention: {
      ...propertiesOf(
        {
          years: {
            ...years,
            description: 'How long files are kept unless the company says longer or shorter.',
          },
          minimum_years: { ...years, description: 'What the law asks for at the least.' },
        },
        ['years', 'minimum_years'],
      ),
      description: 'How long the files of documents are kept, from the end of the calendar year.',
    },
    invoice_series: {
      type: 'string',
      pattern: '^[A-Z0-9]{1,10}$',
      description: 'The series in which its companies number their invoices.',
    },
    credit_note_series: {
      type: 'string',
      pattern: '^[A-Z0-9]{1,10}$',
      description: 'The series of their credit notes.',
    },
    complement_series: {
      type: 'string',
      pattern: '^[A-Z0-9]{1,10}$',
      description: 'The series of their payment complements, where the authority wants such.',
    },
    writing: { ...writing, description: 'How its companies write to their buyers.' },
    invoice_title: {
      ...text,
      description: 'What the law wants an invoice to be headed with; else the usual word of the language.',
    },
    profiles: {
      type: 'array',
      minItems: 1,
      items: profile,
      description: 'The versions of the format by day of issue; the first that fits is taken.',
    },
    participant_schemes: {
      type: 'array',
      minItems: 1,
      items: identifierScheme,
      description: 'Where its companies can be reached that say nothing else; the first that fits is taken.',
    },
    registration_schemes: {
      type: 'array',
      minItems: 1,
      items: registrationScheme,
      description: 'How its companies name their entry in the register; the first that fits is taken.',
    },
    registration_needed: {
      type: 'array',
      minItems: 1,
      items: { enum: ['seller', 'buyer'] },
      description: 'Whose entry the rules of the network ask for between two companies of the country.',
    },
    defaults: { ...defaults, description: 'What an invoice says unless the caller does.' },
    bank_identifiers: {
      type: 'array',
      items: { enum: ['clabe', 'routing_number', 'iban', 'bic'] },
      description: 'What identifies a bank account of its companies; other identifiers are ignored.',
    },
    iban_parts: {
      ...propertiesOf({ bank_digits: digits, number_digits: digits }, ['bank_digits', 'number_digits']),
      description:
        'Its IBANs are, behind the check digits, a bank code and an account number of these lengths.',
    },
    short_payments: {
      ...shortPayments,
      description: 'Why a payment may be short of its invoice; the usual discounts and fees when left out.',
    },
    payment_causes: {
      ...paymentCauses,
      description: 'What may settle a part of an invoice without money, and what becomes of its tax.',
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
    'retention',
    'invoice_series',
    'credit_note_series',
    'details',
  ],
);
