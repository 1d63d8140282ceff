// What the sandbox access point was given. It belongs to nobody's books: the sandbox is the outside world.
import type { Flag, Instant } from './columns.ts';

export interface SandboxAccessPointTable {
  /** Of several submissions with one of these only the first is processed. */
  idempotency_guid: string;
  /** The submission's own id. */
  guid: string;
  legal_entity_id: number;
  /** A participant id. */
  receiver: string;
  /** The HTTP status and body that the first submission was answered with; every repetition gets them again. */
  status: number;
  reply: string;
  /** 1 when it lies in the receiver's inbox. */
  delivered: Flag;
  document: Buffer;
  /** Hex, of the document. */
  sha256: string;
  created_at: Instant;
}
