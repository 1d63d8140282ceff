// A received document as callers, people and the trail see it. What it says is written by others.
import type {
  BillCreditNoteId,
  BillId,
  BillPaymentId,
  BillTicketId,
  CounterpartyId,
  InvoiceId,
  ReceivedDocumentId,
} from '../../../../generated/ids.ts';
import type {
  ComplianceIssue,
  ListedReceivedDocument,
  ReceivedDocument,
  ReceivedIssue,
} from '../../../../generated/types.ts';
import { english, type SaidSentence } from '../../../base/said.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { instantToIso } from '../../../db/instant.ts';
import type { ListedReceived, ReceivedRow } from './record.ts';

const MOST_SAID = LIMITS.ReceivedIssue.message;

/** What was found. A rule of a later release is told by its name. */
export const saysOf = ({ rule, facts }: StoredIssue): SaidSentence =>
  ({ ...facts, say: `received_${rule}` }) as SaidSentence;

/** What to do about it. */
export const fixOf = ({ rule, facts }: StoredIssue): SaidSentence =>
  ({ ...facts, say: `received_${rule}_fix` }) as SaidSentence;

const MOST_ON_BILL = LIMITS.ComplianceIssue.message;

/** A note is no finding about a bill. */
export const onBill = (found: StoredIssue): readonly ComplianceIssue[] =>
  found.severity === 'note'
    ? []
    : [
        {
          rule: found.rule,
          path: null,
          paths: [],
          count: 1,
          message: english(saysOf(found)).slice(0, MOST_ON_BILL),
          fix: english(fixOf(found)).slice(0, MOST_ON_BILL),
          severity: found.severity,
        },
      ];

const OTHERS_WROTE = [
  'file_name',
  'supplier.name',
  'supplier.tax_id',
  'number',
  'profile',
  'issues',
  'sender_id',
  'message_id',
] as const;

const iso = (instant: string | null): string | null => (instant === null ? null : instantToIso(instant));

const head = (row: ListedReceived) => {
  const money = (minor: number | null): number | null =>
    minor === null || row.currency === null ? null : minorToWire(minor, row.currency);
  return {
    object: 'received_document',
    id: row.id as ReceivedDocumentId,
    received_document_id: row.id as ReceivedDocumentId,
    status: row.status,
    kind: row.kind,
    format: row.format,
    file_name: row.file_name,
    mime_type: row.mime_type,
    bytes: row.bytes,
    sha256: row.sha256,
    channel: row.channel,
    received_at: instantToIso(row.received_at),
    supplier: {
      counterparty_id: row.counterparty_id as CounterpartyId | null,
      name: row.counterparty_name ?? row.supplier_name,
      tax_id: row.supplier_tax_id,
      proposed: row.proposed,
      candidates: row.links.candidates as CounterpartyId[],
    },
    number: row.number,
    issue_date: row.issue_date,
    due_date: row.due_date,
    currency: row.currency,
    total: money(row.total_minor),
    amount_due: money(row.due_minor),
    lines_count: row.lines_count,
    bill_id: row.bill_id as BillId | null,
    bill_credit_note_id: row.bill_credit_note_id as BillCreditNoteId | null,
    bill_ticket_id: row.bill_ticket_id as BillTicketId | null,
    payment_ids: row.links.payments as BillPaymentId[],
    invoice_id: row.invoice_id as InvoiceId | null,
    reason: row.reason,
    written_by_others: [...OTHERS_WROTE],
  } as const;
};

export const describeListed = (row: ListedReceived): ListedReceivedDocument => ({
  ...head(row),
  issues_count: row.issues.length,
});

/** In English, as agents and commands read it; pages say it in the language of the person. */
const describeIssue = (issue: StoredIssue): ReceivedIssue => ({
  rule: issue.rule,
  severity: issue.severity,
  message: english(saysOf(issue)).slice(0, MOST_SAID),
  fix: english(fixOf(issue)).slice(0, MOST_SAID),
});

export const describeReceived = (row: ListedReceived): ReceivedDocument => ({
  ...head(row),
  profile: row.profile,
  uuid: row.uuid,
  issues: row.issues.map(describeIssue),
  read_at: iso(row.read_at),
  decided_at: iso(row.decided_at),
  sender_id: row.sender_id,
  message_id: row.message_id,
});

/** What the trail keeps, the digest among it. */
export const receivedState = (row: ReceivedRow) => ({
  status: row.status,
  kind: row.kind,
  file_name: row.file_name,
  sha256: row.sha256,
  bytes: row.bytes,
  channel: row.channel,
  sender_id: row.sender_id,
  message_id: row.message_id,
  counterparty_id: row.counterparty_id,
  number: row.number,
  uuid: row.uuid,
  issue_date: row.issue_date,
  currency: row.currency,
  total:
    row.total_minor === null || row.currency === null ? null : minorToWire(row.total_minor, row.currency),
  bill_id: row.bill_id,
  bill_credit_note_id: row.bill_credit_note_id,
  bill_ticket_id: row.bill_ticket_id,
  ...(row.invoice_id === null ? {} : { invoice_id: row.invoice_id }),
  rules: row.issues.map(({ rule }) => rule).join(' '),
  reason: row.reason,
});
