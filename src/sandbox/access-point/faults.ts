// The faults that can be ordered of the sandbox access point, by its handle or over `POST /sandbox/faults`.
import { type Fault, readFaultOf } from '../http.ts';

const KINDS = [
  /** Taken, but the connection breaks before the reply. */
  'reply_lost',
  /** HTTP 500, nothing taken. */
  'error_before',
  /** HTTP 500, taken all the same. */
  'error_after',
  /** Taken; the reply is no JSON. */
  'unreadable',
  /** HTTP 429. */
  'rate_limited',
  /** Taken, but the reply comes after `delay_ms`. */
  'slow',
  /** HTTP 401, whatever the key. */
  'token_expired',
  /** Refuses the document for good, with `code` and `message`. */
  'reject',
  /** The network could not deliver what was taken. */
  'evidence_fails',
] as const;

export type AccessPointFaultKind = (typeof KINDS)[number];
export type AccessPointFault = Fault<AccessPointFaultKind>;

export const readFault = readFaultOf(KINDS);
