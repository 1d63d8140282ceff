// The faults that can be ordered of the sandbox PAC: by its handle, over `POST /sandbox/faults`, or by the name of an
// invoice's receiver, so that an agent can try what happens.
import { type Fault, readFaultOf } from '../http.ts';

const KINDS = [
  /** Done, but the connection breaks before the reply. */
  'reply_lost',
  /** HTTP 500, nothing done. */
  'error_before',
  /** HTTP 500, done all the same. */
  'error_after',
  /** Done; the reply is no JSON. */
  'unreadable',
  /** Waits `delay_ms` before it looks at the request. */
  'slow',
  /** HTTP 401, whatever the token. */
  'token_expired',
  /** Refuses for good, with `code` and `message`. */
  'reject',
  /** Tells that the document is stamped already, without the stamp. */
  'empty_tfd',
  /** Stamped, but the reply has the stamp of another document. */
  'wrong_stamp',
] as const;

export type PacFaultKind = (typeof KINDS)[number];
export type PacFault = Fault<PacFaultKind>;

export const readFault = readFaultOf(KINDS);

export type Behaviour = 'usual' | 'rejects' | 'reply_lost' | 'fails' | 'needs_acceptance';

/** By the receiver's name: what each makes the sandbox do. */
const NAMES: Readonly<Record<string, Behaviour>> = {
  /** Every stamp is refused. */
  'SANDBOX REJECT': 'rejects',
  /** The reply to the first request is lost. */
  'SANDBOX REPLY LOST': 'reply_lost',
  /** HTTP 500 for ever. */
  'SANDBOX ERROR': 'fails',
  /** Stamped as usual; a cancellation waits for the buyer. */
  'SANDBOX ACCEPTANCE': 'needs_acceptance',
};

export const behaviourOf = (receiverName: string): Behaviour =>
  NAMES[receiverName.trim().toUpperCase()] ?? 'usual';
