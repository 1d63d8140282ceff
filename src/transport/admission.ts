// Who is let in, and what each may take: the key of a request, strangers whose key nobody knows, the limit of each key,
// and the share of the event loop that its calls pay for.
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { performance } from 'node:perf_hooks';

import { createRateLimit } from '../base/load/rate-limit.ts';
import { createTurns, type OnLeaving } from '../base/load/turns.ts';
import { clientAddress, networkOf } from '../base/network-address.ts';
import {
  MAX_RATED_ADDRESSES,
  MAX_SECRET_LENGTH,
  MAX_WAITING_LOOKUPS,
  UNKNOWN_KEYS,
  UNKNOWN_LOOKUPS,
} from './limits.ts';
import { invalidKey, missingKey, type HttpRefusal } from './reply.ts';

const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** The secret in the Authorization header, or why there is none. */
export const bearerSecret = ({ headers }: IncomingMessage): string | HttpRefusal => {
  const { authorization } = headers;
  if (authorization === undefined || !/^bearer /i.test(authorization)) return missingKey;
  const secret = BEARER.exec(authorization)?.[1];
  return secret === undefined || secret.length > MAX_SECRET_LENGTH ? invalidKey : secret;
};

export const sourceOf = (trusted: BlockList, { socket, headers }: IncomingMessage): string => {
  const forwarded = headers['x-forwarded-for'];
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return networkOf(
    clientAddress(trusted, peer, Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')),
  );
};

/**
 * Keys that nobody has seen valid: limited per address before the look-up, and looked up a few at a time, so that made-up
 * keys take neither the database nor anything from a key that is known.
 */
export interface Strangers {
  /** The result of the look-up, or in how many seconds the address may ask again. */
  lookUp<T>(source: string, find: () => Promise<T | undefined>): Promise<T | undefined | number>;
}

/** A look-up is not given up: what it finds is good for the next request too. */
const STAYS: OnLeaving = () => () => undefined;

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
        const found = await turns.run(source, STAYS, find);
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

/** The token of a call pays for the first unit. */
export const beyondOne = (units: number): number => Math.max(0, units - 1);

/**
 * What a call takes of the event loop, from its start to its end. Nothing tells which call a moment of work after a wait
 * belongs to, so those that run then share it: all calls together never pay for more than there was.
 */
export interface LoopShare {
  /** Runs the work and tells its share in milliseconds, once what runs before its first wait is over and again at its end. */
  run<T>(work: () => Promise<T>, pay: (ms: number) => void): Promise<T>;
}

/** `active`: how long the event loop has worked since it began, in milliseconds. */
export const createLoopShare = (
  active: () => number = () => performance.eventLoopUtilization().active,
): LoopShare => {
  let running = 0;
  let at = active();
  let shared = 0;
  const advance = (): number => {
    const now = active();
    const passed = now - at;
    at = now;
    return passed;
  };
  const share = (): void => {
    const passed = advance();
    if (running > 0) shared += passed / running;
  };
  return {
    async run(work, pay) {
      share();
      running++;
      const before = shared;
      try {
        const result = work();
        // Until here nobody else ran.
        pay(advance());
        return await result;
      } finally {
        share();
        running--;
        pay(shared - before);
      }
    },
  };
};
