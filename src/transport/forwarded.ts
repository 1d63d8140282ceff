// What a trusted proxy says of the request that it passes on: for which host it came, and whether over TLS. From anybody
// else these headers are taken away before they are looked at, since a browser or a stranger may write what they like.
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { isTrusted } from '../base/network-address.ts';

/** A host name or address, with or without a port. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Of a list the last counts: the proxy that speaks to this service wrote it. */
const last = (value: string | string[] | undefined): string =>
  [value].flat().join(',').split(',').at(-1)?.trim() ?? '';

/** Puts what is believed in the place of what was sent: `host`, and `x-forwarded-proto` as `http` or `https`. */
export const believeProxy = (trusted: BlockList, { socket, headers }: IncomingMessage): void => {
  const [host, proto] = [last(headers['x-forwarded-host']), last(headers['x-forwarded-proto']).toLowerCase()];
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-proto'];
  if (!isTrusted(trusted, socket.remoteAddress ?? '')) return;
  if (HOST.test(host)) headers.host = host;
  if (proto === 'http' || proto === 'https') headers['x-forwarded-proto'] = proto;
};
