// Refusals that HTTP itself speaks of. Each body is a JSON-RPC error whose fields stand at the top level too,
// so that plain HTTP readers and JSON-RPC clients both find them.
import { SERVICE } from '../../generated/service.ts';
import type { RequestId } from './json-rpc.ts';
import { errorReply, type Reply } from './respond.ts';

export interface Refusal {
  readonly status: number;
  readonly error_type: string;
  readonly message: string;
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: readonly string[];
}

export const refusalReply = (refusal: Refusal, request_id: string, id: RequestId | null = null): Reply => {
  const { status, error_type, message, hint, retryable = false, details } = refusal;
  const fields = {
    error_type,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...details,
    retryable,
    request_id,
  };
  const extra =
    refusal.headers === undefined ? { members: fields } : { members: fields, headers: refusal.headers };
  return errorReply(status, id, { code: status, message, data: fields }, extra);
};

/** Text inside a quoted string of a header: printable ASCII without quote and backslash. */
const quotable = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, "'");

const challenge = (fields: readonly (readonly [string, string])[]): readonly string[] => {
  const all = [['realm', SERVICE.protocol.auth_realm] as const, ...fields];
  return [
    'WWW-Authenticate',
    `Bearer ${all.map(([name, value]) => `${name}="${quotable(value)}"`).join(', ')}`,
  ];
};

export const notFound: Refusal = {
  status: 404,
  error_type: 'not_found',
  message: 'There is nothing at this path.',
  hint: 'The service has one endpoint: POST /mcp.',
};

export const methodNotAllowed = (allow: string): Refusal => ({
  status: 405,
  error_type: 'method_not_allowed',
  message: `This path takes ${allow} only.`,
  headers: ['Allow', allow],
});

export const originNotAllowed: Refusal = {
  status: 403,
  error_type: 'origin_not_allowed',
  message: 'Requests from this Origin are not allowed.',
  hint: 'The operator lists web origins in ALLOWED_ORIGINS; programs send no Origin.',
};

export const hostNotAllowed: Refusal = {
  status: 403,
  error_type: 'host_not_allowed',
  message: 'This Host does not name the service.',
  hint: 'The service is bound to loopback: address it as localhost, or list its origin in ALLOWED_ORIGINS.',
};

export const unsupportedMediaType: Refusal = {
  status: 415,
  error_type: 'unsupported_media_type',
  message: 'The body must be application/json in UTF-8, without a Content-Encoding.',
};

export const bodyTooLarge = (limit: number): Refusal => ({
  status: 413,
  error_type: 'body_too_large',
  message: `The body is larger than ${limit} bytes.`,
  hint: 'Send less in one request, for example fewer line items.',
  details: { max_body_bytes: limit },
});

export const ambiguousKey: Refusal = {
  status: 400,
  error_type: 'invalid_request',
  message: 'The Authorization header is given more than once.',
};

export const missingKey: Refusal = {
  status: 401,
  error_type: 'unauthorized',
  message: 'An API key is required.',
  hint: 'Send it as: Authorization: Bearer <API_KEY>.',
  headers: challenge([]),
};

export const invalidKey: Refusal = {
  status: 401,
  error_type: 'unauthorized',
  message: 'The API key is unknown, expired or revoked.',
  hint: 'Ask an administrator for a valid key.',
  headers: challenge([
    ['error', 'invalid_token'],
    ['error_description', 'The API key is unknown, expired or revoked'],
  ]),
};

export const keyTypeNotAllowed = (type: string): Refusal => ({
  status: 403,
  error_type: 'key_type_not_allowed',
  message: `A key of type ${type} may not use this endpoint.`,
  hint: `Use a key of type ${SERVICE.keys.mcp_type}.`,
  details: { key_type: type, required_key_type: SERVICE.keys.mcp_type },
});

export const insufficientScope = (scope: string, message: string): Refusal => ({
  status: 403,
  error_type: 'insufficient_scope',
  message,
  hint: `Ask an administrator for a key with the scope ${scope}.`,
  details: { required_scope: scope },
  headers: challenge([
    ['error', 'insufficient_scope'],
    ['scope', scope],
    ['error_description', message],
  ]),
});

export const rateLimited = (retry_after_seconds: number): Refusal => ({
  status: 429,
  error_type: 'rate_limited',
  message: 'Too many requests with this key.',
  hint: `Wait ${retry_after_seconds} s and repeat.`,
  retryable: true,
  details: { retry_after_seconds },
  headers: ['Retry-After', String(retry_after_seconds)],
});

export const unavailable: Refusal = {
  status: 503,
  error_type: 'unavailable',
  message: 'The service cannot check keys at the moment.',
  hint: 'Repeat in a few seconds.',
  retryable: true,
  headers: ['Retry-After', '2'],
};

export const stopping: Refusal = {
  status: 503,
  error_type: 'stopping',
  message: 'This instance is stopping.',
  hint: 'Repeat on a new connection.',
  retryable: true,
  headers: ['Retry-After', '1'],
};

export const internal: Refusal = {
  status: 500,
  error_type: 'internal_error',
  message: 'The service failed on this request; the failure is logged under its request_id.',
};
