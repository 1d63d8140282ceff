// What is checked before the body is read and the caller is authenticated: path, method, Origin, Host, media type and
// announced size, in this order.
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';

import { isTrusted } from '../base/network-address.ts';
import {
  bodyTooLarge,
  hostNotAllowed,
  invalidHttp,
  methodNotAllowed,
  notFound,
  originNotAllowed,
  type HttpRefusal,
  unsupportedMediaType,
} from './reply.ts';

export interface GateConfig {
  readonly host: string;
  /** Web origins that may call, and whose host names this service answers to. */
  readonly allowedOrigins: readonly string[];
  readonly maxBodyBytes: number;
  /** Whether a browser asks for a page that may call. */
  readonly isPreflight: (req: IncomingMessage) => boolean;
}

/** Undefined for a call that may go on. */
export type Gate = (req: IncomingMessage) => HttpRefusal | 'preflight' | undefined;

/** A configured origin as browsers write it. */
export const originKey = (origin: string): string => origin.toLowerCase().replace(/\/+$/, '');

/** Many clients end the address that they are given with a slash. */
const ENDPOINTS: ReadonlySet<string> = new Set(['/mcp', '/mcp/']);
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
  ENDPOINTS.has(url) || ENDPOINTS.has(readPath(url));

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
  const allowed = new Set(allowedOrigins.map(originKey));
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

export const createGate = ({ host: bound, allowedOrigins, maxBodyBytes, isPreflight }: GateConfig): Gate => {
  const isAllowedHost = createHostCheck(bound, allowedOrigins);
  const isAllowedOrigin = createOriginCheck(bound, allowedOrigins);
  const tooLarge = bodyTooLarge(maxBodyBytes);

  return (req) => {
    if (repeatsHeader(req)) return invalidHttp;
    if (!isEndpoint(req)) return notFound;
    const { method, headers } = req;
    const asks = isPreflight(req);
    if (method !== 'POST' && !asks) return methodNotAllowed;
    if (headers.origin !== undefined && !isAllowedOrigin(headers.origin)) return originNotAllowed;
    if (headers.host !== undefined && !isAllowedHost(headers.host)) return hostNotAllowed;
    if (asks) return 'preflight';
    if (!isJson(headers['content-type'])) return unsupportedMediaType;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return unsupportedMediaType;
    return Number(headers['content-length'] ?? 0) > maxBodyBytes ? tooLarge : undefined;
  };
};

/**
 * Fields of the head that stand once (RFC 9110, 5.3; RFC 9112, 3.2). Of two, Node takes the first and a proxy may have
 * taken the other, so that each decides about another request.
 */
const SINGLE: readonly string[] = ['host', 'authorization', 'content-type', 'origin'];

export const repeatsHeader = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? '';
    const index = SINGLE.findIndex((name) => name.length === given.length);
    if (index < 0 || given.toLowerCase() !== SINGLE[index]) continue;
    const bit = 1 << index;
    if ((seen & bit) !== 0) return true;
    seen |= bit;
  }
  return false;
};

/** A host name or address, with or without a port. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Of a list the last counts: the proxy that speaks to this service wrote it. */
const last = (value: string | string[] | undefined): string =>
  [value].flat().join(',').split(',').at(-1)?.trim() ?? '';

/**
 * What a trusted proxy says of the request that it passes on takes the place of what was sent: `host`, and
 * `x-forwarded-proto` as `http` or `https`. From anybody else these headers are taken away before they are looked at,
 * since a browser or a stranger may write what they like.
 */
export const believeProxy = (trusted: BlockList, { socket, headers }: IncomingMessage): void => {
  if (headers['x-forwarded-host'] === undefined && headers['x-forwarded-proto'] === undefined) return;
  const [host, proto] = [last(headers['x-forwarded-host']), last(headers['x-forwarded-proto']).toLowerCase()];
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-proto'];
  if (!isTrusted(trusted, socket.remoteAddress ?? '')) return;
  if (HOST.test(host)) headers.host = host;
  if (proto === 'http' || proto === 'https') headers['x-forwarded-proto'] = proto;
};
