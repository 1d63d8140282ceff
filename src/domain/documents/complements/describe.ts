// A payment complement as callers see it, and as the trail keeps it.
import type { InvoiceFiling } from '../../../../generated/types.ts';
import type { ComplementEntry } from '../../../db/stated.ts';
import type { Entity } from '../../../base/entity.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { instantToIso } from '../../../db/instant.ts';
import type { At } from '../../../base/time/day.ts';
import { describeFiling, getUuid } from '../shared/filing.ts';
import { formatFolio } from '../shared/document.ts';
import type { ComplementHeader, ComplementRecord } from './record.ts';

/** Null until it is filed: the number of a draft is only reserved. */
export const complementFolio = (
  complement: Pick<ComplementHeader, 'status' | 'series' | 'number'>,
): string | null => (complement.status === 'draft' ? null : formatFolio(complement));

const describeEntry = (entry: ComplementEntry) => ({
  invoice_id: entry.invoice_id,
  uuid: entry.uuid,
  folio: formatFolio(entry),
  currency: entry.currency,
  installment: entry.installment,
  balance_before: minorToWire(entry.balance_before_minor, entry.currency),
  paid: minorToWire(entry.paid_minor, entry.currency),
  balance_after: minorToWire(entry.balance_after_minor, entry.currency),
});

export interface ComplementView {
  readonly object: 'payment_complement';
  readonly id: string;
  readonly status: ComplementHeader['status'];
  readonly folio: string | null;
  readonly uuid: string | null;
  readonly payment_id: string;
  readonly payment_date: string;
  readonly due_on: string;
  readonly overdue: boolean;
  readonly payment_form: string;
  readonly currency: string;
  readonly amount: number;
  readonly counterparty: { readonly id: string; readonly name: string; readonly tax_id: string | null };
  readonly invoices: readonly ReturnType<typeof describeEntry>[];
  readonly replaces: string | null;
  readonly reversal: 'pending' | null;
  readonly filing: InvoiceFiling;
  readonly created_at: string;
}

type Now = At & { readonly today: string };

export const describeComplement = (
  entity: Entity,
  { header, customer }: ComplementRecord,
  { now, today }: Now,
): ComplementView => ({
  object: 'payment_complement',
  id: header.id,
  status: header.status,
  folio: complementFolio(header),
  uuid: getUuid(header),
  payment_id: header.payment_id,
  payment_date: header.paid_on,
  due_on: header.due_on,
  overdue: header.status === 'draft' && header.due_on < today,
  payment_form: header.content.form,
  currency: header.currency,
  amount: minorToWire(header.total_minor, header.currency),
  counterparty: { id: customer.id, name: customer.name, tax_id: customer.tax_id },
  invoices: header.content.documents.map(describeEntry),
  replaces: header.replaces,
  reversal: header.status === 'filed' && header.content.reversal !== null ? 'pending' : null,
  filing: describeFiling(entity, header, now),
  created_at: instantToIso(header.created_at),
});

export const complementState = (header: ComplementHeader): object => ({
  status: header.status,
  filing_status: header.filing_status,
  folio: complementFolio(header),
  payment_id: header.payment_id,
  counterparty_id: header.counterparty_id,
  payment_date: header.paid_on,
  due_on: header.due_on,
  currency: header.currency,
  amount: minorToWire(header.total_minor, header.currency),
  invoices: header.content.documents.map(describeEntry),
  replaces: header.replaces,
});
