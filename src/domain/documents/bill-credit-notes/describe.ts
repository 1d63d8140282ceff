// A credit note of a supplier as callers and the trail see it.
import type { BillCreditNoteId, BillId } from '../../../../generated/ids.ts';
import {
  type BillCreditNote,
  type BillCreditNoteRow,
  BillCreditNoteStatusValues,
} from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { instantToIso } from '../../../db/instant.ts';
import { toListedParty } from '../../parties/counterparties/describe.ts';
import { describeLine } from '../bills/describe.ts';
import { describeBillTerms } from '../bills/describe-terms.ts';
import type { ReceivedNoteRow } from '../credit-notes/record.ts';
import type { ListedNote } from '../credit-notes/store/received.ts';

/** Only notes to customers have other states. */
const statusOf = ({ id, status }: Pick<ReceivedNoteRow, 'id' | 'status'>): BillCreditNoteRow['status'] => {
  const found = BillCreditNoteStatusValues.find((value) => value === status);
  if (found === undefined) throw new Error(`${id} of a supplier is ${status}`);
  return found;
};

export const describeNoteRow = (note: ListedNote): BillCreditNoteRow => {
  const { currency } = note;
  const wire = (minor: number | null): number | null =>
    minor === null ? null : minorToWire(minor, currency);
  return {
    object: 'bill_credit_note',
    id: note.id as BillCreditNoteId,
    bill_credit_note_id: note.id as BillCreditNoteId,
    status: statusOf(note),
    number: note.number,
    series: note.series,
    bill_id: note.record_id as BillId | null,
    counterparty: toListedParty({
      id: note.counterparty_id,
      name: note.counterparty_name,
      tax_id: note.counterparty_tax_id,
    }),
    issue_date: note.issue_date,
    currency,
    subtotal: wire(note.subtotal_minor),
    tax_total: wire(note.tax_minor),
    withheld_total: wire(note.withheld_minor),
    total: minorToWire(note.total_minor, currency),
    reason: note.reason,
  };
};

export const describeReceivedNote = (note: ListedNote): BillCreditNote => ({
  ...describeNoteRow(note),
  uuid: note.uuid,
  received_at: note.received_at === null ? null : instantToIso(note.received_at),
  source_document_id: note.source_document_id,
  terms: describeBillTerms({ content: note.received, tax_point: null }),
  line_items: (note.received?.lines ?? []).map((line) => describeLine(note.id, line)),
  created_at: instantToIso(note.created_at),
  updated_at: instantToIso(note.updated_at),
});

/** What the trail keeps of it. */
export const receivedNoteState = (note: ReceivedNoteRow): object => ({
  status: note.status,
  bill_id: note.record_id,
  counterparty_id: note.counterparty_id,
  number: note.number,
  series: note.series,
  uuid: note.uuid,
  issue_date: note.issue_date,
  currency: note.currency,
  total: minorToWire(note.total_minor, note.currency),
  source_document_id: note.source_document_id,
});
