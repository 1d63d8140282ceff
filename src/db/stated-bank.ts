// Stored states of bank lines that neither the schema nor the spec can express; `row-types/stated.yaml` assigns them.
import type { Said } from '../base/said.ts';
import type { DifferenceCause, DocumentType, MatchStatus } from '../../generated/types.ts';
import type { DecimalText, Instant } from './columns.ts';

export interface UndoState {
  readonly match_status: Exclude<MatchStatus, 'confirmed'>;
  readonly suggestions: readonly (Omit<
    StoredSuggestion,
    'bank_transaction_id' | 'difference_minor' | 'difference_as' | 'evidence'
  > &
    Partial<Pick<StoredSuggestion, 'difference_minor' | 'difference_as' | 'evidence'>>)[];
}

/** What a returned payment had settled. */
export interface ReturnState {
  /** The payment had been taken back with its complement: only the fee and the links are of the return. */
  readonly fee_only?: true;
  readonly unallocated_minor: number;
  readonly allocations: readonly {
    readonly position: number;
    readonly amount_minor: number;
    readonly payment_minor: number;
    /** Of the credit note for a discount, which was drafted and not filed: it went with the payment. */
    readonly note_minor?: number;
  }[];
}

/** A reason of the matcher; rows of earlier releases hold the English sentence. */
export type StoredReason = Said;

/** What stood against a finding. */
export interface StoredRunnerUp {
  readonly allocations: readonly { readonly record_id: string; readonly amount_minor: number }[];
  readonly probability: number;
  readonly difference: StoredReason;
}

export interface SuggestionEvidence {
  readonly probability: number;
  readonly runner_up: StoredRunnerUp | null;
}

/** What the matcher said of a line when its match was confirmed. */
export interface MatchEvidence {
  /** Null where an earlier release made the suggestion. */
  readonly probability: number | null;
  readonly runner_up: StoredRunnerUp | null;
  readonly reasons: readonly StoredReason[];
}

export interface StoredSuggestion {
  readonly bank_transaction_id: string;
  readonly position: number;
  readonly record_type: DocumentType;
  readonly record_id: string;
  readonly amount_minor: number;
  readonly difference_minor: number;
  /** Why it is missing. */
  readonly difference_as: DifferenceCause | null;
  readonly confidence: DecimalText;
  readonly evidence: SuggestionEvidence | null;
  readonly reasons: readonly StoredReason[];
  readonly run_id: string;
  readonly created_at: Instant;
}
