// Keys that nobody has seen valid: limited per address before the look-up, and looked up a few at a time, so that made-up
// keys take neither the database nor anything from a key that is known.
import { type BlockList, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

import { clientAddress } from '../base/network-address.ts';
import { MAX_RATED_ADDRESSES, MAX_WAITING_LOOKUPS, UNKNOWN_KEYS, UNKNOWN_LOOKUPS } from './limits.ts';
import { createRateLimit } from './rate-limit.ts';
import { createTurns } from '../base/load/turns.ts';

/** Who has one IPv6 address has the 2^64 of its network. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [left = '', right] = address.split('%', 1).join('').split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const width = (groups: readonly string[]): number =>
    groups.length + (groups.at(-1)?.includes('.') === true ? 1 : 0);
  const gap = right === undefined ? 0 : 8 - width(head) - width(tail);
  const groups = [...head, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

export const sourceOf = (trusted: BlockList, { socket, headers }: IncomingMessage): string => {
  const forwarded = headers['x-forwarded-for'];
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return networkOf(
    clientAddress(trusted, peer, Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')),
  );
};

export interface Strangers {
  /** The result of the look-up, or in how many seconds the address may ask again. */
  lookUp<T>(source: string, find: () => Promise<T | undefined>): Promise<T | undefined | number>;
}

const NEVER = new AbortController().signal;

export const createStrangers = (): Strangers => {
  const misses = createRateLimit(UNKNOWN_KEYS, undefined, MAX_RATED_ADDRESSES);
  const turns = createTurns({ places: UNKNOWN_LOOKUPS, perKey: 1, waiting: UNKNOWN_KEYS.burst });
  let waiting = 0;
  return {
    async lookUp(source, find) {
      const wait = misses.take(source);
      if (wait > 0) return wait;
      if (waiting >= MAX_WAITING_LOOKUPS) return 1;
      waiting++;
      try {
        const found = await turns.run(source, NEVER, find);
        if (found === 'full' || found === 'gone') return 1;
        // Only misses count against an address.
        if (found !== undefined) misses.charge(source, -1);
        return found;
      } finally {
        waiting--;
      }
    },
  };
};
