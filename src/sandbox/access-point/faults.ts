// The faults that can be ordered of the sandbox access point, by its handle or over `POST /sandbox/faults`.
import { isRecord, textOf } from '../../providers/ask.ts';
import type { Fault } from '../http.ts';

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

const isKind = (text: unknown): text is AccessPointFaultKind => KINDS.some((kind) => kind === text);

const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** The fault of a request's body, or what it may be. */
export const readFault = (body: unknown): AccessPointFault | string => {
  const kind = isRecord(body) ? body['kind'] : undefined;
  if (!isRecord(body) || !isKind(kind)) return `kind must be one of ${KINDS.join(', ')}`;
  const [times, delay_ms] = [countOf(body['times']), countOf(body['delay_ms'])];
  const [code, message] = [textOf(body, 'code'), textOf(body, 'message')];
  return {
    kind,
    ...(times === undefined ? {} : { times }),
    ...(delay_ms === undefined ? {} : { delay_ms }),
    ...(code === null ? {} : { code }),
    ...(message === null ? {} : { message }),
  };
};
