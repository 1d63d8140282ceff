// Columns of received documents that neither the schema nor the spec can express.
import type { ReceivedSeverity } from '../../generated/types.ts';

/** A finding by its rule: its words are those of whoever reads it. */
export interface StoredIssue {
  readonly rule: string;
  readonly severity: ReceivedSeverity;
  readonly facts: Readonly<Record<string, string>>;
}

/** Other records that a document is about. */
export interface ReceivedLinks {
  /** Payments that it proves. */
  readonly payments: readonly string[];
  /** Counterparties that may be its supplier. */
  readonly candidates: readonly string[];
}
