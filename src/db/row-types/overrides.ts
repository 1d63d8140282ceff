// Column types that the schema cannot express. Naming a column that does not exist is an error.

import type { IdName } from '../../../generated/ids.ts';
import { APPROVAL_OVERRIDES } from './approval-overrides.ts';
import { BANK_OVERRIDES } from './bank-overrides.ts';
import { PERSON_OVERRIDES } from './person-overrides.ts';
import { WEBHOOK_OVERRIDES } from './webhook-overrides.ts';
import { PAYMENT_OVERRIDES } from './payment-overrides.ts';
import { SANDBOX_OVERRIDES } from './sandbox-overrides.ts';
import { TRAIL_OVERRIDES } from './trail-overrides.ts';
import {
  ACTOR,
  METHOD,
  PLAIN_ID,
  LEASE,
  IMPORTED,
  LINE_POSITION,
  TENANT,
  type TableOverride,
} from './override.ts';

const GENERATED = '../../generated/types.ts';

/** The modules of the types named below. */
export const TYPE_MODULES: Readonly<Record<string, string>> = {
  ApprovalStatus: GENERATED,
  BankAccountType: GENERATED,
  BankMatch: GENERATED,
  BillStatus: GENERATED,
  CancellationReason: GENERATED,
  Deductibility: GENERATED,
  DocumentFormat: GENERATED,
  DocumentStatus: GENERATED,
  DocumentType: GENERATED,
  FilingStatus: GENERATED,
  InvoiceStatus: GENERATED,
  LedgerEntryType: GENERATED,
  LedgerSide: GENERATED,
  MatchStatus: GENERATED,
  PaymentObject: GENERATED,
  RequestStatus: GENERATED,
  WebhookDeliveryStatus: GENERATED,
  WebhookStatus: GENERATED,
  TaskPriority: GENERATED,
  TaskStatus: GENERATED,
  TaskableType: GENERATED,
  TransactionType: GENERATED,
  TransferLink: GENERATED,
  Country: '../../generated/countries.ts',
  EntityDetails: '../base/entity.ts',
  Day: './columns.ts',
  DecimalText: './columns.ts',
  Instant: './columns.ts',
  Json: './columns.ts',
  KeyType: './stated.ts',
  OutboxKind: './stated.ts',
  OutboxState: './stated.ts',
  SuggestionEvidence: './stated.ts',
  ComplementContent: './stated.ts',
  CreditNoteContent: './stated.ts',
  InvoiceContent: './stated.ts',
  LineContent: './stated.ts',
  MatchEvidence: './stated.ts',
  TaxBreakdownRow: './stated.ts',
  StoredReason: './stated.ts',
  UndoState: './stated.ts',
  StateKind: './stated-trail.ts',
  StateRecords: './stated-trail.ts',
  StatementDateOrder: GENERATED,
  StatementDecimal: GENERATED,
};

/**
 * Ids emitted as branded types. A kind can be added once no statement compares its columns with plain text, which
 * branded columns refuse.
 */
export const ID_KINDS: ReadonlySet<string> = new Set<IdName>([
  'AuditId',
  'BankStatementId',
  'CertificateId',
  'EventId',
  'OutboxId',
]);

export const OVERRIDES: Readonly<Record<string, TableOverride>> = {
  ...APPROVAL_OVERRIDES,
  ...BANK_OVERRIDES,
  ...PERSON_OVERRIDES,
  ...TRAIL_OVERRIDES,
  ...WEBHOOK_OVERRIDES,
  api_key: {
    columns: {
      entity_id: { note: 'Null for a key of the whole organisation.' },
      type: 'KeyType',
      secret_hash: { note: 'Hex SHA-256 of the secret; the secret itself is never stored.' },
      previous_until: { note: 'When the secret before the present one ends; null when there is none.' },
      created_by: { type: 'MemberId', note: 'Null when no member is known to have made it.' },
      hint: { note: 'The last four characters, so that a person can tell keys apart.' },
      scopes: 'string[]',
      toolsets: { type: 'string[]', note: 'Null for a key with the common tools alone.' },
    },
  },
  change_request: {
    columns: {
      requested_by: 'ApiKeyId',
      entity_id: { note: 'Null for a record of the organisation.' },
      tool: { note: 'The tool that was called.' },
      record_id: { note: 'What it would end or change.' },
      open_key: { note: 'Stands for the same wish of the same key while it waits.' },
      status: { type: 'RequestStatus', note: 'Pending past its end: expired.' },
      decided_by: { type: 'MemberId' },
      rejection: { note: 'Why a person refused.' },
    },
  },
  api_key_request: {
    columns: {
      requested_by: 'ApiKeyId',
      entity_id: { note: 'Null for a key of the whole organisation.' },
      scopes: 'string[]',
      toolsets: 'string[]',
      key_expires_at: { note: 'When the key is to end.' },
      status: { type: 'RequestStatus', note: 'Pending past its end: expired.' },
      decided_by: { type: 'MemberId' },
      rejection: { note: 'Why a person refused.' },
      api_key_id: { type: 'ApiKeyId', note: 'The key that was made.' },
    },
  },
  audit: {
    columns: {
      actor_type: ACTOR,
      action: { note: 'The tool, the admin command, or the act of a page.' },
      session_id: 'PersonSessionId',
      method: METHOD,
      record_id: PLAIN_ID,
    },
  },
  bill: {
    columns: {
      status: 'BillStatus',
      number_unique: {
        note: 'Series and number as one text, upper case without blanks: unique per supplier. Null once rejected.',
      },
      balance_minor: { note: 'Negative when overpaid.' },
      open: { note: 'While received or validated with a balance above zero.' },
      deductibility: { type: 'Deductibility', note: 'Null outside Mexico.' },
      validation: 'Record<string, unknown>',
      ...IMPORTED,
    },
  },
  bill_line: { columns: LINE_POSITION },
  certificate: {
    columns: {
      serial: { note: 'The 20 digits of a CSD.' },
      certificate: { note: 'DER, base64.' },
      private_key: { note: 'PKCS#8 DER, sealed with the master key.' },
      sandbox: { note: 'Issued by the service itself, good only with its own sandbox.' },
    },
  },
  counterparty: {
    columns: {
      tax_id_unique: {
        note: 'The tax id where it must be unique in the entity; null for generic tax ids and for none.',
      },
      details: 'Record<string, string>',
    },
  },
  complement: {
    columns: {
      id: PLAIN_ID,
      status: 'DocumentStatus',
      filing_status: 'FilingStatus',
      filing: 'Record<string, unknown>',
      content: 'ComplementContent',
      due_on: { note: 'The day by which the authority wants it.' },
      total_minor: { note: 'What was paid on the invoices that it names.' },
      replaces: { type: PLAIN_ID, note: 'The filed complement whose place it takes.' },
    },
  },
  credit_note: {
    columns: {
      id: PLAIN_ID,
      type: `'invoice_credit_note' | 'bill_credit_note'`,
      record_id: { note: 'The invoice or bill that it credits; null for one on account.' },
      status: {
        type: `'draft' | 'filed' | 'void' | 'received' | 'validated' | 'rejected'`,
        note: 'The first three of notes to customers, the others of notes from suppliers.',
      },
      filing_status: { type: 'FilingStatus', note: 'not_submitted also for what another system filed.' },
      filing: 'Record<string, unknown>',
      content: 'CreditNoteContent',
    },
  },
  entity: {
    columns: {
      closed_through: { note: 'The last day of the closed books; `period_slot` is what writers obey.' },
      details: {
        type: 'EntityDetails',
        note: 'Fiscal regime, VAT id, address and contact: what documents of its country need.',
      },
    },
  },
  event: { columns: { organisation_id: 'OrganisationId' } },
  exchange_rate: {
    columns: {
      organisation_id: {
        type: PLAIN_ID,
        note: "Empty for the service's own rates, which every organisation may use.",
      },
    },
  },
  filed_document: { columns: { kind: 'DocumentFormat', sha256: { note: 'Hex.' } } },
  invoice: {
    columns: {
      status: 'InvoiceStatus',
      open: { note: 'While filed with a balance: the one equality that overdue and open lists run on.' },
      presettled_minor: {
        note: 'The part of paid_minor that was settled in an earlier system and has no payment record here.',
      },
      closed_on: { note: 'The day on which it became void or reversed.' },
      tax_breakdown: 'TaxBreakdownRow[]',
      country_details: 'Record<string, string>',
      filing_status: 'FilingStatus',
      filing: 'Record<string, unknown>',
      content: 'InvoiceContent',
      ...IMPORTED,
    },
  },
  invoice_counter: {
    columns: {
      version: {
        note: 'Changed by everyone who takes a number, so that they wait for each other on every kind of server.',
      },
    },
  },
  invoice_line: {
    columns: {
      ...LINE_POSITION,
      country_details: 'Record<string, string | number>',
      content: 'LineContent',
    },
  },
  invoice_attachment: { columns: LINE_POSITION },
  idempotency: { columns: { answer: { note: "The handler's answer as JSON text, kept byte for byte." } } },
  ledger_entry: {
    note: 'One row a movement, posted in the transaction that makes it; balances are sums over one index.',
    columns: {
      id: { note: 'Time-ordered, so that entries of one day keep the order in which they were posted.' },
      ledger: 'LedgerSide',
      entry_type: 'LedgerEntryType',
      record_id: { note: 'What was booked: the invoice, bill, payment or credit note.' },
      document_id: { note: 'The document that a payment, credit note or reversal settles.' },
    },
  },
  outbox: {
    note: "The worker's queue over all companies, which is why it does not lead with the entity; no tool reads it.",
    columns: {
      approval_id: 'ApprovalRequestId',
      country_code: { type: 'Country', note: 'Null in the entries of earlier releases.' },
      kind: 'OutboxKind',
      state: 'OutboxState',
      open: { note: 'Until it is done: what the queue runs on.' },
      open_key: {
        note: 'What it is about while it is open, the document or the approval: one entry of a kind at most.',
      },
      generation: { note: 'How often the document was built: each build has bytes and a key of its own.' },
      payload: { note: 'The exact bytes that are sent.' },
      print: { note: 'The PDF that goes with them by e-mail.' },
      submission_key: { note: 'The idempotency key at the provider.' },
      route: { note: 'From whom to whom; null until it is built.' },
      request: { type: 'Record<string, unknown>', note: 'What else the kind asks for.' },
      maybe_sent: {
        note: 'False while it is certain that no attempt with these bytes can have filed anything.',
      },
      next_attempt_at: {
        note: 'By the clock of the database server, which all instances share; so is the lease.',
      },
      lease_owner: { note: LEASE },
    },
  },
  ...PAYMENT_OVERRIDES,
  reference_record: {
    note: 'One row per record of a type that only `import` writes and only `search` reads.',
    columns: { entity_id: TENANT, fields: 'Record<string, unknown>' },
  },
  returned_number: {
    note: 'Numbers of discarded drafts, which the next filings take, so that no gap is left.',
  },
  ...SANDBOX_OVERRIDES,
  task: {
    columns: {
      status: 'TaskStatus',
      priority: 'TaskPriority',
      taskable_type: 'TaskableType',
      priority_rank: { note: '0 urgent to 3 low: the order of lists.' },
      due_at: { note: 'As given: a day or a moment.' },
      due_sort: { note: 'When it becomes overdue; the end of time for none, so that none sorts last.' },
      assignee_id: 'MemberId',
      open: { note: 'While pending or in progress.' },
    },
  },
};
