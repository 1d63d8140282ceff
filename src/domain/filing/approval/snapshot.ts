// What a person approves: the invoice as the agent made it, its totals, seller and buyer. Dates and the exchange rate
// are excluded, since they are fixed when it is filed.
import { createHash } from 'node:crypto';
import type { Entity } from '../../../base/entity.ts';
import type { InvoiceRecord } from '../../invoices/record.ts';
import { minorText } from '../../../base/money/amount.ts';

export type Snapshot = Readonly<Record<string, unknown>>;

export interface Snapshotted {
  readonly snapshot: Snapshot;
  /** Hex SHA-256 of the canonical JSON of the snapshot. */
  readonly hash: string;
}

export const takeSnapshot = (entity: Entity, record: InvoiceRecord): Snapshotted => {
  const snapshot = contents(entity, record);
  return { snapshot, hash: createHash('sha256').update(canonical(snapshot)).digest('hex') };
};

const contents = (entity: Entity, { header, lines, customer }: InvoiceRecord): Snapshot => {
  const { currency } = header;
  const money = (minor: number): string => minorText(minor, currency);
  // The series affects only the number of the invoice.
  const { invoice_series: _series, ...details } = entity.details;
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
      details: customer.details,
    },
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
    ...contentOf(header),
  };
};

/** Of what the caller gave only what is not in the rest: a fixed series, date and rate. */
const contentOf = ({ content, issue_date, exchange_rate }: InvoiceRecord['header']): Snapshot => {
  if (content === null) return {};
  const { given, ...said } = content;
  return {
    content: said,
    ...(given['series'] === undefined ? {} : { series: given['series'] }),
    ...(given['issue_date'] === undefined ? {} : { issue_date }),
    ...(given['exchange_rate'] === undefined ? {} : { exchange_rate }),
  };
};

/** JSON with sorted keys: servers may reorder the keys of JSON columns. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
};

/** The paths where two snapshots differ: `buyer.postal_code`, `lines[2].unit_price`. */
export const changedPaths = (before: unknown, after: unknown, path = ''): string[] => {
  if (canonical(before) === canonical(after)) return [];
  if (!isObject(before) || !isObject(after)) return [path];
  const isList = Array.isArray(before);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const step = isList ? `[${key}]` : path === '' ? key : `.${key}`;
    return changedPaths(before[key], after[key], `${path}${step}`);
  });
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
