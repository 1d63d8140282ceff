// What the endpoints answer: JSON for any page of any origin, since none of them reads a cookie.
import type { ServerResponse } from 'node:http';
import { SERVICE } from '../../generated/service.ts';

export interface JsonReply {
  readonly status: number;
  /** Undefined: no body. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type Table = typeof SERVICE.oauth_errors;
export type OAuthErrorName = keyof Table;
type Placeholder<T> = T extends `${string}{${infer N}}${infer Rest}` ? N | Placeholder<Rest> : never;
export type OAuthDetails<N extends OAuthErrorName> = Readonly<
  Record<Placeholder<Table[N]['message']>, string | number>
>;

/** RFC 6749, 5.2: printable ASCII without quote and backslash. */
export const printable = (text: string): string =>
  text
    .replaceAll('…', '...')
    .replace(/[^\x20-\x7e]|["\\]/g, "'")
    .slice(0, 400);

export const oauthError = <N extends OAuthErrorName>(
  name: N,
  details: OAuthDetails<N>,
  headers: Readonly<Record<string, string>> = {},
): JsonReply => {
  const { status, error, message } = SERVICE.oauth_errors[name];
  const values: Readonly<Record<string, string | number>> = details;
  const filled = message.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
  return { status, body: { error, error_description: printable(filled) }, headers };
};

export const slowDown = (seconds: number): JsonReply =>
  oauthError('slow_down', { seconds }, { 'Retry-After': String(seconds) });

export const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After',
} as const;

export const writeJson = (
  res: ServerResponse,
  request_id: string,
  { status, body, headers = {} }: JsonReply,
): void => {
  const text = body === undefined ? '' : JSON.stringify(body);
  res.writeHead(status, {
    ...CORS,
    'X-Request-Id': request_id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
    ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(text) }),
    ...headers,
  });
  res.end(text);
};
