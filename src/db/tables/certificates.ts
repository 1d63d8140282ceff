// Certificates with which entities seal what they file.
import type { Flag, Instant } from './columns.ts';

export interface CertificateTable {
  entity_id: string;
  id: string;
  /** The 20 digits of a CSD. */
  serial: string;
  rfc: string;
  holder: string;
  /** DER, base64. */
  certificate: string;
  /** PKCS#8 DER, sealed with the master key. */
  private_key: string;
  valid_from: Instant;
  valid_to: Instant;
  /** Issued by the service itself, good only with its own sandbox. */
  sandbox: Flag;
  created_at: Instant;
}
