// Internal limits of the transport, which protect the process; unlike those in the spec they are not published.
import { SERVICE } from '../../generated/service.ts';
import type { TurnLimits } from '../base/load/turns.ts';

/** Idle time of a kept connection: above the 60 s after which most load balancers drop theirs. */
export const KEEP_ALIVE_MS = 75_000;

/** Time for the head of one request. Node counts it from the request's first byte, not from the idle time before. */
export const HEADERS_MS = 20_000;

/** Time for one whole request, head and body: a slow sender is cut off here. */
export const REQUEST_MS = 30_000;

/** How often Node checks the two limits above. */
export const CONNECTION_CHECK_MS = 5_000;

/**
 * Time for a client to take an answer that does not fit the buffers of the system; a megabyte may take five times as long,
 * which is 10 kB a second.
 */
export const SENDING_MS = 20_000;

/** A connection on which nothing moves is closed, unless its answer is in work: above the time of an idle one. */
export const STALLED_MS = 120_000;

/** How long running calls get at shutdown; the rest of the service's time is for the database. */
export const SHUTDOWN_MS = SERVICE.windows.shutdown_ms - 2_000;

/** A refused request's body up to this size is skipped, to keep the connection. */
export const SKIP_BYTES = 65_536;

/** How much is still read after an early refusal, so that the sender sees the answer instead of a reset. */
export const LINGER_BYTES = 4 * SERVICE.limits.max_body_bytes;
export const LINGER_MS = 2_000;

export const MAX_ID_LENGTH = 256;
export const MAX_SECRET_LENGTH = 256;

/** Longest part of a caller's text in our messages. */
export const MAX_ECHO_LENGTH = 100;

/** Addresses and keys whose misses are remembered; the oldest go first. */
export const MAX_RATED_ADDRESSES = 10_000;

/** Look-ups of keys that nobody has seen valid: how many run at a time, and how many may wait. */
export const UNKNOWN_LOOKUPS = 2;
export const MAX_WAITING_LOOKUPS = 100;

/** Unknown keys from one address, before the look-up. */
export const UNKNOWN_KEYS = { requestsPerSecond: 5, burst: 20 };

/** Calls that run at a time, and those of one key among them: the others find a place whatever one does. */
export const MAX_RUNNING_CALLS = 14;
export const RUNNING_SHARE = 2;

/** Calls of one key that wait for a place. */
export const MAX_WAITING_CALLS = 128;

/** `places`: so many connections has the pool beside those that probes and pages need. */
export const turnLimits = (places: number = MAX_RUNNING_CALLS): TurnLimits => ({
  places,
  perKey: Math.max(1, Math.floor(places / RUNNING_SHARE)),
  waiting: MAX_WAITING_CALLS,
});

/** Shorter answers go as they are: they fit one packet. */
export const MIN_CODED_BYTES = 1_024;

/** Lists of tools that are kept for combinations of sets; beyond it all are made anew. Compressed, they take a fifth more. */
export const MAX_LISTS_BYTES = 16_000_000;

/** What one unit of a key's limit pays beside the call itself. */
export const BYTES_PER_UNIT = 65_536;
export const MS_PER_UNIT = 20;
