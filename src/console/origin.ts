// Whether a request for a page came to the right address, and from where.
import type { IncomingMessage } from 'node:http';
import { isLoopbackHost, type Origin } from '../base/net/origin.ts';
import { clientAddress, isTrusted, lastHop } from '../base/network-address.ts';
import type { Surroundings } from './parts.ts';

/** Where a request for another loopback name, or one that came to the proxy without TLS, belongs; undefined when it is right or foreign. */
export const movedTo = (origin: Origin, { headers, url = '/' }: IncomingMessage): string | undefined => {
  const host = headers.host ?? '';
  // Of a trusted proxy; the transport has taken away what others say.
  const isPlain = origin.secure && headers['x-forwarded-proto'] === 'http';
  if (isPlain && host.toLowerCase() === origin.host) return `${origin.href}${url}`;
  const name = host.replace(/:\d*$/, '');
  return origin.loopback && host !== origin.host && isLoopbackHost(name) ? `${origin.href}${url}` : undefined;
};

export const isOwnHost = (origin: Origin, { headers }: IncomingMessage): boolean =>
  headers.host?.toLowerCase() === origin.host;

/** Only a form of these pages may send: browsers say where a request comes from. */
export const isOwnForm = (origin: Origin, { headers }: IncomingMessage): boolean => {
  const site = headers['sec-fetch-site'];
  const isPlain = origin.secure && headers['x-forwarded-proto'] === 'http';
  return !isPlain && headers.origin === origin.href && (site === undefined || site === 'same-origin');
};

/** For the trail. */
export const addressOf = ({ trustedProxies }: Surroundings, { socket, headers }: IncomingMessage): string =>
  clientAddress(trustedProxies, socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''));

/**
 * Whose guesses they are; null where nobody is counted by an address. By https everybody comes through a proxy: where nobody
 * named it, what it reports is no proof and only keeps the people behind it apart, so whoever makes something up gains no
 * more by it than by saying nothing. Who comes without a proxy is who they are, whatever they write.
 */
export const sourceOf = (parts: Surroundings, { socket, headers }: IncomingMessage): string | null => {
  const peer = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const address = clientAddress(parts.trustedProxies, peer, forwarded);
  if (parts.config.trusted_proxies.length > 0)
    return address === peer && isTrusted(parts.trustedProxies, peer) ? null : address;
  const claimed = lastHop(forwarded);
  if (!parts.origin.secure) return peer;
  return claimed === undefined ? null : `${peer} ${claimed}`;
};
