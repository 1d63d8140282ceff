// The faults that the sandbox access point can be told to show, by its handle or over `POST /sandbox/faults`.
import { type Fault, createFaultReader } from '../http.ts';

const KINDS = [
  /** Taken, but the connection breaks before the reply. */
  'reply_lost',
  /** HTTP 500, nothing taken. */
  'error_before',
  /** HTTP 500, but taken. */
  'error_after',
  /** Taken; the reply is not JSON. */
  'unreadable',
  /** HTTP 429. */
  'rate_limited',
  /** Taken, but the reply comes after `delay_ms`. */
  'slow',
  /** HTTP 401, whatever the key. */
  'token_expired',
  /** Refuses the document permanently, with `code` and `message`. */
  'reject',
  /** The network could not deliver what was taken. */
  'evidence_fails',
] as const;

export type AccessPointFaultKind = (typeof KINDS)[number];
export type AccessPointFault = Fault<AccessPointFaultKind>;

export const readFault = createFaultReader(KINDS);
