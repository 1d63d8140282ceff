// What the sandbox PAC remembers, shared by all instances of the service. No company's books depend on it.
import type { Flag, Instant } from './columns.ts';

export interface SandboxSecretTable {
  name: string;
  /** Sealed with the master key. */
  value: string;
  created_at: Instant;
}

export interface SandboxStampTable {
  /** Hex SHA-256 of the issuer's seal. */
  seal_hash: string;
  uuid: string;
  /** The key that the sender gave, while it counts. */
  custom_id: string | null;
  issuer: string;
  receiver: string;
  total: string;
  /** The Timbre Fiscal Digital. */
  stamp: string;
  /** The whole stamped document. */
  document: string;
  stamped_at: Instant;
  /** Whether the buyer has to agree to a cancellation. */
  needs_acceptance: Flag;
  cancellation: 'requested' | 'cancelled' | 'refused' | null;
  cancelled_at: Instant | null;
}
