// Column types that neither the schema nor the spec can express; `row-types/overrides.ts` assigns them to columns.
import type { SERVICE } from '../../generated/service.ts';
import type { DocumentType, MatchStatus } from '../../generated/types.ts';
import type { DecimalText, Instant } from './columns.ts';

export type KeyType = (typeof SERVICE.keys.types)[number];

/**
 * `file`: an approved invoice; `cancel`: a requested cancellation; `deliver`: mail to the buyer; `evidence`: how far
 * the network has carried a document; `expire`: an approval that may expire without a decision.
 */
export type OutboxKind = 'file' | 'cancel' | 'deliver' | 'evidence' | 'expire';

/** `approved`: not built yet; `ready`: bytes and key are fixed and may have been sent; `done`: nothing left to do. */
export type OutboxState = 'approved' | 'ready' | 'done';

export interface TaxBreakdownRow {
  tax: string;
  category: string;
  rate: DecimalText;
  base: DecimalText;
  amount: DecimalText;
}

export interface UndoState {
  readonly match_status: Exclude<MatchStatus, 'confirmed'>;
  readonly suggestions: readonly Omit<StoredSuggestion, 'bank_transaction_id'>[];
}

export interface StoredSuggestion {
  readonly bank_transaction_id: string;
  readonly position: number;
  readonly record_type: DocumentType;
  readonly record_id: string;
  readonly amount_minor: number;
  readonly confidence: DecimalText;
  readonly reasons: readonly string[];
  readonly run_id: string;
  readonly created_at: Instant;
}
