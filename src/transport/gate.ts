// What is checked before the body is read and the caller is authenticated: path, method, Origin, Host, media type and
// announced size, in this order.
import type { IncomingMessage } from 'node:http';

import {
  bodyTooLarge,
  hostNotAllowed,
  invalidHttp,
  methodNotAllowed,
  notFound,
  originNotAllowed,
  type Refusal,
  unsupportedMediaType,
} from './refusals.ts';
import { repeatsHeader } from './repeated.ts';

export interface GateConfig {
  readonly host: string;
  /** Web origins that may call, and whose host names this service answers to. */
  readonly allowedOrigins: readonly string[];
  readonly maxBodyBytes: number;
}

export type Gate = (req: IncomingMessage) => Refusal | undefined;

const ENDPOINT = '/mcp';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PORT = /:\d*$/;
const JSON_TYPE = /^application\/json[ \t]*(?:;(.*))?$/i;
const CHARSET = /(?:^|;)[ \t]*charset=[ \t]*"?([^";]*)"?/i;

/** The path of a request target in origin form, with or without a query, or in absolute form. */
export const readPath = (target: string): string => {
  const rest = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const query = rest.indexOf('?');
  return query < 0 ? rest : rest.slice(0, query);
};

export const isEndpoint = ({ url = '' }: Pick<IncomingMessage, 'url'>): boolean =>
  url === ENDPOINT || readPath(url) === ENDPOINT;

const hostName = (host: string): string => host.replace(PORT, '').toLowerCase();

const isLoopback = (host: string): boolean => host === '::1' || LOOPBACK.test(host.toLowerCase());

/** The host name of a web origin; an opaque origin has none. */
const originHost = (origin: string): string | undefined =>
  /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).hostname : undefined;

/**
 * A web page may point a host name of its own at 127.0.0.1 (DNS rebinding); only Origin and Host reveal it. So a service
 * bound to loopback answers only to loopback names and those of the allowed origins.
 */
export const createHostCheck = (
  bound: string,
  allowedOrigins: readonly string[],
): ((host: string) => boolean) => {
  if (!isLoopback(bound)) return () => true;
  const names = new Set(allowedOrigins.map(originHost));
  return (host) => {
    const name = hostName(host);
    return LOOPBACK.test(name) || names.has(name);
  };
};

const createOriginCheck = (
  bound: string,
  allowedOrigins: readonly string[],
): ((origin: string) => boolean) => {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/+$/, '')));
  const loopbackToo = isLoopback(bound);
  return (origin) => {
    if (allowed.has(origin)) return true;
    const name = loopbackToo ? originHost(origin) : undefined;
    return name !== undefined && LOOPBACK.test(name);
  };
};

const isJson = (type: string | undefined): boolean => {
  if (type === 'application/json') return true;
  const match = type === undefined ? null : JSON_TYPE.exec(type);
  if (match === null) return false;
  const charset = CHARSET.exec(match[1] ?? '')?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset.trim());
};

export const createGate = ({ host: bound, allowedOrigins, maxBodyBytes }: GateConfig): Gate => {
  const isAllowedHost = createHostCheck(bound, allowedOrigins);
  const isAllowedOrigin = createOriginCheck(bound, allowedOrigins);
  const tooLarge = bodyTooLarge(maxBodyBytes);

  return (req) => {
    if (repeatsHeader(req)) return invalidHttp;
    if (!isEndpoint(req)) return notFound;
    const { method, headers } = req;
    if (method !== 'POST') return methodNotAllowed;
    if (headers.origin !== undefined && !isAllowedOrigin(headers.origin)) return originNotAllowed;
    if (headers.host !== undefined && !isAllowedHost(headers.host)) return hostNotAllowed;
    if (!isJson(headers['content-type'])) return unsupportedMediaType;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return unsupportedMediaType;
    return Number(headers['content-length'] ?? 0) > maxBodyBytes ? tooLarge : undefined;
  };
};
