// Row types of every table, as mysql2 hands them over: DECIMAL and DATE arrive as strings, BIGINT as a number,
// JSON columns as parsed values. Ids are whole TypeIDs (`invc_01h…`). Tenant tables lead with `entity_id`.
import type { ColumnType, Generated } from 'kysely';

/** `YYYY-MM-DD HH:MM:SS.mmm`, always UTC; see `instant.ts`. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** Exact decimal text, as DECIMAL columns are read and written. */
type DecimalText = string;
/** Written as JSON text, read as the parsed value. */
type Json<T> = ColumnType<T, string, string>;
type Flag = 0 | 1;

export interface OrganisationTable {
  id: string;
  name: string;
  created_at: Instant;
}

export interface MemberTable {
  organisation_id: string;
  id: string;
  /** Lower case; unique in the organisation. */
  email: string;
  name: string;
  role: 'administrator' | 'member';
  created_at: Instant;
}

export interface ApiKeyTable {
  id: string;
  organisation_id: string;
  /** Null for a key of the whole organisation. */
  entity_id: string | null;
  type: 'copilot' | 'integration';
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
  is_default: Flag;
  active: Flag;
  /** Fiscal regime, VAT id, address and contact: what documents of its country need. */
  details: Json<EntityDetails>;
  created_at: Instant;
  updated_at: Instant;
}

export interface EntityDetails {
  fiscal_regime_code?: string;
  vat_id?: string;
  tax_number?: string;
  street?: string;
  city?: string;
  participant_id?: string;
  contact_name?: string;
  contact_email?: string;
  contact_phone?: string;
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
  is_customer: Flag;
  is_supplier: Flag;
  details: Json<Record<string, string>>;
  external_id: string | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export type StoredInvoiceStatus = 'draft' | 'filed' | 'void' | 'reversed';

export interface InvoiceTable {
  entity_id: string;
  id: string;
  counterparty_id: string;
  status: StoredInvoiceStatus;
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
  /** 1 while filed with a balance: the one equality that overdue and open lists run on. */
  open: Flag;
  /** The part of paid_minor that was settled in an earlier system and has no payment record here. */
  presettled_minor: Generated<number>;
  /** The day on which it became void or reversed. */
  closed_on: Generated<Day | null>;
  tax_breakdown: Json<TaxBreakdownRow[]>;
  country_details: Json<Record<string, string>>;
  filing_status: Generated<string>;
  filing: Json<Record<string, unknown>>;
  notes: string | null;
  external_id: string | null;
  /** Of the import row that made it or changed it last; null for what came another way. */
  import_hash: Generated<string | null>;
  /** `version` after that import: another one says that the books have changed it since. */
  import_version: Generated<number | null>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface TaxBreakdownRow {
  tax: string;
  category: string;
  rate: DecimalText;
  base: DecimalText;
  amount: DecimalText;
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
}

export type StoredBillStatus = 'inbox' | 'received' | 'validated' | 'rejected' | 'reversed';

export interface BillTable {
  entity_id: string;
  id: string;
  counterparty_id: string;
  status: StoredBillStatus;
  bill_number: string | null;
  series: string | null;
  /** Series and number as one text, upper case without blanks: what must be unique per supplier. Null once rejected. */
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
  total_minor: number;
  paid_minor: Generated<number>;
  credited_minor: Generated<number>;
  /** Negative when overpaid. */
  balance_minor: number;
  /** 1 while received or validated with a balance above zero. */
  open: Flag;
  presettled_minor: Generated<number>;
  closed_on: Generated<Day | null>;
  /** Null outside Mexico. */
  deductibility: string | null;
  validation: Json<Record<string, unknown>>;
  notes: string | null;
  external_id: string | null;
  /** Of the import row that made it or changed it last; null for what came another way. */
  import_hash: Generated<string | null>;
  /** `version` after that import: another one says that the books have changed it since. */
  import_version: Generated<number | null>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
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
}

export type PaymentType = 'invoice_payment' | 'bill_payment';
export type DocumentKind = 'invoice' | 'bill';

/** Money received from a customer or paid to a supplier. */
export interface PaymentTable {
  entity_id: string;
  id: string;
  type: PaymentType;
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
  /** 1 when a bank line explains it, be it here or in the earlier system. */
  bank_linked: Flag;
  /** 1 when the imported balance of its document already counts it. */
  historic: Flag;
  external_id: string | null;
  created_at: Instant;
}

export interface PaymentAllocationTable {
  entity_id: string;
  payment_id: string;
  /** 1-based. */
  position: number;
  record_type: DocumentKind;
  record_id: string;
  /** In the document's currency. */
  amount_minor: number;
  /** The same part in the payment's currency. */
  payment_minor: number;
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
  status: 'draft' | 'filed' | 'void' | 'received' | 'validated' | 'rejected';
  issue_date: Day;
  currency: string;
  total_minor: number;
  reason: string | null;
  historic: Flag;
  external_id: string | null;
  created_at: Instant;
  updated_at: Instant;
}

/**
 * Receivables and payables, one row a movement, posted in the transaction that makes the movement. Running balances and
 * statements of any period are sums over one index.
 */
export interface LedgerEntryTable {
  entity_id: string;
  /** Time-ordered, so that entries of one day keep the order in which they were posted. */
  id: string;
  date: Day;
  ledger: 'ar' | 'ap';
  entry_type: string;
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
}

export interface TaskTable {
  entity_id: string;
  id: string;
  title: string;
  description: string | null;
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled';
  priority: 'urgent' | 'high' | 'normal' | 'low';
  /** 0 urgent to 3 low: the order of lists. */
  priority_rank: number;
  /** As given: a day or a moment. */
  due_at: string | null;
  /** The moment at which it becomes overdue; the end of time for none, so that none sorts last. */
  due_sort: Instant;
  assignee_id: string | null;
  taskable_type: string;
  taskable_id: string;
  completed_at: Instant | null;
  /** 1 while pending or in progress. */
  open: Flag;
  created_at: Instant;
  updated_at: Instant;
}

export interface BankAccountTable {
  entity_id: string;
  id: string;
  name: string;
  account_type: 'checking' | 'savings' | 'credit';
  account_number_masked: string | null;
  currency: string;
  active: Flag;
  clabe: string | null;
  routing_number: string | null;
  iban: string | null;
  bic: string | null;
  /** Grows with every change and every import, so that the two never overlook each other. */
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface BankStatementTable {
  entity_id: string;
  id: string;
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

export interface BankTransactionTable {
  entity_id: string;
  id: string;
  bank_account_id: string;
  bank_statement_id: string;
  /** 1-based data row of the imported file. */
  statement_line: number;
  date: Day;
  /** Always positive; the type says the direction. */
  amount_minor: number;
  transaction_type: 'credit' | 'debit';
  currency: string;
  description: string;
  reference: string | null;
  counterparty_hint: string | null;
  balance_minor: number | null;
  match_status: 'unmatched' | 'suggested' | 'confirmed' | 'no_match';
  /** Content hash and which occurrence of it: a re-import adds nothing, a genuine twin is kept. */
  fingerprint: string;
  occurrence: number;
  /** Lower case without accents: description and reference, for text filters. */
  text_norm: string;
  transfer_peer_id: string | null;
  transfer_status: 'suggested' | 'linked' | null;
  matched_at: Instant | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

/** One row per record type that only `import` writes and only `search` reads. */
export interface ReferenceTable {
  /** The entity; for organisation-level records (clients) the organisation. */
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

export interface ExchangeRateTable {
  base: string;
  quote: string;
  date: Day;
  source: string;
  rate: DecimalText;
  created_at: Instant;
}

export interface SearchRecordTable {
  /** The tenant that owns the record: an entity id, or an organisation id for organisation-level records. */
  entity_id: string;
  record_id: string;
  type: string;
  label: string;
  label_norm: string;
}

export interface SearchTokenTable {
  entity_id: string;
  token: string;
  type: string;
  record_id: string;
}

/** Folio numbers, tax ids, e-mail addresses and external ids, upper case without separators. */
export interface SearchIdentifierTable {
  entity_id: string;
  identifier: string;
  type: string;
  record_id: string;
}

export interface SearchVocabularyTable {
  entity_id: string;
  token: string;
}

export interface SearchTrigramTable {
  entity_id: string;
  trigram: string;
  token: string;
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

export interface AuditTable {
  entity_id: string;
  id: string;
  occurred_at: Instant;
  actor_type: 'key' | 'member' | 'system';
  actor_id: string;
  /** The tool, or the admin command. */
  action: string;
  arguments_hash: string;
  record_type: string;
  record_id: string;
  before: Json<unknown>;
  after: Json<unknown>;
  request_id: string;
}

export interface EventTable {
  entity_id: string;
  id: string;
  organisation_id: string;
  type: string;
  record_type: string;
  record_id: string;
  data: Json<unknown>;
  occurred_at: Instant;
}

export interface SchemaMigrationTable {
  name: string;
  applied_at: Instant;
}

export interface SchemaLockTable {
  id: number;
  holder: string | null;
  held_until: Instant | null;
}

export interface DB {
  organisation: OrganisationTable;
  member: MemberTable;
  api_key: ApiKeyTable;
  entity: EntityTable;
  counterparty: CounterpartyTable;
  invoice: InvoiceTable;
  invoice_line: InvoiceLineTable;
  bill: BillTable;
  bill_line: BillLineTable;
  payment: PaymentTable;
  payment_allocation: PaymentAllocationTable;
  credit_note: CreditNoteTable;
  ledger_entry: LedgerEntryTable;
  task: TaskTable;
  bank_account: BankAccountTable;
  bank_statement: BankStatementTable;
  bank_transaction: BankTransactionTable;
  reference_record: ReferenceTable;
  exchange_rate: ExchangeRateTable;
  search_record: SearchRecordTable;
  search_token: SearchTokenTable;
  search_identifier: SearchIdentifierTable;
  search_vocabulary: SearchVocabularyTable;
  search_trigram: SearchTrigramTable;
  idempotency: IdempotencyTable;
  audit: AuditTable;
  event: EventTable;
  schema_migration: SchemaMigrationTable;
  schema_lock: SchemaLockTable;
}
