// Refusals at the level of HTTP, as `spec/service.yaml` lists them. Each body is a JSON-RPC error whose fields are
// repeated at the top level, so that plain HTTP clients and JSON-RPC clients both find them.
import { SERVICE } from '../../generated/service.ts';
import { fillTemplate } from '../base/errors.ts';
import type { Members, RequestId } from './json-rpc.ts';
import { errorReply, type Reply } from './respond.ts';

export interface Refusal {
  readonly status: number;
  /** The members of the body except request_id. */
  readonly fields: Members & { readonly error_type: string; readonly message: string };
  readonly headers: readonly string[];
}

interface Row {
  readonly status: number;
  readonly error_type: string;
  readonly message: string;
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

type Table = typeof SERVICE.http_errors;
type Name = keyof Table;

/** The names in braces that a template mentions. */
type Placeholder<T> = T extends `${string}{${infer N}}${infer Rest}` ? N | Placeholder<Rest> : never;
type Details<N extends Name> = Readonly<
  Record<Placeholder<Table[N][Extract<keyof Table[N], 'message' | 'hint'>]>, string | number>
>;

const ROWS: Readonly<Record<Name, Row>> = SERVICE.http_errors;

/** Text inside a quoted string of a header: printable ASCII without quote and backslash. */
const quotable = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, "'");

/** Alternating names and values; the values are made safe for a header. */
const filledHeaders = (
  headers: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | number>>,
): readonly string[] => {
  const safe = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, quotable(String(value))]),
  );
  return Object.entries(headers).flatMap(([name, template]) => [name, fillTemplate(template, safe)]);
};

/** Fills the placeholders of a row; each detail is also a member of the body. */
const refusal = <N extends Name>(name: N, details: Details<N>): Refusal => {
  const { status, error_type, hint, retryable = false, headers = {}, ...row } = ROWS[name];
  const message = fillTemplate(row.message, details);
  const fields = {
    error_type,
    message,
    ...(hint === undefined ? {} : { hint: fillTemplate(hint, details) }),
    ...details,
    retryable,
  };
  const { auth_realm } = SERVICE.protocol;
  return { status, fields, headers: filledHeaders(headers, { ...details, message, auth_realm }) };
};

export const refusalReply = (
  { status, fields, headers }: Refusal,
  request_id: string,
  id: RequestId | null = null,
): Reply => {
  const members = { ...fields, request_id };
  return errorReply(
    status,
    id,
    { code: status, message: fields.message, data: members },
    { members, headers },
  );
};

export const notFound = refusal('not_found', {});
export const methodNotAllowed = refusal('method_not_allowed', {});
export const originNotAllowed = refusal('origin_not_allowed', {});
export const hostNotAllowed = refusal('host_not_allowed', {});
export const unsupportedMediaType = refusal('unsupported_media_type', {});
export const ambiguousKey = refusal('ambiguous_key', {});
export const missingKey = refusal('missing_key', {});
export const invalidKey = refusal('invalid_key', {});
export const unavailable = refusal('unavailable', {});
export const stopping = refusal('stopping', {});
export const internal = refusal('internal_error', {});

/** Without request_id, since there is no request yet. */
export const invalidHttp = refusal('invalid_http', {});
export const requestTimeout = refusal('request_timeout', {});
export const headTooLarge = refusal('head_too_large', {});

export const bodyTooLarge = (max_body_bytes: number): Refusal =>
  refusal('body_too_large', { max_body_bytes });

export const keyTypeNotAllowed = (key_type: string): Refusal =>
  refusal('key_type_not_allowed', { key_type, required_key_type: SERVICE.keys.mcp_type });

export const insufficientScope = (required_scope: string): Refusal =>
  refusal('insufficient_scope', { required_scope });

export const rateLimited = (retry_after_seconds: number): Refusal =>
  refusal('rate_limited', { retry_after_seconds });
