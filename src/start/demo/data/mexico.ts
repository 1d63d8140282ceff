// The Mexican demo company. All RFCs are fictitious, with valid check digits.
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { DemoEntity } from './types.ts';

const CUSTOMER = { is_customer: true, is_supplier: false } as const;
const SUPPLIER = { is_customer: false, is_supplier: true } as const;

/** The SAT's generic RFC for sales to the general public. */
const PUBLIC_RFC = COUNTRIES.MX.tax_id.generic_domestic ?? '';

export const DEMO_MEXICO: DemoEntity = {
  entity: {
    name: 'CAFE ALTURA DEL SUR',
    country: 'MX',
    tax_id: 'CAS180312KQ0',
    postal_code: '06600',
    time_zone: null,
    details: { fiscal_regime_code: '601' },
  },
  accounts: [],
  counterparties: [
    {
      ...CUSTOMER,
      external_id: 'mx-public',
      name: 'PUBLICO EN GENERAL',
      country_details: { rfc: PUBLIC_RFC },
    },
    {
      ...CUSTOMER,
      external_id: 'mx-hotel',
      name: 'HOTELES TEPOZAN',
      email: 'cuentas@hotelestepozan.example',
      postal_code: '62520',
      country_details: { rfc: 'HTE150130RW0', fiscal_regime_code: '601' },
    },
    // Two companies with the same name: only the RFC differs, so looking up by name is ambiguous.
    {
      ...CUSTOMER,
      external_id: 'mx-robles-1',
      name: 'COMERCIALIZADORA ROBLES',
      postal_code: '64000',
      country_details: { rfc: 'CRO950614H31', fiscal_regime_code: '601' },
    },
    {
      ...CUSTOMER,
      external_id: 'mx-robles-2',
      name: 'COMERCIALIZADORA ROBLES',
      postal_code: '44100',
      country_details: { rfc: 'CRO110905LM5', fiscal_regime_code: '601' },
    },
    {
      ...CUSTOMER,
      external_id: 'mx-lopez',
      name: 'ANA LOPEZ GARCIA',
      postal_code: '03100',
      country_details: { rfc: 'LOGA850423M13', fiscal_regime_code: '612' },
    },
    {
      ...CUSTOMER,
      external_id: 'mx-harbor',
      name: 'Blue Harbor Coffee Inc.',
      country_code: 'US',
      email: 'ap@blueharbor.example',
      postal_code: '98101',
      country_details: { street: '1200 Western Ave', city: 'Seattle' },
    },
    {
      ...SUPPLIER,
      external_id: 'mx-energy',
      name: 'ENERGIA DEL VALLE',
      postal_code: '06700',
      country_details: { rfc: 'EVA020718QX8', fiscal_regime_code: '601' },
    },
    {
      is_customer: true,
      is_supplier: true,
      external_id: 'mx-transport',
      name: 'TRANSPORTES RIO MAYO',
      postal_code: '85000',
      country_details: { rfc: 'TRM991110PZ4', fiscal_regime_code: '624' },
    },
  ],
  invoices: [
    {
      customer: 'mx-hotel',
      days_ago: 0,
      params: {
        title: 'Café de noviembre',
        line_items: [
          {
            description: 'Café de altura, tostado medio, 1 kg',
            quantity: 24,
            unit_price: 310,
            country_details: { sat_product_code: '50201706', sat_unit_code: 'H87' },
          },
          {
            description: 'Servicio de barismo para evento',
            quantity: 6,
            unit_price: 450,
            country_details: { sat_unit_code: 'HUR' },
          },
        ],
      },
    },
    {
      customer: 'mx-robles-1',
      days_ago: 1,
      params: {
        title: 'Pedido 4471',
        country_details: { payment_method: 'PPD' },
        line_items: [
          {
            description: 'Café verde, saco de 60 kg',
            quantity: 10,
            unit_price: 4850.5,
            country_details: { sat_product_code: '50201706', sat_unit_code: 'H87' },
          },
        ],
      },
    },
    {
      customer: 'mx-harbor',
      days_ago: 2,
      params: {
        title: 'Export lot 12',
        currency: 'USD',
        payment_terms_days: 30,
        line_items: [
          {
            description: 'Green coffee, 60 kg bag',
            quantity: 20,
            unit_price: 268,
            country_details: { sat_product_code: '50201706', sat_unit_code: 'H87' },
          },
        ],
      },
    },
    {
      customer: 'mx-public',
      days_ago: 6,
      params: {
        title: 'Venta de mostrador',
        country_details: { payment_form: '01' },
        line_items: [
          {
            description: 'Venta',
            quantity: 1,
            unit_price: 1834.48,
            country_details: { sat_product_code: '01010101', sat_unit_code: 'ACT' },
          },
        ],
      },
    },
  ],
  products: [
    {
      external_id: 'mx-p1',
      name: 'Café de altura, tostado medio, 1 kg',
      sku: 'CAF-TM-1',
      unit_price: 310,
      sat_product_code: '50201706',
      sat_unit_code: 'H87',
      status: 'active',
    },
    {
      external_id: 'mx-p2',
      name: 'Servicio de barismo',
      sku: 'SRV-BAR',
      unit_price: 450,
      sat_product_code: '80101501',
      sat_unit_code: 'HUR',
      status: 'active',
    },
  ],
  ledger_accounts: [
    {
      external_id: 'mx-a1',
      number: '102.01',
      name: 'Bancos nacionales',
      account_type: 'asset',
      status: 'active',
    },
    {
      external_id: 'mx-a2',
      number: '105.01',
      name: 'Clientes nacionales',
      account_type: 'asset',
      status: 'active',
    },
    {
      external_id: 'mx-a3',
      number: '401.01',
      name: 'Ventas y servicios gravados',
      account_type: 'income',
      status: 'active',
    },
  ],
  invoicing_arrangements: [
    {
      external_id: 'mx-r1',
      counterparty: 'mx-hotel',
      name: 'Café mensual',
      frequency: 'monthly',
      amount: 10140,
      starts_on: '2026-01-01',
      status: 'active',
    },
  ],
  bill_tickets: [
    {
      external_id: 'mx-t1',
      name: 'recibo-luz-octubre.jpg',
      supplier_name: 'Energía del Valle',
      amount: 2310.4,
      date: '2026-10-31',
      status: 'pending',
    },
  ],
};
