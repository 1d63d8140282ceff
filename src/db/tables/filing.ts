// Approval of filings, the queue of the worker, and what was filed.
import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { ApprovalStatus } from '../../../generated/types.ts';
import type { Flag, Instant, Json } from './columns.ts';

export interface ApprovalTable {
  entity_id: string;
  id: string;
  invoice_id: string;
  status: ApprovalStatus;
  /** The invoice while the request is pending, then null: an invoice has one pending request at most. */
  pending_invoice_id: string | null;
  snapshot_hash: string;
  /** What the person is asked to approve, to be read by that person. */
  snapshot: Json<Record<string, unknown>>;
  requested_by_type: 'key' | 'member' | 'system';
  requested_by: string;
  requested_at: Instant;
  expires_at: Instant;
  decided_by: string | null;
  decided_at: Instant | null;
  reason: string | null;
  task_id: string;
}

/**
 * `file`: an approved invoice; `cancel`: a cancellation asked for; `deliver`: mail to the buyer; `evidence`: how far
 * the network has carried a document; `expire`: an approval that may run out without a decision.
 */
export type OutboxKind = 'file' | 'cancel' | 'deliver' | 'evidence' | 'expire';

/** `approved`: no bytes yet; `ready`: bytes and key are fixed and may have been sent; `done`: nothing is left to do. */
export type OutboxState = 'approved' | 'ready' | 'done';

/** Written as an expression of the server's own clock. */
type SetByServer<T> = ColumnType<T, T | RawBuilder<Instant>, T | RawBuilder<Instant>>;

/** The worker's queue over all companies, which is why it does not lead with the entity; no tool reads it. */
export interface OutboxTable {
  id: string;
  entity_id: string;
  invoice_id: string;
  approval_id: string | null;
  kind: OutboxKind;
  state: OutboxState;
  /** 1 until it is done: what the queue runs on. */
  open: Flag;
  /** What it is about while it is open, the invoice or the approval: one entry of a kind at most. */
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
  sandbox: Flag | null;
  /** From whom to whom; null until it is built. */
  route: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** What else the kind asks for. */
  request: Json<Record<string, unknown>>;
  built_at: Instant | null;
  /** 0 while it is certain that no attempt with these bytes can have filed anything. */
  maybe_sent: Flag | null;
  attempts: number;
  /** By the clock of the database server, which all instances share; so is the lease. */
  next_attempt_at: SetByServer<Instant>;
  lease_owner: string | null;
  lease_until: SetByServer<Instant | null>;
  lease_fence: Generated<number>;
  last_reason: string | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface FiledDocumentTable {
  entity_id: string;
  invoice_id: string;
  kind: 'xml' | 'pdf';
  media_type: string;
  bytes: Buffer;
  /** Hex. */
  sha256: string;
  created_at: Instant;
}

export interface InvoiceCounterTable {
  entity_id: string;
  series: string;
  next_number: number;
  /** Changed by everyone who takes a number, so that they wait for each other on every kind of server. */
  version: number;
}

/** Numbers of discarded drafts that had been refused: the next filing takes them, so that no gap is left. */
export interface ReturnedNumberTable {
  entity_id: string;
  series: string;
  number: number;
}
