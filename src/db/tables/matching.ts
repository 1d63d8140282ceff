// What bank lines were matched to, what is suggested for them, and what was learned from both.
import type { Generated } from 'kysely';
import type { DecimalText, Flag, Instant, Json } from './columns.ts';
import type { DocumentKind } from './payments.ts';

/** The documents that a confirmed line settles, one row each. */
export interface BankMatchTable {
  entity_id: string;
  bank_transaction_id: string;
  /** 1-based. */
  position: number;
  record_type: DocumentKind;
  record_id: string;
  /** Of the line, in its currency. */
  amount_minor: number;
  /** Null when the match was confirmed without a payment. */
  payment_id: string | null;
  /** 1 when the payment was made by this match, 0 when it was there and only linked. */
  payment_made: Flag;
  source: 'ai' | 'manual' | 'rule';
  confidence: DecimalText | null;
  run_id: string | null;
  confirmed_by: string | null;
  confirmed_at: Instant;
}

/** What a line was before it was settled, for `bank match undo`; one that was simply unmatched has no row. */
export interface BankMatchUndoTable {
  entity_id: string;
  bank_transaction_id: string;
  state: Json<UndoState>;
}

export interface UndoState {
  readonly match_status: 'unmatched' | 'suggested' | 'no_match';
  readonly suggestions: readonly Omit<StoredSuggestion, 'bank_transaction_id'>[];
}

export interface StoredSuggestion {
  readonly bank_transaction_id: string;
  readonly position: number;
  readonly record_type: DocumentKind;
  readonly record_id: string;
  readonly amount_minor: number;
  readonly confidence: DecimalText;
  readonly reasons: readonly string[];
  readonly run_id: string;
  readonly created_at: Instant;
}

/** All rows of a line are one suggestion: together they take its amount. */
export interface BankSuggestionTable {
  entity_id: string;
  bank_transaction_id: string;
  position: number;
  record_type: DocumentKind;
  record_id: string;
  amount_minor: number;
  confidence: DecimalText;
  reasons: Json<string[]>;
  run_id: string;
  created_at: Instant;
}

export interface BankRejectionTable {
  entity_id: string;
  bank_transaction_id: string;
  record_id: string;
  created_at: Instant;
}

/** What one confirmed line taught. */
export interface BankMemoryTable {
  entity_id: string;
  bank_transaction_id: string;
  kind: 'account' | 'alias';
  value: string;
  counterparty_id: string;
}

export interface MatchingRunTable {
  entity_id: string;
  id: string;
  bank_account_id: string;
  /** The account while the run goes on. */
  running_account_id: string | null;
  status: 'running' | 'completed' | 'failed';
  model_version: string;
  /** The process that works on it; another one may go on when the lease has run out. */
  lease_owner: string | null;
  lease_until: Instant | null;
  lease_fence: Generated<number>;
  /** Of the ids that the run left unmatched: the same set within the window is answered the same. */
  rest_hash: string | null;
  processed: Generated<number>;
  auto_confirmed: Generated<number>;
  suggested: Generated<number>;
  unmatched: Generated<number>;
  results: Json<unknown[]>;
  started_at: Instant;
  completed_at: Instant | null;
}
