// The closed JSON Schema of spec/vocabulary/bank-layouts.yaml.
import { text } from './field.ts';
import { propertiesOf } from './schema.ts';
import type { MetaSchema } from './schema.ts';

/** What a cell holds besides, that code takes apart: the names of `UNPACK` in src/domain/bank/statements/csv/profiles.ts. */
const UNPACKERS = ['commerzbank', 'comdirect'] as const;

/** Fields of a statement that a column may hold, and the words that a layout says of rows. */
const FIELDS = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'description',
  'reference',
  'counterparty',
  'party_account',
  'party_tax_id',
  'balance',
  'currency',
  'account',
  'serial',
  'status',
  'fee',
] as const;

const headings: MetaSchema = { type: 'array', minItems: 1, items: text };
const side: MetaSchema = propertiesOf({ credit: text, debit: text }, ['credit', 'debit']);
const column: MetaSchema = { type: ['string', 'null'], minLength: 1 };

const layout: MetaSchema = propertiesOf(
  {
    name: {
      type: 'string',
      pattern: '^[a-z0-9-]{2,20}$',
      description: 'Becomes the format of the statement.',
    },
    country: { type: 'string', pattern: '^(?:[A-Z]{2}|any)$' },
    product: { ...text, description: 'What the file is of.' },
    source: { ...text, description: 'How this is known.' },
    fixture: { ...text, description: 'A small file that has the layout.' },
    signature: { ...headings, description: 'Headings that tell the layout; | parts spellings of one.' },
    fields: {
      ...propertiesOf(Object.fromEntries(FIELDS.map((field) => [field, column]))),
      description: 'What differs from the usual headings; null for a field that the layout does not have.',
    },
    before: { ...headings, description: 'Columns whose text stands before the description.' },
    after: { ...headings, description: 'Columns whose text stands after the description.' },
    beside: { ...headings, description: 'Columns that are no part of the text.' },
    more_fees: { ...headings, description: 'Columns that are taken with the fee, such as its tax.' },
    sides: {
      ...propertiesOf({ counterparty: side, party_account: side, party_tax_id: side }),
      description: 'Columns of the other party that are others for money in than for money out.',
    },
    charges: { enum: ['positive'], description: 'What is paid has no minus, as on cards.' },
    currencies: {
      enum: ['several'],
      description: 'A file has movements of other accounts, told by their currency.',
    },
    states: {
      ...propertiesOf({ booked: text, pending: text, void: text }),
      description: 'What this bank alone says of rows, between semicolons.',
    },
    rows: {
      ...propertiesOf(
        {
          column: text,
          opening: headings,
          closing: headings,
          balance: headings,
          sum: headings,
          pending: headings,
          void: headings,
        },
        ['column'],
      ),
      description: 'Rows that a word in a column tells to be no movements.',
    },
    derive: { enum: ['wise-history'], description: 'What makes amount, fee and party of several columns.' },
    unpack: { enum: UNPACKERS, description: 'What takes the description apart.' },
  },
  ['name', 'country', 'product', 'source', 'signature', 'fixture'],
);

export const layoutsMeta: MetaSchema = propertiesOf(
  { layouts: { type: 'array', minItems: 1, items: layout } },
  ['layouts'],
);
