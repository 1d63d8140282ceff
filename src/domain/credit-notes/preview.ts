// Everything that would be filed and sent of a credit note.
import type { Entity } from '../../base/entity.ts';
import { type DocumentPreview, previewDocument } from '../documents/preview.ts';
import { toNoteDocument } from './document.ts';
import type { NoteRecord } from './record.ts';

/** `numbering` is the series of its number. */
export const previewNote = (entity: Entity, record: NoteRecord, numbering: string): DocumentPreview => {
  const { header, customer } = record;
  return previewDocument(toNoteDocument(entity, record), {
    record_type: 'invoice_credit_note',
    record_id: header.id,
    credit_reason: header.content.reason,
    entityId: entity.id,
    customerId: customer.id,
    dueDays: null,
    given: { series: null, issue_date: null, exchange_rate: null },
    numbering,
    number: header.number,
    invoiceLines: header.content.lines.map(({ invoice_position }) => invoice_position),
  });
};
