// Generated from the migrated schema. Do not edit; run `npm run rows`.
import type { Generated } from 'kysely';
import type { AuditId, BankStatementId, CertificateId, EventId, OutboxId } from '../../generated/ids.ts';
import type { ApprovalStatus, Attachment, BankAccountType, BankMatch, BillStatus, CancellationReason, CounterpartyAliasKind, Deductibility, DifferenceCause, DocumentStatus, DocumentType, FilingStatus, InvoiceStatus, LedgerEntryType, LedgerSide, MatchStatus, PaymentObject, ReceivedChannel, ReceivedKind, ReceivedStatus, RequestStatus, StatementDateOrder, StatementDecimal, StatementSign, TaskPriority, TaskStatus, TaskableType, TransactionType, TransferLink, WebhookDeliveryStatus, WebhookStatus } from '../../generated/types.ts';
import type { Country } from '../../generated/countries.ts';
import type { EntityDetails } from '../base/entity.ts';
import type { Day, DecimalText, Instant, Json } from './columns.ts';
import type { ClientAuth, ComplementContent, CreditNoteContent, DifferenceTaxRow, FiledKind, InvoiceContent, KeyType, LineContent, OutboxKind, OutboxState, TaxBreakdownRow } from './stated.ts';
import type { BillContent, BillLineContent, ReceivedNote } from './stated-bills.ts';
import type { ReceivedLinks, StoredIssue } from './stated-inbox.ts';
import type { MatchEvidence, ReturnState, StoredReason, SuggestionEvidence, UndoState } from './stated-bank.ts';
import type { StateKind, StateRecords } from './stated-trail.ts';

export interface ApiKeyTable {
  id: string;
  organisation_id: string;
  /** Null for a key of the whole organisation. */
  entity_id: string | null;
  type: KeyType;
  name: string;
  /** Hex SHA-256 of the secret; the secret itself is never stored. */
  secret_hash: string;
  /** The last four characters, so that a person can tell keys apart. */
  hint: string;
  scopes: Json<string[]>;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
  created_at: Instant;
  /** Null when no member is known to have made it. */
  created_by: string | null;
  previous_secret_hash: string | null;
  /** When the secret before the present one ends; null when there is none. */
  previous_until: Instant | null;
  /** Null for a key with the common tools alone. */
  toolsets: Json<string[]> | null;
  /** For whom a connected app acts; null for a key with a secret. */
  person_id: string | null;
  /** The program that the connected app is. */
  oauth_client_id: string | null;
}

export interface ApiKeyRequestTable {
  id: string;
  organisation_id: string;
  requested_by: string;
  name: string;
  reason: string;
  /** Null for a key of the whole organisation. */
  entity_id: string | null;
  scopes: Json<string[]>;
  toolsets: Json<string[]>;
  /** When the key is to end. */
  key_expires_at: Instant;
  /** Pending past its end: expired. */
  status: RequestStatus;
  requested_at: Instant;
  expires_at: Instant;
  decided_by: string | null;
  decided_at: Instant | null;
  /** Why a person refused. */
  rejection: string | null;
  /** The key that was made. */
  api_key_id: string | null;
}

/** Calls of a connected app, a day (UTC). */
export interface AppCallsTable {
  api_key_id: string;
  day: Day;
  calls: number;
}

export interface ApprovalTable {
  entity_id: string;
  id: string;
  document_id: string;
  status: ApprovalStatus;
  /** The document while the request is pending, then null: a document has one pending request at most. */
  pending_document_id: string | null;
  snapshot_hash: string;
  /** What the person is asked to approve, to be read by that person. */
  snapshot: Json<unknown>;
  requested_by_type: 'key' | 'member' | 'system';
  requested_by: string;
  requested_at: Instant;
  expires_at: Instant;
  decided_by: string | null;
  decided_at: Instant | null;
  reason: string | null;
  task_id: string;
  decided_method: 'passkey' | 'password' | 'company' | 'claimed' | null;
  state_version: Generated<number>;
  renewed_at: Instant | null;
}

export interface AttachmentTable {
  entity_id: string;
  id: string;
  /** As the trail calls it. */
  record_type: string;
  record_id: string;
  file_id: string;
  /** Null once it was removed. */
  live_file_id: string | null;
  file_name: string;
  mime_type: string;
  bytes: number;
  sha256: string;
  role: Attachment['role'];
  description: string | null;
  /** Why it was removed. */
  reason: string | null;
  created_at: Instant;
  removed_at: Instant | null;
}

export interface AuditTable {
  entity_id: string;
  id: AuditId;
  occurred_at: Instant;
  actor_type: 'key' | 'member' | 'system';
  actor_id: string;
  /** The tool, the admin command, or the act of a page. */
  action: string;
  arguments_hash: string;
  record_type: string;
  record_id: string;
  before: Json<unknown>;
  after: Json<unknown>;
  request_id: string;
  session_id: string | null;
  method: 'passkey' | 'password' | 'company' | 'claimed' | null;
}

export interface BankAccountTable {
  entity_id: string;
  id: string;
  name: string;
  account_type: BankAccountType;
  account_number_masked: string | null;
  currency: string;
  active: boolean;
  clabe: string | null;
  routing_number: string | null;
  iban: string | null;
  bic: string | null;
  /** Grows with every change and every import, so that the two never overlook each other. */
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

/** Bookings of several payments, each of which is a bank transaction; a booking itself is none. */
export interface BankBatchTable {
  entity_id: string;
  id: string;
  bank_account_id: string;
  bank_statement_id: BankStatementId;
  /** 1-based data row of the imported file. */
  statement_line: number;
  date: Day;
  /** Always positive; the type says the direction. */
  amount_minor: number;
  transaction_type: TransactionType;
  currency: string;
  description: string;
  reference: string | null;
  balance_minor: number | null;
  /** How many bank transactions make it. */
  parts: number;
  /** As of a bank transaction: a re-import adds nothing. */
  fingerprint: string;
  occurrence: number;
  created_at: Instant;
}

export interface BankLineSumTable {
  entity_id: string;
  bank_account_id: string;
  statement: string;
  slot: number;
  unmatched_count: Generated<number>;
  unmatched_minor: Generated<number>;
  suggested_count: Generated<number>;
  suggested_minor: Generated<number>;
  confirmed_count: Generated<number>;
  confirmed_minor: Generated<number>;
  no_match_count: Generated<number>;
  no_match_minor: Generated<number>;
  version: Generated<number>;
}

/** The documents that a confirmed line settles, one row each. */
export interface BankMatchTable {
  entity_id: string;
  bank_transaction_id: string;
  /** 1-based. */
  position: number;
  record_type: DocumentType;
  record_id: string;
  /** Of the line, in its currency. */
  amount_minor: number;
  /** Null when the match was confirmed without a payment. */
  payment_id: string | null;
  /** The payment was made by this match; otherwise it was there and only linked. */
  payment_made: boolean;
  source: BankMatch['source'];
  confidence: DecimalText | null;
  run_id: string | null;
  confirmed_by: string | null;
  confirmed_at: Instant;
  /** What came beyond it, or is missing of it, and is booked apart. */
  difference_minor: Generated<number>;
  /** Of the first row; null for a match made by hand. */
  evidence: Json<MatchEvidence> | null;
  /** Why it is missing; null for cents without a cause. */
  difference_as: DifferenceCause | null;
  /** The draft that a discount waits for. */
  credit_note_id: string | null;
}

/** What a line was before it was settled, for `bank match undo`; one that was unmatched has no row. */
export interface BankMatchUndoTable {
  entity_id: string;
  bank_transaction_id: string;
  state: Json<UndoState>;
}

/** What one confirmed line taught. */
export interface BankMemoryTable {
  entity_id: string;
  bank_transaction_id: string;
  kind: 'account' | 'alias' | 'text';
  value: string;
  counterparty_id: string;
  taught_by: Generated<'auto' | 'agent' | 'person'>;
}

export interface BankRejectionTable {
  entity_id: string;
  bank_transaction_id: string;
  record_id: string;
  created_at: Instant;
}

/** A payment that came back, by the transaction that took the money back. */
export interface BankReturnTable {
  entity_id: string;
  bank_transaction_id: string;
  payment_id: string;
  /** Which had brought the money; null for a payment that had no transaction. */
  sent_transaction_id: string | null;
  /** Of what the bank took apart. */
  fee_transaction_id: string | null;
  fee_minor: number;
  unauthorised: boolean;
  state: Json<ReturnState>;
  created_at: Instant;
}

export interface BankStatementTable {
  entity_id: string;
  id: BankStatementId;
  bank_account_id: string;
  file_name: string;
  /** Hex SHA-256 of the file. */
  file_hash: string;
  format: string;
  period_start: Day | null;
  period_end: Day | null;
  transaction_count: number;
  duplicate_count: number;
  opening_balance_minor: number | null;
  closing_balance_minor: number | null;
  imported_at: Instant;
}

/** How users had an account's files read; one row for each line of headings. */
export interface BankStatementLayoutTable {
  entity_id: string;
  bank_account_id: string;
  /** Hex SHA-256 of the headings. */
  headings_hash: string;
  /** Field to heading. */
  column_map: Json<Record<string, string>>;
  date_order: StatementDateOrder | null;
  decimal_sign: StatementDecimal | null;
  updated_at: Instant;
  /** In which the fields were said; null in rows of earlier releases. */
  field_order: Json<string[]> | null;
  amount_sign: StatementSign | null;
}

/** All rows of a line are one suggestion: together they take its amount. */
export interface BankSuggestionTable {
  entity_id: string;
  bank_transaction_id: string;
  position: number;
  record_type: DocumentType;
  record_id: string;
  amount_minor: number;
  confidence: DecimalText;
  reasons: Json<StoredReason[]>;
  run_id: string;
  created_at: Instant;
  difference_minor: Generated<number>;
  /** Of the first row. */
  evidence: Json<SuggestionEvidence> | null;
  /** Why less came than the balance; null for cents without a cause. */
  difference_as: DifferenceCause | null;
}

export interface BankTransactionTable {
  entity_id: string;
  id: string;
  bank_account_id: string;
  bank_statement_id: BankStatementId;
  /** 1-based data row of the imported file. */
  statement_line: number;
  date: Day;
  /** Always positive; the type says the direction. */
  amount_minor: number;
  transaction_type: TransactionType;
  currency: string;
  description: string;
  reference: string | null;
  counterparty_hint: string | null;
  balance_minor: number | null;
  match_status: MatchStatus;
  /** Content hash and which occurrence of it: a re-import adds nothing, a genuine twin is kept. */
  fingerprint: string;
  occurrence: number;
  /** Lower case without accents: description and reference, for text filters. */
  text_norm: string;
  transfer_peer_id: string | null;
  transfer_status: TransferLink['status'] | null;
  matched_at: Instant | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  /** The other party's account, as far as the statement tells. */
  party_account: string | null;
  party_tax_id: string | null;
  batch_id: string | null;
  batch_part: 'payment' | 'charge' | null;
}

export interface BillTable {
  entity_id: string;
  id: string;
  counterparty_id: string;
  status: BillStatus;
  bill_number: string | null;
  series: string | null;
  /** Year, series and number as one text, upper case without signs: unique per supplier. Null once rejected, and where a person keeps two that look alike. */
  number_unique: string | null;
  uuid: string | null;
  title: string | null;
  issue_date: Day;
  due_date: Day;
  currency: string;
  exchange_rate: DecimalText | null;
  exchange_rate_date: Day | null;
  exchange_rate_source: string | null;
  subtotal_minor: number;
  tax_minor: number;
  /** What is owed of it: with tax, less what is withheld, was paid before it, or rounded off. */
  total_minor: number;
  paid_minor: Generated<number>;
  credited_minor: Generated<number>;
  /** Negative when overpaid. */
  balance_minor: number;
  /** While received or validated with a balance above zero. */
  open: boolean;
  presettled_minor: Generated<number>;
  closed_on: Day | null;
  /** Null outside Mexico. */
  deductibility: Deductibility | null;
  validation: Json<Record<string, unknown>>;
  notes: string | null;
  external_id: string | null;
  /** Of the import row that made it or changed it last; null for what came another way. */
  import_hash: string | null;
  /** `version` after that import: another one says that the books have changed it since. */
  import_version: number | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  state_version: Generated<number>;
  withheld_minor: Generated<number>;
  /** Paid before it, so that it never was owed on it. */
  prepaid_minor: Generated<number>;
  /** BT-114: what the supplier adds so that a round amount is owed; negative when taken off. */
  rounding_minor: Generated<number>;
  delivery_date: Day | null;
  /** BT-7: the day whose month the tax belongs to, where the document names one. */
  tax_point: Day | null;
  /** When the document arrived; null for what was typed. */
  received_at: Instant | null;
  /** The received document that it was read from. */
  source_document_id: string | null;
  /** Null where only lines and sums are known. */
  content: Json<BillContent> | null;
  /** Series and number as they are compared. */
  number_key: string | null;
  /** The UUID in small letters, once in a company. Null where it is none, and once rejected. */
  uuid_unique: string | null;
}

export interface BillLineTable {
  entity_id: string;
  bill_id: string;
  /** 1-based. */
  position: number;
  description: string;
  quantity: DecimalText;
  unit_price: DecimalText;
  subtotal: DecimalText;
  tax_amount: DecimalText;
  /** Null where only the sums are known. */
  content: Json<BillLineContent> | null;
}

export interface CancellationRequestTable {
  entity_id: string;
  id: string;
  invoice_id: string;
  status: RequestStatus;
  /** The invoice while the request is pending, then null: an invoice has one pending request at most. */
  pending_invoice_id: string | null;
  reason: CancellationReason;
  /** With reason 01 alone. */
  replacement_invoice_id: string | null;
  note: string | null;
  requested_by_type: 'key' | 'member' | 'system';
  requested_by: string;
  requested_at: Instant;
  expires_at: Instant;
  decided_by: string | null;
  decided_at: Instant | null;
  /** Why a person refused. */
  rejection: string | null;
  state_version: Generated<number>;
}

export interface CertificateTable {
  entity_id: string;
  id: CertificateId;
  /** The 20 digits of a CSD. */
  serial: string;
  rfc: string;
  holder: string;
  /** DER, base64. */
  certificate: string;
  /** PKCS#8 DER, sealed with the master key. */
  private_key: string;
  valid_from: Instant;
  valid_to: Instant;
  /** Issued by the service itself, good only with its own sandbox. */
  sandbox: boolean;
  created_at: Instant;
}

export interface ChangeRequestTable {
  id: string;
  organisation_id: string;
  /** Null for a record of the organisation. */
  entity_id: string | null;
  /** The tool that was called. */
  tool: string;
  /** What it would end or change. */
  record_id: string;
  arguments: Json<unknown>;
  /** Stands for the same wish of the same key while it waits. */
  open_key: string | null;
  requested_by: string;
  /** Pending past its end: expired. */
  status: RequestStatus;
  requested_at: Instant;
  expires_at: Instant;
  decided_by: string | null;
  decided_at: Instant | null;
  /** Why a person refused. */
  rejection: string | null;
  /** What the tool answers once it is approved; null otherwise. */
  answer: string | null;
}

export interface CompanySignInTable {
  organisation_id: string;
  issuer: string;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  created_at: Instant;
}

/** Who went to the issuer and comes back, once, in the same browser. */
export interface CompanySignInRequestTable {
  /** Hex SHA-256 of the browser's secret. */
  secret_hash: string;
  state: string;
  organisation_id: string;
  nonce: string;
  code_verifier: string;
  expires_at: Instant;
}

export interface ComplementTable {
  entity_id: string;
  id: string;
  counterparty_id: string;
  payment_id: string;
  status: DocumentStatus;
  filing_status: FilingStatus;
  filing: Json<Record<string, unknown>>;
  series: string | null;
  number: string | null;
  issue_date: Day;
  paid_on: Day;
  /** The day by which the authority wants it. */
  due_on: Day;
  currency: string;
  /** What was paid on the invoices that it names. */
  total_minor: number;
  content: Json<ComplementContent>;
  /** The filed complement whose place it takes. */
  replaces: string | null;
  version: number;
  created_at: Instant;
  updated_at: Instant;
  state_version: Generated<number>;
}

export interface ComplementDocumentTable {
  entity_id: string;
  invoice_id: string;
  complement_id: string;
}

export interface CounterpartyTable {
  entity_id: string;
  id: string;
  name: string;
  name_norm: string;
  country_code: string;
  tax_id: string | null;
  /** The tax id where it must be unique in the entity; null for generic tax ids and for none. */
  tax_id_unique: string | null;
  email: string | null;
  postal_code: string | null;
  is_customer: boolean;
  is_supplier: boolean;
  details: Json<Record<string, string>>;
  external_id: string | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  /** Discounts agreed with the customer: percent/days, such as 3/7 2/14. */
  payment_terms: string | null;
}

/** What bank lines may call a counterparty. */
export interface CounterpartyAliasTable {
  entity_id: string;
  id: string;
  counterparty_id: string;
  kind: CounterpartyAliasKind;
  value: string;
  /** As it is compared; of `pays_for`, payer and paid. */
  value_key: string;
  /** From which kind of lesson it was learned; null when taught by hand. */
  lesson: 'account' | 'alias' | 'text' | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface CreditNoteTable {
  entity_id: string;
  id: string;
  type: 'invoice_credit_note' | 'bill_credit_note';
  counterparty_id: string;
  /** The invoice or bill that it credits; null for one on account. */
  record_id: string | null;
  series: string | null;
  number: string | null;
  uuid: string | null;
  /** The first three of notes to customers, the others of notes from suppliers. */
  status: 'draft' | 'filed' | 'void' | 'inbox' | 'received' | 'validated' | 'rejected';
  issue_date: Day;
  currency: string;
  total_minor: number;
  reason: string | null;
  historic: boolean;
  external_id: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** not_submitted also for what another system filed. */
  filing_status: Generated<FilingStatus>;
  filing: Json<Record<string, unknown>> | null;
  content: Json<CreditNoteContent> | null;
  version: Generated<number>;
  state_version: Generated<number>;
  /** Of notes from suppliers whose lines are known; as the two after it. */
  subtotal_minor: number | null;
  tax_minor: number | null;
  withheld_minor: number | null;
  received_at: Instant | null;
  source_document_id: string | null;
  /** Of notes from suppliers whose lines are known. */
  received: Json<ReceivedNote> | null;
  /** Of what was paid before the bill that it credits; null for nothing. */
  excess_minor: number | null;
}

export interface DeletedFileTable {
  entity_id: string;
  file_id: string;
  sha256: string;
  bytes: number;
  /** Sent by mistake, or kept for its term. */
  cause: 'private' | 'term';
  reason: string;
  /** The member. */
  deleted_by: string;
  deleted_at: Instant;
}

export interface EfosBillTable {
  entity_id: string;
  bill_id: string;
  rfc: string;
  situation: string;
  /** What the bill returns to once its supplier is off the list. */
  deductibility: Deductibility | null;
  /** A person said that the SAT took the proof. */
  proven: boolean;
}

export interface EfosCheckTable {
  entity_id: string;
  next_at: Instant;
  /** Of the list itself: `missing`, or the day to which an outdated one goes. */
  told: string | null;
}

export interface EfosImportTable {
  id: number;
  cut_on: Day;
  imported_at: Instant;
  sha256: string;
  rows_count: number;
}

export interface EfosRowTable {
  rfc: string;
  import_id: number;
  name: string;
  situation: string;
  published_on: Day | null;
}

export interface EfosStandingTable {
  entity_id: string;
  rfc: string;
  situation: string;
  task_id: string | null;
}

export interface EntityTable {
  id: string;
  organisation_id: string;
  name: string;
  country_code: string;
  currency: string;
  tax_id: string | null;
  time_zone: string;
  postal_code: string | null;
  is_default: boolean;
  active: boolean;
  /** Fiscal regime, VAT id, address and contact: what documents of its country need. */
  details: Json<EntityDetails>;
  created_at: Instant;
  updated_at: Instant;
  /** The last day of the closed books; `period_slot` is what writers obey. */
  closed_through: Day | null;
  locks: Generated<number>;
  registration_asked: Generated<boolean>;
}

export interface EventTable {
  entity_id: string;
  id: EventId;
  organisation_id: string;
  type: string;
  record_type: string;
  record_id: string;
  data: Json<unknown>;
  occurred_at: Instant;
}

export interface ExchangeRateTable {
  /** Empty for the service's own rates, which every organisation may use. */
  organisation_id: string;
  base: string;
  quote: string;
  date: Day;
  source: string;
  rate: DecimalText;
  created_at: Instant;
}

export interface FiledDocumentTable {
  entity_id: string;
  document_id: string;
  kind: FiledKind;
  media_type: string;
  bytes: Buffer;
  /** Hex. */
  sha256: string;
  created_at: Instant;
}

export interface IdempotencyTable {
  entity_id: string;
  idempotency_key: string;
  tool: string;
  arguments_hash: string;
  /** The handler's answer as JSON text, kept byte for byte. */
  answer: string;
  created_at: Instant;
}

export interface InboxFolderTable {
  id: string;
  created_at: Instant;
  lease_owner: string | null;
  lease_until: Instant | null;
  lease_fence: number;
}

export interface InvoiceTable {
  entity_id: string;
  id: string;
  counterparty_id: string;
  status: InvoiceStatus;
  internal_status: string;
  series: string | null;
  number: string | null;
  title: string | null;
  issue_date: Day;
  due_date: Day;
  payment_terms_days: number;
  currency: string;
  exchange_rate: DecimalText | null;
  exchange_rate_date: Day | null;
  exchange_rate_source: string | null;
  subtotal_minor: number;
  tax_minor: number;
  total_minor: number;
  paid_minor: Generated<number>;
  credited_minor: Generated<number>;
  balance_minor: number;
  /** While filed with a balance: the one equality that overdue and open lists run on. */
  open: boolean;
  /** The part of paid_minor that was settled in an earlier system and has no payment record here. */
  presettled_minor: Generated<number>;
  /** The day on which it became void or reversed. */
  closed_on: Day | null;
  tax_breakdown: Json<TaxBreakdownRow[]>;
  country_details: Json<Record<string, string>>;
  filing_status: Generated<FilingStatus>;
  filing: Json<Record<string, unknown>>;
  notes: string | null;
  external_id: string | null;
  /** Of the import row that made it or changed it last; null for what came another way. */
  import_hash: string | null;
  /** `version` after that import: another one says that the books have changed it since. */
  import_version: number | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  content: Json<InvoiceContent> | null;
  withheld_minor: Generated<number>;
  installments_paid: number | null;
  state_version: Generated<number>;
}

export interface InvoiceAttachmentTable {
  entity_id: string;
  invoice_id: string;
  /** 1-based. */
  position: number;
  bytes: Buffer;
}

export interface InvoiceCounterTable {
  entity_id: string;
  series: string;
  next_number: number;
  /** Changed by everyone who takes a number, so that they wait for each other on every kind of server. */
  version: number;
}

export interface InvoiceLineTable {
  entity_id: string;
  invoice_id: string;
  /** 1-based. */
  position: number;
  description: string;
  quantity: DecimalText;
  unit_price: DecimalText;
  subtotal: DecimalText;
  tax_rate: DecimalText;
  tax_amount: DecimalText;
  country_details: Json<Record<string, string | number>>;
  content: Json<LineContent> | null;
}

/** One row a movement, posted in the transaction that makes it; balances are sums over one index. */
export interface LedgerEntryTable {
  entity_id: string;
  /** Time-ordered, so that entries of one day keep the order in which they were posted. */
  id: string;
  date: Day;
  ledger: LedgerSide;
  entry_type: LedgerEntryType;
  counterparty_id: string;
  currency: string;
  debit_minor: number;
  credit_minor: number;
  /** What was booked: the invoice, bill, payment or credit note. */
  record_id: string;
  /** The document that a payment, credit note or reversal settles. */
  document_id: string | null;
  number: string | null;
  description: string | null;
  created_at: Instant;
  /** Of a reversal of what customers or suppliers paid. */
  reverses: LedgerEntryType | null;
  /** What it takes off base and tax, or gives back to them. */
  taxes: Json<readonly DifferenceTaxRow[]> | null;
}

export interface LedgerMonthTable {
  entity_id: string;
  ledger: LedgerSide;
  month: Day;
  currency: string;
  slot: number;
  debit_minor: number;
  credit_minor: number;
  entry_count: number;
  paid_minor: Generated<number>;
}

export interface MasterKeyTable {
  name: string;
  key_id: string;
  recorded_at: Instant;
}

export interface MatchingRunTable {
  entity_id: string;
  id: string;
  bank_account_id: string;
  /** The account while the run goes on. */
  running_account_id: string | null;
  status: 'running' | 'completed' | 'failed';
  model_version: string;
  /** The process that works on it; see `lease.ts`. */
  lease_owner: string | null;
  lease_until: Instant | null;
  /** Of the ids that the run left unmatched: the same set within the window is answered the same. */
  rest_hash: string | null;
  processed: number;
  auto_confirmed: number;
  suggested: number;
  unmatched: number;
  results: Json<unknown[]>;
  started_at: Instant;
  completed_at: Instant | null;
  lease_fence: Generated<number>;
}

export interface MemberTable {
  organisation_id: string;
  id: string;
  /** Lower case; unique in the organisation. */
  email: string;
  name: string;
  role: 'administrator' | 'accountant' | 'viewer';
  created_at: Instant;
  /** Who signs in as this member; null until they have come in by a link of theirs. */
  person_id: string | null;
  /** Kept, so that the trail goes on naming them. */
  removed_at: Instant | null;
  /** Of sessions that the company's issuer opened, which change nothing of the person elsewhere. */
  locale: 'en' | 'es' | 'de' | null;
  time_zone: string | null;
}

export interface MergedCounterpartyTable {
  entity_id: string;
  id: string;
  survivor_id: string;
  name: string;
  tax_id: string | null;
  external_id: string | null;
  merged_at: Instant;
}

/** What came through the access point, by the id that its sender gave the message. */
export interface NetworkMessageTable {
  message_id: string;
  access_point: string;
  status: 'delivered' | 'held' | 'refused' | 'discarded';
  /** Why it found no company. */
  reason: string | null;
  /** A participant id. */
  sender: string | null;
  /** A participant id, as the envelope says. */
  receiver: string | null;
  /** Of the receiver at the access point, as that says. */
  account: string | null;
  /** Hex. */
  sha256: string | null;
  bytes: number;
  /** To which it was delivered, for good: registrations change. */
  company_id: string | null;
  received_document_id: string | null;
  /** How often it came. */
  attempts: number;
  created_at: Instant;
  updated_at: Instant;
}

export interface NetworkMessageChunkTable {
  message_id: string;
  position: number;
  bytes: Buffer;
}

export interface NetworkQueueTable {
  access_point: string;
  /** When it last answered. */
  asked_at: Instant | null;
  failing_since: Instant | null;
  fault: string | null;
  lease_owner: string | null;
  lease_until: Instant | null;
  lease_fence: number;
}

export interface NetworkReceiverTable {
  /** A participant id as ids are compared. */
  participant_key: string;
  company_id: string;
  /** The company's at the access point when it was registered. */
  account: string | null;
  created_at: Instant;
}

/** Assertions by which clients showed who they are, each used once. */
export interface OauthAssertionTable {
  oauth_client_id: string;
  jti_hash: string;
  expires_at: Instant;
}

/** Programs that ask persons for access. */
export interface OauthClientTable {
  /** The address of the document that describes it, or an id made here. */
  id: string;
  kind: 'document' | 'registered' | 'typed';
  /** Of one that an administrator typed in, which serves that organisation alone. */
  organisation_id: string | null;
  /** As it calls itself. */
  name: string;
  redirect_uris: Json<string[]>;
  auth_method: ClientAuth;
  /** Hex SHA-256. */
  secret_hash: string | null;
  jwks_uri: string | null;
  /** Its public keys, as it gives them. */
  jwks: Json<Record<string, unknown>> | null;
  jwks_expires_at: Instant | null;
  /** Until when what its document said is taken without asking again. */
  document_expires_at: Instant | null;
  /** When a person was first asked; who never got that far may be forgotten. */
  consented_at: Instant | null;
  last_used_at: Instant | null;
  revoked_at: Instant | null;
  created_at: Instant;
  /** It signs, and says that it also comes without a signature. */
  also_public: boolean | null;
  /** The last four characters of the secret. */
  hint: string | null;
  previous_secret_hash: string | null;
  /** When the secret before the present one ends; null when there is none. */
  previous_until: Instant | null;
  /** Who typed it in; null when nobody knows. */
  created_by: string | null;
}

/** What a program gets for a consent and exchanges once. */
export interface OauthCodeTable {
  /** Hex SHA-256. */
  code_hash: string;
  organisation_id: string;
  api_key_id: string;
  oauth_client_id: string;
  redirect_uri: string;
  code_challenge: string;
  expires_at: Instant;
  /** A second use ends the app. */
  used_at: Instant | null;
  created_at: Instant;
}

/** What a program asks for, until a person has answered. */
export interface OauthRequestTable {
  /** Hex SHA-256. */
  id_hash: string;
  oauth_client_id: string;
  /** The address of this service by which the program knows it. */
  issuer: string;
  redirect_uri: string;
  state: string | null;
  code_challenge: string;
  scopes: Json<string[]>;
  /** The session that opened it first, and alone may answer it. */
  person_session_id: string | null;
  expires_at: Instant;
  created_at: Instant;
}

/** Opaque; what they open stands in the key. */
export interface OauthTokenTable {
  /** Hex SHA-256. */
  token_hash: string;
  kind: 'access' | 'refresh';
  api_key_id: string;
  expires_at: Instant;
  /** When a refresh token was first exchanged for the next. */
  used_at: Instant | null;
  created_at: Instant;
}

export interface OneTimeLinkTable {
  /** Hex SHA-256; the link itself is never stored. */
  token_hash: string;
  id: string;
  kind: 'bootstrap' | 'invitation' | 'recovery';
  /** Of a person who may not be there yet. */
  person_id: string;
  /** Null for the link of the first administrator, who gives it. */
  email: string | null;
  organisation_id: string | null;
  expires_at: Instant;
  used_at: Instant | null;
  created_at: Instant;
  /** How it reached its person. Only what was mailed, or handed over by the operator, proves the address. */
  way: 'mail' | 'operator' | 'shown' | null;
}

export interface OpenMonthTable {
  entity_id: string;
  /** Empty in the row which says that all was summed. */
  kind: DocumentType | '';
  month: Day;
  currency: string;
  slot: number;
  balance_minor: number;
  document_count: number;
  d01_minor: Generated<number>;
  d01_count: Generated<number>;
  d02_minor: Generated<number>;
  d02_count: Generated<number>;
  d03_minor: Generated<number>;
  d03_count: Generated<number>;
  d04_minor: Generated<number>;
  d04_count: Generated<number>;
  d05_minor: Generated<number>;
  d05_count: Generated<number>;
  d06_minor: Generated<number>;
  d06_count: Generated<number>;
  d07_minor: Generated<number>;
  d07_count: Generated<number>;
  d08_minor: Generated<number>;
  d08_count: Generated<number>;
  d09_minor: Generated<number>;
  d09_count: Generated<number>;
  d10_minor: Generated<number>;
  d10_count: Generated<number>;
  d11_minor: Generated<number>;
  d11_count: Generated<number>;
  d12_minor: Generated<number>;
  d12_count: Generated<number>;
  d13_minor: Generated<number>;
  d13_count: Generated<number>;
  d14_minor: Generated<number>;
  d14_count: Generated<number>;
  d15_minor: Generated<number>;
  d15_count: Generated<number>;
  d16_minor: Generated<number>;
  d16_count: Generated<number>;
  d17_minor: Generated<number>;
  d17_count: Generated<number>;
  d18_minor: Generated<number>;
  d18_count: Generated<number>;
  d19_minor: Generated<number>;
  d19_count: Generated<number>;
  d20_minor: Generated<number>;
  d20_count: Generated<number>;
  d21_minor: Generated<number>;
  d21_count: Generated<number>;
  d22_minor: Generated<number>;
  d22_count: Generated<number>;
  d23_minor: Generated<number>;
  d23_count: Generated<number>;
  d24_minor: Generated<number>;
  d24_count: Generated<number>;
  d25_minor: Generated<number>;
  d25_count: Generated<number>;
  d26_minor: Generated<number>;
  d26_count: Generated<number>;
  d27_minor: Generated<number>;
  d27_count: Generated<number>;
  d28_minor: Generated<number>;
  d28_count: Generated<number>;
  d29_minor: Generated<number>;
  d29_count: Generated<number>;
  d30_minor: Generated<number>;
  d30_count: Generated<number>;
  d31_minor: Generated<number>;
  d31_count: Generated<number>;
}

export interface OrganisationTable {
  id: string;
  name: string;
  created_at: Instant;
  separate_approver: Generated<boolean>;
  locks: Generated<number>;
}

/** The worker's queue over all companies, which is why it does not lead with the entity; no tool reads it. */
export interface OutboxTable {
  id: OutboxId;
  entity_id: string;
  document_id: string;
  approval_id: string | null;
  kind: OutboxKind;
  state: OutboxState;
  /** Until it is done: what the queue runs on. */
  open: boolean;
  /** What it is about while it is open, the document or the approval: one entry of a kind at most. */
  open_key: string | null;
  /** How often the document was built: each build has bytes and a key of its own. */
  generation: number;
  /** The exact bytes that are sent. */
  payload: Buffer | null;
  media_type: string | null;
  profile: string | null;
  sha256: string | null;
  seal: string | null;
  /** The idempotency key at the provider. */
  submission_key: string | null;
  provider: string | null;
  sandbox: boolean | null;
  /** From whom to whom; null until it is built. */
  route: Json<unknown> | null;
  /** What else the kind asks for. */
  request: Json<Record<string, unknown>>;
  built_at: Instant | null;
  attempts: number;
  /** By the clock of the database server, which all instances share; so is the lease. */
  next_attempt_at: Instant;
  /** The process that works on it; see `lease.ts`. */
  lease_owner: string | null;
  lease_until: Instant | null;
  last_reason: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** False while it is certain that no attempt with these bytes can have filed anything. */
  maybe_sent: boolean | null;
  lease_fence: Generated<number>;
  /** The PDF that goes with them by e-mail. */
  print: Buffer | null;
  /** Null in the entries of earlier releases. */
  country_code: Country | null;
}

export interface PasskeyTable {
  credential_hash: string;
  id: string;
  person_id: string;
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** One that falls is recorded, not refused: passkeys of several devices share none. */
  counter: number;
  backed_up: boolean;
  /** With commas between them. */
  transports: string;
  name: string;
  created_at: Instant;
  last_used_at: Instant | null;
}

/** Money received from a customer or paid to a supplier. */
export interface PaymentTable {
  entity_id: string;
  id: string;
  type: PaymentObject;
  counterparty_id: string;
  amount_minor: number;
  currency: string;
  /** Document currency for one unit of the payment's; null in the same currency. */
  exchange_rate: DecimalText | null;
  exchange_rate_date: Day | null;
  exchange_rate_source: string | null;
  paid_on: Day;
  payment_method: string;
  reference: string | null;
  notes: string | null;
  /** In the payment's currency: what no document takes. */
  unallocated_minor: Generated<number>;
  bank_transaction_id: string | null;
  /** A bank line explains it, be it here or in the earlier system. */
  bank_linked: boolean;
  /** The imported balance of its document already counts it. */
  historic: boolean;
  external_id: string | null;
  created_at: Instant;
  /** Of a reversed one nothing is allocated. */
  status: Generated<'recorded' | 'reversed'>;
  reversed_on: Day | null;
  reversal_reason: string | null;
  /** What of a bank line no document took when it was booked. */
  surplus_minor: Generated<number>;
  state_version: Generated<number>;
}

export interface PaymentAllocationTable {
  entity_id: string;
  payment_id: string;
  /** 1-based. */
  position: number;
  record_type: DocumentType;
  record_id: string;
  /** In the document's currency. */
  amount_minor: number;
  /** The same part in the payment's currency. In one currency it may differ: a difference that is booked apart. */
  payment_minor: number;
  /** Null for a small difference without a cause. */
  difference_cause: DifferenceCause | null;
  /** What the difference takes off base and tax. */
  difference_taxes: Json<readonly DifferenceTaxRow[]> | null;
  /** The draft that a discount waits for. */
  credit_note_id: string | null;
  /** Of the complement by which the supplier proves it; null without one. */
  complement_uuid: string | null;
  /** Asks for that complement while it is missing. */
  complement_task_id: string | null;
}

/** What a complement of a supplier says of one document. */
export interface PaymentProofTable {
  entity_id: string;
  received_document_id: string;
  /** 1-based, over all payments of the complement. */
  position: number;
  /** Of the complement, in lower case like that of the bill. */
  uuid: string;
  bill_uuid: string;
  bill_number: string | null;
  paid_on: Day | null;
  payment_currency: string;
  currency: string;
  /** Currency of the document for one unit of the payment's, as written. */
  equivalence: string | null;
  instalment: string | null;
  /** As written, like the amount paid. */
  before_amount: string;
  paid_amount: string;
  bill_id: string | null;
  payment_id: string | null;
  findings: Json<StoredIssue[]>;
}

/** Copies of the last closed day. Who books writes one of them, who closes writes all. */
export interface PeriodSlotTable {
  entity_id: string;
  slot: number;
  closed_through: Day | null;
  version: number;
}

/** Somebody who signs in; their rights are those of the members that they are. */
export interface PersonTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  locale: 'en' | 'es' | 'de' | null;
  time_zone: string | null;
  /** scrypt, with its parameters and salt. */
  password_hash: string | null;
  /** Sealed. */
  totp_secret: string | null;
  /** A code is taken once. */
  totp_last_step: number;
  created_at: Instant;
  locks: Generated<number>;
  /** When a link that was mailed to the address, or came from the operator, was used; null: whoever signs in may be anybody whom an administrator gave a link. */
  email_proven_at: Instant | null;
}

export interface PersonSessionTable {
  /** Hex SHA-256 of the browser's secret. */
  secret_hash: string;
  id: string;
  person_id: string;
  method: 'passkey' | 'password' | 'company';
  /** The one they work in, if they still belong to it. */
  organisation_id: string;
  created_at: Instant;
  seen_at: Instant;
  /** When the person last showed that it is they who sit there. */
  strong_at: Instant | null;
  address: string;
  user_agent: string;
}

export interface ReceivedDocumentTable {
  entity_id: string;
  id: string;
  status: ReceivedStatus;
  kind: ReceivedKind;
  format: string | null;
  profile: string | null;
  file_id: string;
  file_name: string;
  mime_type: string;
  bytes: number;
  sha256: string;
  channel: ReceivedChannel;
  received_at: Instant;
  counterparty_id: string | null;
  proposed: boolean;
  /** As the document says. */
  supplier_name: string | null;
  supplier_tax_id: string | null;
  number: string | null;
  /** Number and series as they are compared. */
  number_key: string | null;
  uuid: string | null;
  issue_date: Day | null;
  due_date: Day | null;
  currency: string | null;
  total_minor: number | null;
  due_minor: number | null;
  lines_count: number;
  bill_id: string | null;
  bill_credit_note_id: string | null;
  bill_ticket_id: string | null;
  invoice_id: string | null;
  links: Json<ReceivedLinks>;
  issues: Json<StoredIssue[]>;
  reason: string | null;
  read_at: Instant | null;
  decided_at: Instant | null;
  /** When it is to be read; null once it is. */
  due_at: Instant | null;
  attempts: number;
  version: number;
  lease_owner: string | null;
  lease_until: Instant | null;
  lease_fence: number;
  created_at: Instant;
  updated_at: Instant;
  /** A participant id, of what came through the network. */
  sender_id: string | null;
  /** The network's, in the table of messages. */
  message_id: string | null;
  decided_by: 'key' | 'member' | 'system' | null | null;
}

export interface ReceivedUploadTable {
  entity_id: string;
  id: string;
  organisation_id: string;
  token_hash: string;
  file_name: string;
  actor_type: 'key' | 'member' | 'system';
  actor_id: string;
  expires_at: Instant;
  /** When a file began to come. */
  taken_at: Instant | null;
  /** When it was kept. */
  used_at: Instant | null;
  received_document_id: string | null;
  created_at: Instant;
}

export interface RecoveryCodeTable {
  person_id: string;
  code_hash: string;
  used_at: Instant | null;
}

/** One row per record of a type that only `import` writes and only `search` reads. */
export interface ReferenceRecordTable {
  /** The entity; for records of the whole organisation, the organisation. */
  entity_id: string;
  id: string;
  type: string;
  label: string;
  sublabel: string | null;
  status: string | null;
  amount_minor: number | null;
  currency: string | null;
  date: Day | null;
  counterparty_id: string | null;
  fields: Json<Record<string, unknown>>;
  external_id: string | null;
  created_at: Instant;
  updated_at: Instant;
}

/** Numbers of discarded drafts, which the next filings take, so that no gap is left. */
export interface ReturnedNumberTable {
  entity_id: string;
  series: string;
  number: number;
}

/** What the sandbox access point was given. It belongs to nobody's books: the sandbox is the outside world. */
export interface SandboxAccessPointTable {
  /** Of several submissions with one of these only the first is processed. */
  idempotency_guid: string;
  /** The submission's own id. */
  guid: string;
  legal_entity_id: number;
  /** A participant id. */
  receiver: string;
  /** The HTTP status that the first submission was answered with; repetitions get it again. */
  status: number;
  reply: string;
  /** It lies in the receiver's inbox. */
  delivered: boolean;
  document: Buffer;
  /** Hex, of the document. */
  sha256: string;
  created_at: Instant;
  /** In the queue for the company here that receives it. */
  waits_since: Instant | null;
}

export interface SandboxSecretTable {
  name: string;
  /** Sealed with the master key. */
  value: string;
  created_at: Instant;
}

/** What the sandbox PAC remembers, shared by all instances of the service. No company's books depend on it. */
export interface SandboxStampTable {
  /** Hex SHA-256 of the issuer's seal. */
  seal_hash: string;
  uuid: string;
  /** The key that the sender gave, while it counts. */
  custom_id: string | null;
  issuer: string;
  receiver: string;
  total: string;
  /** The Timbre Fiscal Digital. */
  stamp: string;
  /** The whole stamped document. */
  document: string;
  stamped_at: Instant;
  /** Whether the buyer has to agree to a cancellation. */
  needs_acceptance: boolean;
  cancellation: 'requested' | 'cancelled' | 'refused' | null;
  cancelled_at: Instant | null;
}

export interface SatStatusTable {
  entity_id: string;
  uuid: string;
  issuer_rfc: string;
  receiver_rfc: string;
  total: string;
  seal_end: string;
  state: string | null;
  cancellation: string | null;
  cancellable: string | null;
  efos: string | null;
  sandbox: boolean | null;
  arrived_at: Instant;
  asked_at: Instant | null;
  unchecked_since: Instant | null;
  failures: number;
  next_at: Instant | null;
  updated_at: Instant;
}

export interface SchemaLockTable {
  id: number;
  holder: string | null;
  held_until: Instant | null;
  fence: Generated<number>;
  locks: Generated<number>;
}

export interface SchemaMigrationTable {
  name: string;
  applied_at: Instant;
}

export interface SearchGramTable {
  entity_id: string;
  kind: string;
  gram: string;
  part: string;
}

export interface SearchIdentifierTable {
  /** The entity; for records of the whole organisation, the organisation. */
  entity_id: string;
  /** Folio numbers, tax ids, e-mail addresses and external ids, upper case without separators. */
  identifier: string;
  type: string;
  record_id: string;
}

export interface SearchPartTable {
  entity_id: string;
  kind: string;
  part: string;
  sort: string;
  record_id: string;
}

export interface SearchPartPendingTable {
  entity_id: string;
  kind: string;
  record_id: string;
}

export interface SearchPartStateTable {
  entity_id: string;
  kind: string;
  begun_at: Instant;
  cursor_id: Generated<string>;
  until_at: Instant | null;
  lease_owner: string | null;
  lease_until: Instant | null;
  lease_fence: Generated<number>;
}

export interface SearchRecordTable {
  /** The entity; for records of the whole organisation, the organisation. */
  entity_id: string;
  record_id: string;
  type: string;
  label: string;
  label_norm: string;
}

export interface SearchTokenTable {
  /** The entity; for records of the whole organisation, the organisation. */
  entity_id: string;
  token: string;
  type: string;
  record_id: string;
}

export interface SearchTrigramTable {
  /** The entity; for records of the whole organisation, the organisation. */
  entity_id: string;
  trigram: string;
  token: string;
}

export interface SearchVocabularyTable {
  /** The entity; for records of the whole organisation, the organisation. */
  entity_id: string;
  token: string;
}

/** What a passkey signs, once, for one browser. */
export interface SignInChallengeTable {
  secret_hash: string;
  challenge: string;
  expires_at: Instant;
}

export interface SignInMissTable {
  /** Hex SHA-256 of an e-mail address or of a network address. */
  subject_hash: string;
  misses: number;
  last_at: Instant;
  blocked_until: Instant | null;
}

export interface StoredFileTable {
  entity_id: string;
  id: string;
  sha256: string | null;
  bytes: number;
  created_at: Instant;
  locks: Generated<number>;
}

export interface StoredFileChunkTable {
  entity_id: string;
  file_id: string;
  position: number;
  bytes: Buffer;
}

export interface TaskTable {
  entity_id: string;
  id: string;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: TaskPriority;
  /** 0 urgent to 3 low: the order of lists. */
  priority_rank: number;
  /** As given: a day or a moment. */
  due_at: string | null;
  /** When it becomes overdue; the end of time for none, so that none sorts last. */
  due_sort: Instant;
  assignee_id: string | null;
  taskable_type: TaskableType;
  taskable_id: string;
  completed_at: Instant | null;
  /** While pending or in progress. */
  open: boolean;
  created_at: Instant;
  updated_at: Instant;
  made_by_key: string | null;
}

export interface TrailCheckpointTable {
  organisation_id: string;
  size: number;
  note: string;
  created_at: Instant;
}

export interface TrailLeafTable {
  organisation_id: string;
  /** 0-based. */
  position: number;
  /** The entity; for records of the whole organisation, the organisation. */
  entity_id: string;
  id: string;
  hash: string;
}

export interface TrailLogTable {
  organisation_id: string;
  size: number;
  /** The hashes of the complete subtrees, the largest first. */
  frontier: Json<string[]>;
  root: string;
  adopted_at: Instant | null;
  /** The process that works on it; see `lease.ts`. */
  lease_owner: string | null;
  lease_until: Instant | null;
  lease_fence: number;
  signed_size: Generated<number>;
  kept_size: Generated<number>;
  covered_at: Instant | null;
}

export interface TrailPendingTable {
  /** The entity; for records of the whole organisation, the organisation. */
  entity_id: string;
  id: string;
}

export interface TrailStateTable {
  entity_id: string;
  id: string;
  kind: StateKind;
  /** Empty for `touched` and `covered`, which name several. */
  record_id: string;
  /** `state_version` of the record; that of a deletion follows the last one. */
  version: number;
  /** Hex SHA-256 of its canonical JSON; null when it was deleted. */
  digest: string | null;
  occurred_at: Instant;
  /** Of `touched` and `covered` alone. */
  records: Json<StateRecords> | null;
}

export interface WebhookAttemptTable {
  endpoint_id: string;
  delivery_id: string;
  number: number;
  attempted_at: Instant;
  duration_ms: number;
  http_status: number | null;
  error: string | null;
  excerpt: string | null;
}

export interface WebhookDeliveryTable {
  endpoint_id: string;
  id: string;
  /** Of the event: the entity or the organisation. */
  tenant_id: string;
  event_id: EventId;
  type: string;
  record_type: string;
  record_id: string;
  sequence: number;
  status: WebhookDeliveryStatus;
  /** All of them. */
  attempts: number;
  /** Those since it was last to be sent; a redelivery begins anew. */
  round: number;
  due_at: Instant | null;
  created_at: Instant;
  finished_at: Instant | null;
}

export interface WebhookEndpointTable {
  id: string;
  organisation_id: string;
  /** The one company whose events it gets; null for all of them. */
  entity_id: string | null;
  url: string;
  description: string | null;
  events: Json<string[]>;
  status: WebhookStatus | 'deleted';
  status_reason: string | null;
  status_at: Instant;
  /** Of the first failure after the last success. */
  failing_since: Instant | null;
  /** Sealed. */
  secret: string;
  /** Sealed; signs too until `previous_until`. */
  previous_secret: string | null;
  previous_until: Instant | null;
  created_by_type: string;
  created_by: string;
  created_at: Instant;
  /** Who waits longest comes first. */
  visited_at: Instant;
  /** The process that works on it; see `lease.ts`. */
  lease_owner: string | null;
  lease_until: Instant | null;
  lease_fence: number;
}

export interface WebhookSequenceTable {
  tenant_id: string;
  record_id: string;
  last: number;
}

export interface DB {
  api_key: ApiKeyTable;
  api_key_request: ApiKeyRequestTable;
  app_calls: AppCallsTable;
  approval: ApprovalTable;
  attachment: AttachmentTable;
  audit: AuditTable;
  bank_account: BankAccountTable;
  bank_batch: BankBatchTable;
  bank_line_sum: BankLineSumTable;
  bank_match: BankMatchTable;
  bank_match_undo: BankMatchUndoTable;
  bank_memory: BankMemoryTable;
  bank_rejection: BankRejectionTable;
  bank_return: BankReturnTable;
  bank_statement: BankStatementTable;
  bank_statement_layout: BankStatementLayoutTable;
  bank_suggestion: BankSuggestionTable;
  bank_transaction: BankTransactionTable;
  bill: BillTable;
  bill_line: BillLineTable;
  cancellation_request: CancellationRequestTable;
  certificate: CertificateTable;
  change_request: ChangeRequestTable;
  company_sign_in: CompanySignInTable;
  company_sign_in_request: CompanySignInRequestTable;
  complement: ComplementTable;
  complement_document: ComplementDocumentTable;
  counterparty: CounterpartyTable;
  counterparty_alias: CounterpartyAliasTable;
  credit_note: CreditNoteTable;
  deleted_file: DeletedFileTable;
  efos_bill: EfosBillTable;
  efos_check: EfosCheckTable;
  efos_import: EfosImportTable;
  efos_row: EfosRowTable;
  efos_standing: EfosStandingTable;
  entity: EntityTable;
  event: EventTable;
  exchange_rate: ExchangeRateTable;
  filed_document: FiledDocumentTable;
  idempotency: IdempotencyTable;
  inbox_folder: InboxFolderTable;
  invoice: InvoiceTable;
  invoice_attachment: InvoiceAttachmentTable;
  invoice_counter: InvoiceCounterTable;
  invoice_line: InvoiceLineTable;
  ledger_entry: LedgerEntryTable;
  ledger_month: LedgerMonthTable;
  master_key: MasterKeyTable;
  matching_run: MatchingRunTable;
  member: MemberTable;
  merged_counterparty: MergedCounterpartyTable;
  network_message: NetworkMessageTable;
  network_message_chunk: NetworkMessageChunkTable;
  network_queue: NetworkQueueTable;
  network_receiver: NetworkReceiverTable;
  oauth_assertion: OauthAssertionTable;
  oauth_client: OauthClientTable;
  oauth_code: OauthCodeTable;
  oauth_request: OauthRequestTable;
  oauth_token: OauthTokenTable;
  one_time_link: OneTimeLinkTable;
  open_month: OpenMonthTable;
  organisation: OrganisationTable;
  outbox: OutboxTable;
  passkey: PasskeyTable;
  payment: PaymentTable;
  payment_allocation: PaymentAllocationTable;
  payment_proof: PaymentProofTable;
  period_slot: PeriodSlotTable;
  person: PersonTable;
  person_session: PersonSessionTable;
  received_document: ReceivedDocumentTable;
  received_upload: ReceivedUploadTable;
  recovery_code: RecoveryCodeTable;
  reference_record: ReferenceRecordTable;
  returned_number: ReturnedNumberTable;
  sandbox_access_point: SandboxAccessPointTable;
  sandbox_secret: SandboxSecretTable;
  sandbox_stamp: SandboxStampTable;
  sat_status: SatStatusTable;
  schema_lock: SchemaLockTable;
  schema_migration: SchemaMigrationTable;
  search_gram: SearchGramTable;
  search_identifier: SearchIdentifierTable;
  search_part: SearchPartTable;
  search_part_pending: SearchPartPendingTable;
  search_part_state: SearchPartStateTable;
  search_record: SearchRecordTable;
  search_token: SearchTokenTable;
  search_trigram: SearchTrigramTable;
  search_vocabulary: SearchVocabularyTable;
  sign_in_challenge: SignInChallengeTable;
  sign_in_miss: SignInMissTable;
  stored_file: StoredFileTable;
  stored_file_chunk: StoredFileChunkTable;
  task: TaskTable;
  trail_checkpoint: TrailCheckpointTable;
  trail_leaf: TrailLeafTable;
  trail_log: TrailLogTable;
  trail_pending: TrailPendingTable;
  trail_state: TrailStateTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_sequence: WebhookSequenceTable;
}
