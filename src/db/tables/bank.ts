// Bank accounts, statements and their lines.
import type { Generated } from 'kysely';
import type { Day, Flag, Instant, Json } from './columns.ts';

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

/** How users had an account's files read; one row for each line of headings. */
export interface BankStatementLayoutTable {
  entity_id: string;
  bank_account_id: string;
  /** Hex SHA-256 of the headings. */
  headings_hash: string;
  /** Field to heading. */
  column_map: Json<Record<string, string>>;
  date_order: 'dmy' | 'mdy' | 'ymd' | null;
  decimal_sign: 'comma' | 'point' | null;
  updated_at: Instant;
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
  /** The other party's account and tax id, as far as the statement tells. */
  party_account: Generated<string | null>;
  party_tax_id: Generated<string | null>;
  transfer_peer_id: string | null;
  transfer_status: 'suggested' | 'linked' | null;
  matched_at: Instant | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}
