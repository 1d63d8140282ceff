// The shape of one JSON-RPC message.
import { MAX_ECHO_LENGTH, MAX_ID_LENGTH } from './limits.ts';

export type RequestId = string | number;

export type Members = Readonly<Record<string, unknown>>;

export interface RequestMessage {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: Members;
}

export type Message =
  | RequestMessage
  | { readonly kind: 'notification'; readonly method: string }
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly reason: string };

const NO_PARAMS: Members = Object.freeze({});

export const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers beyond 2^53 are refused: they could not be echoed exactly. */
const isId = (value: unknown): value is RequestId =>
  typeof value === 'string' ? value.length <= MAX_ID_LENGTH : Number.isSafeInteger(value);

const invalid = (reason: string, id: RequestId | null = null): Message => ({ kind: 'invalid', id, reason });

const isErrorObject = (value: unknown): boolean =>
  isRecord(value) && Number.isSafeInteger(value['code']) && typeof value['message'] === 'string';

const readResponse = (value: Members): Message => {
  if (isRecord(value['result']) && isId(value['id'])) return { kind: 'response' };
  if (
    isErrorObject(value['error']) &&
    (value['id'] === undefined || value['id'] === null || isId(value['id']))
  ) {
    return { kind: 'response' };
  }
  return invalid('A message has a method, a result or an error.');
};

const paramsFault = (params: Members): string | undefined => {
  const meta = params['_meta'] ?? undefined;
  return meta === undefined || isRecord(meta) ? undefined : 'The member params._meta must be an object.';
};

/** Unknown members are ignored. `params: null` counts as absent, since some clients send it for "none". */
export const readMessage = (value: unknown): Message => {
  if (!isRecord(value)) return invalid('The body is not a JSON-RPC message: it must be an object.');
  if (value['jsonrpc'] !== '2.0') return invalid('The member jsonrpc must be "2.0".');
  const { method, id, params } = value;
  if (method === undefined) return readResponse(value);
  if (typeof method !== 'string') return invalid('The member method must be a string.');
  if (!Object.hasOwn(value, 'id')) return { kind: 'notification', method };
  if (!isId(id)) {
    return invalid(`The member id must be an integer or a string of at most ${MAX_ID_LENGTH} characters.`);
  }
  if (params === undefined || params === null) return { kind: 'request', id, method, params: NO_PARAMS };
  if (!isRecord(params)) return invalid('The member params must be an object.', id);
  const fault = paramsFault(params);
  return fault === undefined ? { kind: 'request', id, method, params } : invalid(fault, id);
};

/** A caller's text within one of our messages, cut to a line. */
export const echo = (text: string): string =>
  text.length <= MAX_ECHO_LENGTH ? text : `${text.slice(0, MAX_ECHO_LENGTH)}…`;
