// Where a request comes from, and whose guesses its guesses are.
import type { IncomingMessage } from 'node:http';
import { clientAddress, isTrusted, lastHop } from '../base/network-address.ts';
import type { Surroundings } from './parts.ts';

/** For the trail. */
export const addressOf = ({ trustedProxies }: Surroundings, { socket, headers }: IncomingMessage): string =>
  clientAddress(trustedProxies, socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''));

/**
 * Whose guesses they are. What a proxy reports that nobody named is no proof, but it keeps the people behind it apart;
 * where a proxy reports nothing, all of them have its address, and nobody is counted by it.
 */
export const sourceOf = (parts: Surroundings, { socket, headers }: IncomingMessage): string | null => {
  const peer = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const address = clientAddress(parts.trustedProxies, peer, forwarded);
  if (parts.config.trusted_proxies.length > 0)
    return address === peer && isTrusted(parts.trustedProxies, peer) ? null : address;
  const claimed = lastHop(forwarded);
  if (claimed !== undefined) return `${peer} ${claimed}`;
  return parts.origin.secure ? null : peer;
};
