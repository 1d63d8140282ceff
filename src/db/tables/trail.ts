// What every write leaves behind.
import type { Instant, Json } from './columns.ts';

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
