// Column types of the trail that neither the schema nor the spec can express.

/** The records whose every state is kept in the trail; see `trail/kinds.ts`. */
export type WatchedKind =
  | 'invoice'
  | 'bill'
  | 'payment'
  | 'credit_note'
  | 'complement'
  | 'approval'
  | 'cancellation_request';

/** The records that the log covers after the fact; see `trail/covered.ts`. */
export type CoveredKind =
  | 'organisation'
  | 'member'
  | 'api_key'
  | 'api_key_request'
  | 'company_sign_in'
  | 'exchange_rate'
  | 'entity'
  | 'certificate'
  | 'counterparty'
  | 'counterparty_alias'
  | 'bank_account'
  | 'bank_statement'
  | 'bank_transaction'
  /** The entries of one record. */
  | 'ledger'
  | 'task'
  /** Those of one invoice. */
  | 'attachment'
  | 'filed_document'
  | 'outbox';

/** A state of a record; or which records a transaction wrote, and what they were when the log took that. */
export type StateKind = WatchedKind | 'touched' | 'covered';

/** `trail_state.records`: a kind and keys of its records where they were touched; kind, key and digest (base64url; null: gone) of each covered one. */
export type StateRecords = readonly (readonly [CoveredKind, ...(string | null)[]])[];
