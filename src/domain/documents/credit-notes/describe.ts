// A credit note as callers see it, and as the trail keeps it.
import type {
  Compliance,
  CounterpartyRef,
  CreditNoteLine,
  InvoiceFiling,
} from '../../../../generated/types.ts';
import { groupIssues } from '../../../einvoicing/grouped.ts';
import type { Entity } from '../../../base/entity.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { At } from '../../../base/time/day.ts';
import { instantToIso } from '../../../db/instant.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { toCounterpartyRef } from '../../parties/counterparties/describe.ts';
import { inFieldOrder } from '../shared/field-order.ts';
import { describeFiling } from '../shared/filing.ts';
import { formatFolio } from '../shared/document.ts';
import { toNoteDocument } from './content.ts';
import type { NoteHeader, NoteRecord } from './record.ts';

/** Null until it is filed: the number of a draft is only reserved. */
export const noteFolio = (note: Pick<NoteHeader, 'status' | 'series' | 'number'>): string | null =>
  note.status === 'draft' ? null : formatFolio(note);

const wire = (text: string): number => toNumber(decimal(text));

interface CreditNoteLineView extends CreditNoteLine {
  readonly country_details: Readonly<Record<string, string | number>>;
}

export interface CreditNoteView {
  readonly object: 'credit_note';
  readonly id: string;
  readonly status: NoteHeader['status'];
  readonly folio: string | null;
  readonly invoice_id: string;
  readonly reason: NoteHeader['content']['reason'];
  readonly issue_date: string;
  readonly currency: string;
  readonly counterparty: CounterpartyRef;
  readonly line_items: readonly CreditNoteLineView[];
  readonly subtotal: number;
  readonly tax_total: number;
  readonly withheld_total: number;
  readonly total: number;
  readonly tax_breakdown: readonly object[];
  readonly withholdings: readonly object[];
  readonly relations: readonly object[];
  readonly country_details: Readonly<Record<string, string>>;
  readonly notes: string | null;
  readonly filing: InvoiceFiling;
  readonly compliance: Compliance;
  readonly created_at: string;
  readonly updated_at: string;
}

export const describeNote = (entity: Entity, record: NoteRecord, { now }: At): CreditNoteView => {
  const { header, customer } = record;
  const { content, currency } = header;
  return {
    object: 'credit_note',
    id: header.id,
    status: header.status,
    folio: noteFolio(header),
    invoice_id: header.record_id,
    reason: content.reason,
    issue_date: header.issue_date,
    currency,
    counterparty: toCounterpartyRef(customer),
    line_items: content.lines.map((line) => ({
      position: line.position,
      invoice_line: line.invoice_position,
      description: line.description,
      quantity: wire(line.quantity),
      unit_price: wire(line.unit_price),
      subtotal: wire(line.subtotal),
      tax_rate: wire(line.tax_rate),
      tax_amount: wire(line.tax_amount),
      country_details: inFieldOrder(line.country_details),
    })),
    subtotal: wire(content.subtotal),
    tax_total: wire(content.tax),
    withheld_total: wire(content.withheld),
    total: minorToWire(header.total_minor, currency),
    tax_breakdown: inFieldOrder(content.tax_breakdown),
    withholdings: inFieldOrder(content.withholdings),
    relations: inFieldOrder(content.relations),
    country_details: inFieldOrder(content.country_details),
    notes: content.notes,
    filing: describeFiling(entity, noteFiling(header), now),
    compliance: checkNote(entity, record, now),
    created_at: instantToIso(header.created_at),
    updated_at: instantToIso(header.updated_at),
  };
};

export const noteFiling = ({ filing_status, filing }: NoteHeader) => ({
  filing_status,
  filing: filing ?? {},
});

const checkNote = (entity: Entity, record: NoteRecord, now: Date): Compliance => {
  if (record.header.status !== 'draft') return { ready: false, checked_at: null, issues: [] };
  const issues = regimeOf(entity.country_code).validate(toNoteDocument(entity, record));
  return {
    ready: issues.every(({ severity }) => severity !== 'error'),
    checked_at: now.toISOString(),
    issues: groupIssues(issues),
  };
};

export const noteState = (header: NoteHeader): object => {
  const { currency, content } = header;
  return {
    status: header.status,
    filing_status: header.filing_status,
    invoice_id: header.record_id,
    counterparty_id: header.counterparty_id,
    folio: noteFolio(header),
    reason: content.reason,
    issue_date: header.issue_date,
    currency,
    subtotal: wire(content.subtotal),
    tax_total: wire(content.tax),
    total: minorToWire(header.total_minor, currency),
    country_details: content.country_details,
  };
};
