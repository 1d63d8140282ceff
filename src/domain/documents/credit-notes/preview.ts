// Everything that would be filed and sent of a credit note.
import type { Entity } from '../../../base/entity.ts';
import { asShown } from '../shared/filing.ts';
import { type DocumentPreview, previewDocument } from '../shared/preview.ts';
import { noteFiling } from './describe.ts';
import { toNoteDocument } from './content.ts';
import type { NoteRecord } from './record.ts';

/** `numbering` is the series of its number. */
export const previewNote = (entity: Entity, record: NoteRecord, numbering: string): DocumentPreview => {
  const { header, customer } = record;
  const document = asShown(toNoteDocument(entity, record), { ...noteFiling(header), status: header.status });
  return previewDocument(document, {
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
