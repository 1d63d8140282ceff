// From the bytes of a body to one JSON-RPC message.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

import { type Excess, findRepeated, MAX_DEPTH, MAX_NODES, measureJson } from '../base/json-text.ts';
import { MAX_ECHO_LENGTH, MAX_ID_LENGTH } from './limits.ts';

export const CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  notFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** Undefined when the sender went away before the end. */
export type Body = Buffer | 'too_large' | undefined;

const NOTHING = Buffer.alloc(0);

/** Reads the body of one request, never holding more than the limit. */
export const readBody = (req: IncomingMessage, limit: number): Promise<Body> =>
  new Promise((resolve) => {
    // The sender may have gone while the key was looked up; its events have passed then.
    if (req.destroyed) return resolve(undefined);
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        first = undefined;
        more = undefined;
        req.off('data', take);
        resolve('too_large');
      } else if (first === undefined) first = chunk;
      else if (more === undefined) more = [first, chunk];
      else more.push(chunk);
    };
    req.on('data', take);
    req.on('end', () => resolve(more === undefined ? (first ?? NOTHING) : Buffer.concat(more, size)));
    // Follows `end` on every request; resolving twice has no effect.
    req.on('close', () => resolve(undefined));
  });

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

const unparsable = (message: string): Parsed => ({ ok: false, code: CODE.parseError, message });

const excessive = (message: string): Parsed => ({ ok: false, code: CODE.invalidRequest, message });

const EXCESS: Readonly<Record<Excess, string>> = {
  depth: `The body nests more than ${MAX_DEPTH} levels deep.`,
  nodes: `The body has more than ${MAX_NODES} values.`,
};

/** The JSON value of a body. */
export const parseBody = (body: Buffer): Parsed => {
  // A lenient decoder would silently put replacement characters into names and addresses.
  if (!isUtf8(body)) return unparsable('The body is not valid UTF-8.');
  const decoded = body.toString('utf8');
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const cost = measureJson(text);
  if (typeof cost === 'string') return excessive(EXCESS[cost]);
  try {
    const value: unknown = JSON.parse(text);
    const repeated = findRepeated(text, cost, value);
    if (repeated === undefined) return { ok: true, value };
    const name = JSON.stringify(repeated.slice(0, MAX_ECHO_LENGTH));
    return excessive(`The body has an object that names ${name} twice. Name each member of an object once.`);
  } catch {
    return unparsable(text.length === 0 ? 'The body is empty.' : 'The body is not valid JSON.');
  }
};

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
