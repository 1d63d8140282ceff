// How often programs and strangers may come, in this process, as with keys: an instance beside it counts anew.
import { SERVICE } from '../../generated/service.ts';
import { OAUTH_CLIENTS } from '../../generated/vocabulary/oauth-clients.ts';
import { createRateLimit, type RateLimit } from '../base/load/rate-limit.ts';

const { requests, refreshes, misses } = SERVICE.oauth;
const { strangers_at_once: burst, stranger_every_s } = OAUTH_CLIENTS;
const STRANGERS = { requestsPerSecond: 1 / stranger_every_s, burst };

export interface Limits {
  /** Of one network: programs that register. */
  readonly registrations: RateLimit;
  /** Of one network: documents that are read of programs that nobody was asked about yet. */
  readonly documents: RateLimit;
  /** Of one network: requests that wait for a person, each kept until it is answered or has ended. */
  readonly requests: RateLimit;
  /** Of one app: pairs of tokens, each kept until it ends, the used ones too. */
  readonly refreshes: RateLimit;
  /** Of one network: requests for tokens that are refused. What is right costs nothing. */
  readonly misses: RateLimit;
}

/** `now`: a clock of milliseconds that never goes back. */
export const createLimits = (now?: () => number): Limits => ({
  registrations: createRateLimit(STRANGERS, now),
  documents: createRateLimit(STRANGERS, now),
  requests: createRateLimit(requests, now),
  refreshes: createRateLimit(refreshes, now),
  misses: createRateLimit(misses, now),
});
