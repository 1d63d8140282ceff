// Everything that would be filed and sent of an invoice.
import { asDay } from '../../../base/time/day.ts';
import { wireNumber } from '../../../base/money/decimal.ts';
import type { Entity } from '../../../base/entity.ts';
import { asShown } from '../shared/filing.ts';
import { type DocumentPreview, previewDocument } from '../shared/preview.ts';
import { toDocument } from './document.ts';
import { chooseSeries } from './issue.ts';
import type { InvoiceRecord } from './record.ts';

export const previewInvoice = (entity: Entity, record: InvoiceRecord): DocumentPreview => {
  const { header, customer } = record;
  const given = header.content?.given;
  return previewDocument(asShown(toDocument(entity, record), header), {
    record_type: 'invoice',
    record_id: header.id,
    credit_reason: null,
    entityId: entity.id,
    customerId: customer.id,
    dueDays: header.payment_terms_days,
    given: {
      series: given?.series ?? null,
      issue_date: given?.issue_date === undefined ? null : asDay(header.issue_date),
      exchange_rate:
        given?.exchange_rate === undefined || header.exchange_rate === null
          ? null
          : wireNumber(header.exchange_rate),
    },
    numbering: chooseSeries(entity, header),
    number: header.number,
  });
};
