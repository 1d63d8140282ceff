// Invoices of sellers in each country of the network, from what a caller gives to the document that is built.
import type { Country } from '../../../generated/countries.ts';
import { bundledRates } from '../../../src/domain/money/exchange-rates/bundled.ts';
import type { Entity } from '../../../src/base/entity.ts';
import { toDocument } from '../../../src/domain/documents/invoices/document.ts';
import { type InvoiceInput, planInvoice } from '../../../src/domain/documents/invoices/plan.ts';
import type { InvoiceLineInput } from '../../../generated/types.ts';
import type { InvoiceCustomer } from '../../../src/domain/documents/invoices/record.ts';
import { decimal } from '../../../src/base/money/decimal.ts';
import { asDay } from '../../../src/base/time/day.ts';
import type { FilingFacts } from '../../../src/einvoicing/filing.ts';
import type { InvoiceDocument, PayeeAccount, Relation } from '../../../src/einvoicing/regime.ts';
import { collecting } from '../../support/collecting.ts';
import { DE_CUSTOMER, DE_SELLER, recordOf } from '../../domain/invoices/facts.ts';

export const FACTS: FilingFacts = {
  series: 'RE',
  number: '1042',
  issuedAt: new Date('2026-11-21T09:00:00.000Z'),
};

export const ACCOUNT: PayeeAccount = {
  name: 'Brückner Werkzeugbau GmbH',
  currency: 'EUR',
  iban: 'DE75512108001245126199',
  bic: 'SOGEDEFF',
  clabe: null,
};

const seller = (country_code: Country, facts: Partial<Entity>): Entity => {
  const { details } = { details: {}, ...facts };
  const { street, city, contact_name, contact_email, contact_phone } = DE_SELLER.details;
  return {
    ...DE_SELLER,
    country_code,
    ...facts,
    details: { street, city, contact_name, contact_email, contact_phone, ...details } as Entity['details'],
  };
};

const customer = (country_code: string, facts: Partial<InvoiceCustomer>): InvoiceCustomer => ({
  ...DE_CUSTOMER,
  country_code,
  ...facts,
});

/** Each of them has a seller and a customer here, so that its contract is tested. */
type NetworkCountry = Exclude<Country, 'MX'>;

export const SELLERS = {
  DE: DE_SELLER,
  NL: seller('NL', {
    name: 'Grachtwerk B.V.',
    currency: 'EUR',
    tax_id: 'NL001234567B01',
    postal_code: '1016 DZ',
    details: {
      vat_id: 'NL001234567B01',
      tax_number: '12345678',
      street: 'Keizersgracht 1',
      city: 'Amsterdam',
    },
  }),
  GB: seller('GB', {
    name: 'Harbour & Sons Ltd',
    currency: 'GBP',
    tax_id: 'GB123456789',
    postal_code: 'EC1A 1BB',
    details: { vat_id: 'GB123456789', street: '1 Newgate Street', city: 'London' },
  }),
  AU: seller('AU', {
    name: 'Southern Cross Pty Ltd',
    currency: 'AUD',
    tax_id: '51824753556',
    postal_code: '2000',
    details: { vat_id: '51824753556', street: '1 George Street', city: 'Sydney' },
  }),
  SG: seller('SG', {
    name: 'Merlion Services Pte Ltd',
    currency: 'SGD',
    tax_id: '200312345A',
    postal_code: '018956',
    details: {
      vat_id: '200312345A',
      tax_number: '200312345A',
      street: '1 Marina Boulevard',
      city: 'Singapore',
    },
  }),
} as const satisfies Readonly<Record<NetworkCountry, Entity>>;

export const CUSTOMERS = {
  DE: DE_CUSTOMER,
  LEITWEG: customer('DE', {
    name: 'Bundesamt für Beispiele',
    tax_id: null,
    postal_code: '53113',
    details: { city: 'Bonn', street: 'Adenauerallee 99', participant_id: '0204:991-01234-38' },
  }),
  FR: customer('FR', {
    name: 'Société Générique SARL',
    tax_id: 'FR40303265045',
    postal_code: '75002',
    details: {
      vat_id: 'FR40303265045',
      city: 'Paris',
      street: 'Rue de la Paix 5',
      participant_id: '9957:FR40303265045',
    },
  }),
  US: customer('US', {
    name: 'Prairie Tools Inc.',
    tax_id: '123456789',
    postal_code: '60601',
    details: {
      vat_id: '123456789',
      city: 'Chicago',
      street: '233 S Wacker Drive',
      participant_id: '0060:123456789',
    },
  }),
  NL: customer('NL', {
    name: 'Zuiderzee B.V.',
    tax_id: 'NL009876543B01',
    postal_code: '3011 AA',
    details: { vat_id: 'NL009876543B01', tax_number: '87654321', city: 'Rotterdam', street: 'Coolsingel 40' },
  }),
  GB: customer('GB', {
    name: 'Tower Trading Ltd',
    tax_id: 'GB987654321',
    postal_code: 'SW1A 1AA',
    details: { vat_id: 'GB987654321', city: 'London', street: '10 Downing Street' },
  }),
  AU: customer('AU', {
    name: 'Harbour Bridge Holdings',
    tax_id: '53004085616',
    postal_code: '3000',
    details: { vat_id: '53004085616', city: 'Melbourne', street: '2 Collins Street' },
  }),
  SG: customer('SG', {
    name: 'Orchard Retail Pte Ltd',
    tax_id: '201912345K',
    postal_code: '238801',
    details: { vat_id: '201912345K', city: 'Singapore', street: '391 Orchard Road' },
  }),
} as const satisfies Readonly<Record<NetworkCountry | 'LEITWEG' | 'FR' | 'US', InvoiceCustomer>>;

type LineGiven = Omit<Partial<InvoiceLineInput>, 'country_details'> & {
  readonly unit_price: number;
  readonly country_details?: object;
};

export interface InvoiceGiven {
  readonly seller?: Entity;
  readonly customer?: InvoiceCustomer;
  readonly currency?: string;
  /** Units of the seller's currency; the bundled one when left out. */
  readonly rate?: string;
  readonly accounts?: readonly PayeeAccount[];
  readonly details?: object;
  readonly notes?: string;
  readonly terms?: number;
  readonly day?: string;
  readonly lines?: readonly LineGiven[];
  readonly title?: string;
  /** Further parameters. */
  readonly more?: Omit<Partial<InvoiceInput>, 'line_items'>;
  /** A credit note on these invoices. */
  readonly corrects?: readonly Relation[];
}

/** The document of an invoice of one line over 100 from a German seller to a German buyer, unless said otherwise. */
export const documentOf = (given: InvoiceGiven = {}): InvoiceDocument => {
  const entity = given.seller ?? DE_SELLER;
  const today = asDay(given.day ?? '2026-11-21');
  const currency = given.currency ?? entity.currency;
  const bundled = bundledRates.latest(currency, entity.currency, today) ?? null;
  const own =
    given.rate === undefined
      ? bundled
      : { base: currency, quote: entity.currency, rate: decimal(given.rate), date: today, source: 'test' };
  const rate = currency === entity.currency ? null : own;
  const plan = planInvoice(collecting(), {
    entity,
    issueDate: today,
    customer: given.customer ?? DE_CUSTOMER,
    currency,
    rate,
    accounts: given.accounts ?? [],
    input: {
      country_details: { buyer_reference: 'PO-2026-17', ...given.details },
      notes: given.notes,
      payment_terms_days: given.terms,
      title: given.title,
      ...given.more,
      line_items: (given.lines ?? [{ unit_price: 100 }]).map((line) => ({
        description: 'Entwurf einer Vorrichtung',
        quantity: 1,
        ...line,
      })),
    },
  });
  const document = toDocument(entity, recordOf(plan));
  const { terms } = document;
  const attachments = terms.attachments.map((file, index) => ({
    ...file,
    content: plan.files[index] ?? null,
  }));
  const kind = given.corrects === undefined ? 'invoice' : 'credit_note';
  return {
    ...document,
    kind,
    terms: { ...terms, attachments },
    relations: given.corrects ?? document.relations,
  };
};
