// How often somebody may come: a bucket of tokens for each, in this process.
import { performance } from 'node:perf_hooks';

/** Of so many it is remembered. */
const MOST_KEYS = 10_000;

export interface RateLimitConfig {
  /** 0 switches the limit off. */
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** One token bucket per key, in this process: a call takes a token before it runs, and pays for its size and time after. */
export interface RateLimit {
  /** Takes one token: returns 0, or in how many whole seconds there will be one. */
  take(key: string): number;
  /** What a call cost beside its token, known afterwards: debt is paid back in time. A refund is negative. */
  charge(key: string, units: number): void;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was computed, in milliseconds. */
  at: number;
}

const unlimited: RateLimit = { take: () => 0, charge: () => undefined };

/**
 * `now` is a monotonic clock in milliseconds. At `maxKeys` the full buckets are dropped, which loses nothing; if none is
 * full, the oldest is.
 */
export const createRateLimit = (
  { requestsPerSecond, burst }: RateLimitConfig,
  now: () => number = () => performance.now(),
  maxKeys: number = MOST_KEYS,
): RateLimit => {
  if (requestsPerSecond <= 0) return unlimited;
  const capacity = Math.max(1, burst);
  const perMs = requestsPerSecond / 1000;
  const buckets = new Map<string, Bucket>();

  const makeRoom = (at: number): void => {
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + (at - bucket.at) * perMs >= capacity) buckets.delete(key);
    }
    const oldest = buckets.keys().next();
    if (buckets.size >= maxKeys && oldest.done !== true) buckets.delete(oldest.value);
  };

  return {
    take(key) {
      const at = now();
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        if (buckets.size >= maxKeys) makeRoom(at);
        bucket = { tokens: capacity, at };
        buckets.set(key, bucket);
      }
      bucket.tokens = Math.min(capacity, bucket.tokens + (at - bucket.at) * perMs);
      bucket.at = at;
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / requestsPerSecond));
      bucket.tokens -= 1;
      return 0;
    },
    charge(key, units) {
      const bucket = buckets.get(key);
      // One monstrous call does not lock a key out for longer than it takes to fill the bucket.
      if (bucket !== undefined)
        bucket.tokens = Math.min(capacity, Math.max(-capacity, bucket.tokens - units));
    },
  };
};
