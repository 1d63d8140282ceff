// Takes away what has ended of the apps that people connect: codes, tokens, requests, programs that never reached anybody. An
// app whose last token ran out ends, as if somebody had disconnected it.
import type { Logger } from '../base/log.ts';
import type { Books } from '../domain/ground/change/change.ts';
import { sweepOAuth } from '../domain/parties/oauth/apps/sweep.ts';
import { type Loop, startLoop } from './loop.ts';

const POLL_MS = 60_000;

export interface OAuthSweepParts {
  readonly books: Books;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
  readonly pollMs?: number;
}

/** Two instances at once do some of it twice, and neither anything wrong. */
export const startOAuthSweep = ({ books, log, now, pollMs = POLL_MS }: OAuthSweepParts): Loop => {
  const onError = (err: unknown): void =>
    log.warn({ err }, 'what has ended of connected apps was not taken away');
  return startLoop({ pollMs }, () =>
    sweepOAuth(books, now(), onError).catch((error: unknown) => {
      onError(error);
      return false;
    }),
  );
};
