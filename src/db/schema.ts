// Row types of every table, as mysql2 hands them over: DECIMAL and DATE arrive as strings, BIGINT as a number,
// JSON columns as parsed values. Ids are whole TypeIDs (`invc_01h…`). Tenant tables lead with `entity_id`.
import type { ApiKeyTable, EntityTable, MemberTable, OrganisationTable } from './tables/access.ts';
import type { CounterpartyTable } from './tables/counterparties.ts';
import type { InvoiceLineTable, InvoiceTable } from './tables/invoices.ts';
import type { BillLineTable, BillTable } from './tables/bills.ts';
import type {
  CreditNoteTable,
  ExchangeRateTable,
  LedgerEntryTable,
  PaymentAllocationTable,
  PaymentTable,
} from './tables/payments.ts';
import type { TaskTable } from './tables/tasks.ts';
import type {
  ApprovalTable,
  FiledDocumentTable,
  InvoiceCounterTable,
  OutboxTable,
  ReturnedNumberTable,
} from './tables/filing.ts';
import type {
  BankAccountTable,
  BankStatementLayoutTable,
  BankStatementTable,
  BankTransactionTable,
} from './tables/bank.ts';
import type {
  BankMatchTable,
  BankMatchUndoTable,
  BankMemoryTable,
  BankRejectionTable,
  BankSuggestionTable,
  MatchingRunTable,
} from './tables/matching.ts';
import type {
  ReferenceTable,
  SearchIdentifierTable,
  SearchRecordTable,
  SearchTokenTable,
  SearchTrigramTable,
  SearchVocabularyTable,
} from './tables/search.ts';
import type { AuditTable, EventTable, IdempotencyTable } from './tables/trail.ts';
import type { CertificateTable } from './tables/certificates.ts';
import type { SandboxSecretTable, SandboxStampTable } from './tables/sandbox.ts';
import type { SandboxAccessPointTable } from './tables/sandbox-access-point.ts';
import type { SchemaLockTable, SchemaMigrationTable } from './tables/migrations.ts';

export type * from './tables/access.ts';
export type * from './tables/counterparties.ts';
export type * from './tables/invoices.ts';
export type * from './tables/bills.ts';
export type * from './tables/payments.ts';
export type * from './tables/tasks.ts';
export type * from './tables/filing.ts';
export type * from './tables/bank.ts';
export type * from './tables/matching.ts';
export type * from './tables/search.ts';
export type * from './tables/trail.ts';
export type * from './tables/sandbox-access-point.ts';
export type * from './tables/certificates.ts';
export type * from './tables/sandbox.ts';

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
  approval: ApprovalTable;
  outbox: OutboxTable;
  filed_document: FiledDocumentTable;
  invoice_counter: InvoiceCounterTable;
  returned_number: ReturnedNumberTable;
  bank_account: BankAccountTable;
  bank_statement: BankStatementTable;
  bank_statement_layout: BankStatementLayoutTable;
  bank_transaction: BankTransactionTable;
  bank_match: BankMatchTable;
  bank_match_undo: BankMatchUndoTable;
  bank_suggestion: BankSuggestionTable;
  bank_rejection: BankRejectionTable;
  bank_memory: BankMemoryTable;
  matching_run: MatchingRunTable;
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
  certificate: CertificateTable;
  sandbox_secret: SandboxSecretTable;
  sandbox_stamp: SandboxStampTable;
  sandbox_access_point: SandboxAccessPointTable;
  schema_migration: SchemaMigrationTable;
  schema_lock: SchemaLockTable;
}
