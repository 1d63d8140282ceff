// Documents that say all that their kind and country can say, in values that stand nowhere else.
import type { PaymentDocument } from '../../../../src/einvoicing/mx-cfdi/payment/document.ts';
import { amount } from '../../../../src/base/money/amount.ts';
import { decimal } from '../../../../src/base/money/decimal.ts';
import { asDay } from '../../../../src/base/time/day.ts';
import type { Relation } from '../../../../src/einvoicing/regime.ts';
import type { GoldenCase } from '../../../einvoicing/mx-cfdi/golden.ts';
import { complementOf, invoiceOf } from '../../../einvoicing/mx-cfdi/payment/complements.ts';
import { ACCOUNT, CUSTOMERS, type InvoiceGiven, SELLERS } from '../../../einvoicing/peppol-ubl/invoices.ts';

const CONTACT = {
  contact_name: 'Petra Beispiel',
  contact_email: 'petra@kunde.example',
  contact_phone: '+49 40 7654321',
};

const LINES = [
  {
    description: 'Konstruktion der Vorrichtung',
    quantity: 3.5,
    unit_price: 417.123456,
    discount: { percent: 7.5 },
    product_number: 'KV-77',
    period: { from: '2026-10-03', to: '2026-10-29' },
    country_details: { unit_code: 'HUR' },
  },
  {
    description: 'Frästeile',
    quantity: 12,
    unit_price: 61.79,
    discount: { amount: 13.37 },
    product_number: 'FT-12',
    period: { from: '2026-10-05', to: '2026-10-27' },
    country_details: { unit_code: 'H87' },
  },
];

const MORE = {
  title: 'Auftrag Herbst',
  payment_terms_text: 'Zahlbar ohne Abzug.\nBitte die Nummer angeben.',
  discount_terms: [
    { percent: 3.25, days: 7 },
    { percent: 1.75, days: 14 },
  ],
  order_reference: 'BST-4711',
  contract_reference: 'RV-2025-8',
  project_reference: 'Projekt Nord',
  delivery_period: { from: '2026-10-02', to: '2026-10-30' },
  prepaid_amount: 211.19,
  allowances: [{ percent: 2.2, reason: 'Treuerabatt' }],
  charges: [{ amount: 31.41, reason: 'Fracht' }],
  attachments: [
    {
      name: 'Nachweis.pdf',
      mime_type: 'application/pdf' as const,
      content_base64: Buffer.from('%PDF-1.4 Nachweis').toString('base64'),
      description: 'Stundennachweis',
    },
  ],
};

const CORRECTED: Relation = {
  type: '01',
  uuid: '0192f3a0-0000-7000-8000-000000000001',
  folio: 'RE-1001',
  issueDate: asDay('2026-11-02'),
};

const { title, ...TERMS } = MORE;

/** A transfer to an account of the company. */
const fullInvoice = (country: keyof typeof SELLERS): InvoiceGiven => ({
  seller: SELLERS[country],
  customer: { ...CUSTOMERS[country], details: { ...CUSTOMERS[country].details, ...CONTACT } },
  accounts: [{ ...ACCOUNT, currency: SELLERS[country].currency }],
  details: { buyer_reference: `REF-${country}` },
  notes: 'Vielen Dank für den Auftrag.',
  terms: 23,
  title,
  lines: LINES,
  more: TERMS,
});

const { discount_terms: _discounts, prepaid_amount: _prepaid, ...CREDITED } = TERMS;

const noteOf = (country: keyof typeof SELLERS): InvoiceGiven => ({
  ...fullInvoice(country),
  more: CREDITED,
  corrects: [CORRECTED],
});

const NETWORK = Object.keys(SELLERS) as (keyof typeof SELLERS)[];
const { attachments: _files, ...WITHOUT_FILES } = TERMS;

export const MAXIMAL: Readonly<Record<string, InvoiceGiven>> = {
  ...Object.fromEntries(NETWORK.map((country) => [`${country} invoice`, fullInvoice(country)])),
  ...Object.fromEntries(NETWORK.map((country) => [`${country} credit note`, noteOf(country)])),
  ...Object.fromEntries(
    NETWORK.map((country) => [
      `${country} invoice in dollars`,
      { ...fullInvoice(country), currency: 'USD', rate: '1.3417' },
    ]),
  ),
  'DE invoice without files, also as CII': { ...fullInvoice('DE'), more: WITHOUT_FILES },
  'DE credit note without files, also as CII': { ...noteOf('DE'), more: { order_reference: 'BST-9' } },
  'DE by direct debit': {
    ...fullInvoice('DE'),
    accounts: [],
    more: {
      ...WITHOUT_FILES,
      direct_debit: {
        mandate_reference: 'MANDAT-31',
        creditor_id: 'DE98ZZZ09999999999',
        iban: 'DE02120300000000202051',
      },
    },
  },
  'DE to an account that is no IBAN': {
    ...fullInvoice('DE'),
    accounts: [],
    details: {
      buyer_reference: 'REF',
      bank_account_number: '00012345',
      bank_name: 'Kontoinhaberin',
      bank_routing_number: 'COBADEFFXXX',
      payment_means_code: '30',
    },
  },
  'DE by e-mail': {
    ...fullInvoice('DE'),
    customer: {
      ...CUSTOMERS.DE,
      email: 'rechnung@kunde.example',
      details: { ...CUSTOMERS.DE.details, participant_id: '', tax_number: '12/345/67890' },
    },
    more: { ...TERMS, delivery: { channel: 'email', format: 'xrechnung' } },
  },
  'DE within the Union, and exempt': {
    ...fullInvoice('DE'),
    customer: CUSTOMERS.FR,
    lines: [
      { ...LINES[0], unit_price: 417.12, country_details: { exemption_code: 'K' } },
      { ...LINES[1], unit_price: 61.79, country_details: { exemption_code: 'VATEX-EU-132' } },
    ],
  },
  'DE in yen, rounded': {
    ...fullInvoice('DE'),
    currency: 'JPY',
    lines: LINES.slice(0, 1),
    more: { order_reference: 'BST' },
  },
};

const MX_LINES: GoldenCase['lines'] = [
  {
    description: 'Honorarios de septiembre',
    quantity: 3.5,
    unit_price: 417.123456,
    discount: { percent: 7.5 },
    product_number: 'KV-77',
    country_details: {
      sat_product_code: '80111600',
      sat_unit_code: 'HUR',
      withholdings: [
        { tax: 'ISR', rate: 10 },
        { tax: 'IVA', rate: 10.6667 },
      ],
    },
  },
  {
    description: 'Renta de local',
    quantity: 1,
    unit_price: 9137.11,
    property_account: '151230015000A',
    country_details: {
      sat_product_code: '80131502',
      withholdings: [{ tax: 'ISR', rate: 1.25 }],
    },
  },
  {
    description: 'Licor',
    quantity: 7,
    unit_price: 251.19,
    discount: { amount: 13.37 },
    customs_number: '26  47  3807  6003832',
    country_details: { sat_product_code: '50202201', excise: { rate: 53 }, withholdings: [] },
  },
  {
    description: 'Refresco',
    quantity: 11,
    unit_price: 21.3,
    country_details: {
      sat_product_code: '50202306',
      sat_unit_code: 'LTR',
      excise: { quota: 5.4917, base_quantity: 11.5 },
      withholdings: [],
    },
  },
  { description: 'Libro', unit_price: 317, country_details: { tax_rate: 0, withholdings: [] } },
  { description: 'Escuela', unit_price: 713, country_details: { exempt: true, withholdings: [] } },
];

const FACTS = { series: 'F', number: '7', issued_at: '2026-11-21T18:00:00.000Z' };

export const MAXIMAL_MX: Readonly<Record<string, GoldenCase>> = {
  invoice: {
    about: 'all that it can say',
    facts: FACTS,
    terms: { payment_terms_text: 'Neto a 23 días', payment_terms_days: 23, notes: 'Gracias' },
    country_details: { payment_method: 'PPD', cfdi_use: 'G03' },
    relations: [
      {
        type: '04',
        uuid: '6128396f-c09b-4ec6-8699-43c5f7e3b230',
        folio: 'F-5',
        issueDate: asDay('2026-11-02'),
      },
    ],
    lines: MX_LINES,
  },
  'invoice in dollars to a foreigner': {
    about: 'a foreign customer',
    facts: FACTS,
    currency: 'USD',
    exchange_rate: '18.123456',
    customer: {
      name: 'Prairie Tools Inc.',
      country_code: 'US',
      tax_id: '123456789',
      postal_code: null,
      details: {},
    },
    country_details: { payment_form: '03' },
    lines: MX_LINES.slice(0, 1),
  },
  'global invoice': {
    about: 'to the public',
    facts: FACTS,
    customer: {
      name: 'Público en General',
      tax_id: 'XAXX010101000',
      postal_code: '06600',
      details: { rfc: 'XAXX010101000', fiscal_regime_code: '616', cfdi_use_code: 'S01' },
    },
    terms: { global: { period: '04', month: '10', year: 2026 } },
    country_details: { payment_form: '01' },
    lines: [{ description: 'Venta', unit_price: 231.17 }],
  },
  'credit note': {
    about: 'a return',
    facts: FACTS,
    refund_form: '03',
    relations: [
      {
        type: '03',
        uuid: '6128396f-c09b-4ec6-8699-43c5f7e3b230',
        folio: 'F-5',
        issueDate: asDay('2026-11-02'),
      },
    ],
    lines: MX_LINES.slice(0, 2),
  },
};

const invoice = (number: string, currency: string) =>
  invoiceOf({
    number,
    currency,
    subtotal: '1317.11',
    taxes: [
      'T 002 Tasa 0.16 1000.11',
      'T 002 Tasa 0 117',
      'T 003 Tasa 0.265 200',
      'W 001 Tasa 0.10 1000.11',
      'W 002 Tasa 0.106667 1000.11',
    ],
  });

export const MAXIMAL_PAYMENTS: Readonly<Record<string, PaymentDocument>> = {
  'payment in pesos': complementOf(
    [
      {
        paidAt: asDay('2026-11-19'),
        form: '03',
        amount: amount(50_017, 'MXN'),
        exchangeRate: null,
        operationNumber: 'SPEI 998877',
        parts: [{ invoice: invoice('31', 'MXN'), paid: amount(50_017, 'MXN'), exchangeRate: null }],
      },
    ],
    { replaces: ['6128396f-c09b-4ec6-8699-43c5f7e3b230'] },
  ),
  'payment in dollars of an invoice in pesos': complementOf([
    {
      paidAt: asDay('2026-11-19'),
      form: '03',
      amount: amount(2_764, 'USD'),
      exchangeRate: decimal('18.123456'),
      parts: [{ invoice: invoice('32', 'MXN'), paid: amount(50_000, 'MXN'), exchangeRate: null }],
    },
  ]),
};
