// Sellers, customers and plans for tests: complete enough to be filed, and easy to break one field at a time.
import type { InvoiceLineInput } from '../../../generated/types.ts';
import type { Entity } from '../../../src/base/entity.ts';
import { checkCompliance } from '../../../src/domain/documents/invoices/compliance.ts';
import {
  planInvoice,
  type InvoiceInput,
  type InvoicePlan,
} from '../../../src/domain/documents/invoices/plan.ts';
import type { InvoiceCustomer, InvoiceRecord } from '../../../src/domain/documents/invoices/record.ts';
import { bundledRates } from '../../../src/domain/money/exchange-rates/bundled.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { collecting, type Collecting } from '../../support/collecting.ts';

export const TODAY = asDay('2026-11-21');
export const NOW = new Date('2026-11-21T18:00:00.000Z');

export const MX_SELLER: Entity = {
  id: 'enti_01k5m8x2q4e7taw9c6rjv3hn01' as Entity['id'],
  organisation_id: 'orgn_01k5m8x2q4e7taw9c6rjv3hn01' as Entity['organisation_id'],
  name: 'Estudio Nopal',
  country_code: 'MX',
  currency: 'MXN',
  tax_id: 'PRO840423SG8',
  time_zone: 'America/Mexico_City',
  postal_code: '06600',
  is_default: true,
  active: true,
  closed_through: null,
  details: { fiscal_regime_code: '601' },
};

export const DE_SELLER: Entity = {
  ...MX_SELLER,
  name: 'Brückner Werkzeugbau GmbH',
  country_code: 'DE',
  currency: 'EUR',
  tax_id: 'DE136695976',
  time_zone: 'Europe/Berlin',
  postal_code: '10117',
  details: {
    vat_id: 'DE136695976',
    street: 'Friedrichstraße 12',
    city: 'Berlin',
    contact_name: 'Jana Brückner',
    contact_email: 'rechnung@brueckner.example',
    contact_phone: '+49 30 1234567',
  },
};

export const MX_CUSTOMER: InvoiceCustomer = {
  id: 'ctpy_01k5m8x2q4e7taw9c6rjv3hn01',
  name: 'Cafetería Luna SA de CV',
  country_code: 'MX',
  tax_id: 'EKU9003173C9',
  postal_code: '42501',
  details: { rfc: 'EKU9003173C9', fiscal_regime_code: '601', cfdi_use_code: 'G03' },
};

export const PUBLIC_CUSTOMER: InvoiceCustomer = {
  ...MX_CUSTOMER,
  name: 'Público en General',
  tax_id: 'XAXX010101000',
  postal_code: '06600',
  details: { rfc: 'XAXX010101000', fiscal_regime_code: '616', cfdi_use_code: 'S01' },
};

export const DE_CUSTOMER: InvoiceCustomer = {
  ...MX_CUSTOMER,
  name: 'Nordwind Energie AG',
  country_code: 'DE',
  tax_id: 'DE129273398',
  postal_code: '20095',
  details: {
    vat_id: 'DE129273398',
    city: 'Hamburg',
    street: 'Jungfernstieg 7',
    participant_id: '9930:DE129273398',
  },
};

export interface Planning extends Partial<Omit<InvoiceInput, 'line_items'>> {
  readonly seller?: Entity;
  readonly customer?: InvoiceCustomer;
  readonly currency?: string;
  readonly lines?: readonly LineGiven[];
  readonly ctx?: Collecting;
}

type LineGiven = Partial<InvoiceLineInput> & { readonly unit_price: number };

/** A plan for Mexico, or for Germany when its seller is given; one line of 100 unless said otherwise. */
export const plan = ({
  ctx,
  seller = MX_SELLER,
  customer,
  currency,
  lines,
  ...input
}: Planning = {}): InvoicePlan => {
  const isGerman = seller.country_code === 'DE';
  const documentCurrency = currency ?? seller.currency;
  const rate =
    documentCurrency === seller.currency
      ? null
      : (bundledRates.latest(documentCurrency, seller.currency, TODAY) ?? null);
  return planInvoice(ctx ?? collecting(), {
    entity: seller,
    issueDate: TODAY,
    customer: customer ?? (isGerman ? DE_CUSTOMER : MX_CUSTOMER),
    currency: documentCurrency,
    rate,
    input: {
      ...(isGerman ? { country_details: { buyer_reference: 'PO-1' } } : {}),
      ...input,
      line_items: (lines ?? [{ unit_price: 100 }]).map((line) => ({
        description: 'Diseño de logotipo',
        quantity: 1,
        ...line,
      })),
    },
  });
};

export const recordOf = (planned: InvoicePlan): InvoiceRecord => ({
  ...planned,
  header: {
    ...planned.header,
    id: 'invc_01k5m8x2q4e7taw9c6rjv3hn0a',
    version: 1,
    created_at: '2026-11-21 18:00:00.000',
    updated_at: '2026-11-21 18:00:00.000',
  },
});

/** The rules that the planned invoice breaks, those that stop its filing first. */
export const issuesOf = (planning: Planning): readonly string[] =>
  checkCompliance(planning.seller ?? MX_SELLER, recordOf(plan(planning)), NOW).issues.map(
    ({ rule, severity }) => (severity === 'error' ? rule : `(${rule})`),
  );

export const isReady = (planning: Planning): boolean =>
  checkCompliance(planning.seller ?? MX_SELLER, recordOf(plan(planning)), NOW).ready;
