// The German demo company. All VAT ids are fictitious, with valid check digits.
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { DemoEntity } from './types.ts';

const CUSTOMER = { is_customer: true, is_supplier: false } as const;
const SUPPLIER = { is_customer: false, is_supplier: true } as const;

export const DEMO_GERMANY: DemoEntity = {
  entity: {
    name: 'Nordlicht Software GmbH',
    country: 'DE',
    tax_id: null,
    postal_code: '20457',
    time_zone: null,
    details: {
      vat_id: 'DE312847567',
      street: 'Am Sandtorkai 50',
      city: 'Hamburg',
      contact_name: 'Buchhaltung',
      contact_email: 'rechnung@nordlicht-software.example',
      contact_phone: '+49 40 555 01 10',
    },
  },
  accounts: [
    {
      name: 'Nordlicht Software GmbH',
      currency: 'EUR',
      account_type: 'checking',
      account_number_masked: null,
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    },
  ],
  counterparties: [
    {
      ...CUSTOMER,
      external_id: 'de-stadtwerke',
      name: 'Stadtwerke Weilburg AG',
      email: 'rechnungseingang@stadtwerke-weilburg.example',
      postal_code: '35781',
      country_details: { vat_id: 'DE271639485', street: 'Bahnhofstraße 4', city: 'Weilburg' },
    },
    // Two companies with the same name in different towns: looking up by name is ambiguous.
    {
      ...CUSTOMER,
      external_id: 'de-mueller-1',
      name: 'Müller & Söhne GmbH',
      postal_code: '80331',
      country_details: { vat_id: 'DE815734626', street: 'Sendlinger Straße 12', city: 'München' },
    },
    {
      ...CUSTOMER,
      external_id: 'de-mueller-2',
      name: 'Müller & Söhne GmbH',
      postal_code: '50667',
      country_details: { vat_id: 'DE294058178', street: 'Hohe Straße 7', city: 'Köln' },
    },
    {
      ...CUSTOMER,
      external_id: 'de-atlantic',
      name: 'Atlantic Insights LLC',
      country_code: 'US',
      email: 'billing@atlantic-insights.example',
      postal_code: '02110',
      country_details: { participant_id: '0060:081466849', street: '1 Federal Street', city: 'Boston' },
    },
    {
      ...SUPPLIER,
      external_id: 'de-nordwind',
      name: 'Nordwind Energie GmbH',
      postal_code: '24103',
      country_details: { vat_id: 'DE192837463', street: 'Hafenstraße 2', city: 'Kiel' },
    },
  ],
  invoices: [
    {
      customer: 'de-stadtwerke',
      days_ago: 0,
      params: {
        title: 'Wartung November',
        country_details: { buyer_reference: '04011000-12345-03' },
        line_items: [
          { description: 'Wartung Netzleitportal', quantity: 1, unit_price: 1850 },
          { description: 'Supportstunden', quantity: 7.5, unit_price: 118 },
        ],
      },
    },
    {
      customer: 'de-mueller-1',
      days_ago: 4,
      params: {
        title: 'Lizenz 2027',
        country_details: { buyer_reference: 'PO-88213' },
        line_items: [{ description: 'Jahreslizenz Lagerverwaltung', quantity: 3, unit_price: 640 }],
      },
    },
    {
      customer: 'de-atlantic',
      days_ago: 1,
      params: {
        title: 'Data migration',
        currency: 'USD',
        country_details: { buyer_reference: 'AI-2026-114' },
        line_items: [
          {
            description: 'Data migration, fixed price',
            quantity: 1,
            unit_price: 5200,
            country_details: { tax_rate: 0, exemption_code: 'G' },
          },
        ],
      },
    },
  ],
  products: [
    {
      external_id: 'de-p1',
      name: 'Jahreslizenz Lagerverwaltung',
      sku: 'LIC-WMS',
      unit_price: 640,
      status: 'active',
    },
    { external_id: 'de-p2', name: 'Supportstunde', sku: 'SUP-H', unit_price: 118, status: 'active' },
  ],
  ledger_accounts: [
    { external_id: 'de-a1', number: '1200', name: 'Bank', account_type: 'asset', status: 'active' },
    {
      external_id: 'de-a2',
      number: '1400',
      name: 'Forderungen aus Lieferungen und Leistungen',
      account_type: 'asset',
      status: 'active',
    },
    {
      external_id: 'de-a3',
      number: '8400',
      name: `Erlöse ${COUNTRIES.DE.tax.default_rate} % USt`,
      account_type: 'income',
      status: 'active',
    },
  ],
  invoicing_arrangements: [
    {
      external_id: 'de-r1',
      counterparty: 'de-stadtwerke',
      name: 'Wartungsvertrag',
      frequency: 'monthly',
      amount: 1850,
      starts_on: '2026-01-01',
      status: 'active',
    },
  ],
  bill_tickets: [
    {
      external_id: 'de-t1',
      name: 'strom-oktober.pdf',
      counterparty: 'de-nordwind',
      amount: 412.3,
      date: '2026-10-30',
      status: 'pending',
    },
  ],
};
