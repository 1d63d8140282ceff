// What a person approves: the invoice as the agent made it, its totals, seller and buyer. Dates and the exchange rate
// are excluded, since they are fixed when it is filed.
import type { Entity } from '../../base/entity.ts';
import { minorText } from '../../base/money/amount.ts';
import { statedDetails } from '../../einvoicing/peppol-ubl/look-up.ts';
import type { InvoiceDocument } from '../../einvoicing/regime.ts';
import { deliveryOf } from '../../einvoicing/route.ts';
import type { Snapshot } from '../documents/filable.ts';
import { toDocument } from './document.ts';
import type { InvoiceCustomer, InvoiceRecord } from './record.ts';

/** Seller and buyer as every document names them. */
export const snapshotParties = (entity: Entity, customer: InvoiceCustomer): Snapshot => {
  // A series affects only the number of a document, and the choice for complements only who decides.
  const {
    invoice_series: _series,
    credit_note_series: _notes,
    complements: _choice,
    complements_granted_by: _granted,
    ...details
  } = entity.details;
  return {
    seller: {
      name: entity.name,
      tax_id: entity.tax_id,
      country_code: entity.country_code,
      postal_code: entity.postal_code,
      details,
    },
    buyer: {
      id: customer.id,
      name: customer.name,
      tax_id: customer.tax_id,
      country_code: customer.country_code,
      postal_code: customer.postal_code,
      details: statedDetails(customer.details),
    },
  };
};

/** How the customer gets the document, and at which e-mail address. */
export const snapshotDelivery = (document: Pick<InvoiceDocument, 'seller' | 'buyer' | 'terms'>): Snapshot => {
  const delivery = deliveryOf(document);
  if (delivery === null) return {};
  const { channel, format } = delivery;
  const { email = null } = document.buyer;
  return { delivery: channel === 'email' ? { channel, format, email } : { channel, format } };
};

export const snapshotInvoice = (entity: Entity, record: InvoiceRecord): Snapshot => {
  const { header, lines, customer } = record;
  const { currency } = header;
  const money = (minor: number): string => minorText(minor, currency);
  return {
    ...snapshotParties(entity, customer),
    title: header.title,
    notes: header.notes,
    payment_terms_days: header.payment_terms_days,
    country_details: header.country_details,
    lines: lines.map((line) => ({
      position: line.position,
      description: line.description,
      quantity: line.quantity,
      unit_price: line.unit_price,
      subtotal: line.subtotal,
      tax_rate: line.tax_rate,
      tax_amount: line.tax_amount,
      country_details: line.country_details,
      ...(line.content === null ? {} : { content: line.content }),
    })),
    tax_breakdown: header.tax_breakdown,
    currency,
    subtotal: money(header.subtotal_minor),
    tax: money(header.tax_minor),
    total: money(header.total_minor),
    ...snapshotContent(header),
    // What an earlier release had approved says nothing of it, and goes over the network.
    ...(header.content === null ? {} : snapshotDelivery(toDocument(entity, record))),
  };
};

/** Of what the caller gave only what is not in the rest: a fixed series, date and rate. */
const snapshotContent = ({ content, issue_date, exchange_rate }: InvoiceRecord['header']): Snapshot => {
  if (content === null) return {};
  const { given, ...said } = content;
  return {
    content: said,
    ...(given.series === undefined ? {} : { series: given.series }),
    ...(given.issue_date === undefined ? {} : { issue_date }),
    ...(given.exchange_rate === undefined ? {} : { exchange_rate }),
  };
};
