// The faults that the sandbox PAC can be told to show: by its handle, over `POST /sandbox/faults`, or by the name of an
// invoice's receiver, so that an agent can try them out.
import { type Fault, createFaultReader } from '../http.ts';

const KINDS = [
  /** Done, but the connection breaks before the reply. */
  'reply_lost',
  /** HTTP 500, nothing done. */
  'error_before',
  /** HTTP 500, but done. */
  'error_after',
  /** Done; the reply is not JSON. */
  'unreadable',
  /** Waits `delay_ms` before handling the request. */
  'slow',
  /** HTTP 401, whatever the token. */
  'token_expired',
  /** Refuses permanently, with `code` and `message`. */
  'reject',
  /** Says that the document is stamped already, without the stamp. */
  'empty_tfd',
  /** Stamped, but the reply carries another document's stamp. */
  'wrong_stamp',
  /** The SAT's query answers HTTP 503. */
  'status_down',
  /** The SAT's query says that the issuer is on a list of article 69-B. */
  'issuer_listed',
] as const;

export type PacFaultKind = (typeof KINDS)[number];
export type PacFault = Fault<PacFaultKind>;

export const readFault = createFaultReader(KINDS);

export type Behaviour = 'usual' | 'rejects' | 'reply_lost' | 'fails' | 'needs_acceptance';

/** How the sandbox behaves, by the receiver's name. */
const NAMES: Readonly<Record<string, Behaviour>> = {
  /** Every stamp is refused. */
  'SANDBOX REJECT': 'rejects',
  /** The reply to the first request is lost. */
  'SANDBOX REPLY LOST': 'reply_lost',
  /** Always HTTP 500. */
  'SANDBOX ERROR': 'fails',
  /** Stamped as usual; a cancellation waits for the buyer. */
  'SANDBOX ACCEPTANCE': 'needs_acceptance',
};

export const chooseBehaviour = (receiverName: string): Behaviour =>
  NAMES[receiverName.trim().toUpperCase()] ?? 'usual';
