// Asks the queue of the access point for documents that came, under a lease; refusals that nobody asks for any more go.
import type { Logger } from '../base/log.ts';
import { DAY_MS } from '../base/time/day.ts';
import { toInstant } from '../db/instant.ts';
import { pullOnce, type PullParts } from '../domain/across/network/pull.ts';
import { deleteRefused } from '../domain/across/network/store.ts';
import { type Loop, startLoop } from './loop.ts';

export interface NetworkWorker extends PullParts {
  readonly log: Pick<Logger, 'error'>;
  readonly pollMs: number;
}

const GRACE_MS = 5_000;
const SWEEP_MS = 3_600_000;
const KEPT_DAYS = 90;

export const startNetwork = ({ log, pollMs, ...parts }: NetworkWorker): Loop => {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const sweep = async (): Promise<void> => {
    if (performance.now() - sweptAt < SWEEP_MS) return;
    sweptAt = performance.now();
    const before = new Date(parts.now().getTime() - KEPT_DAYS * DAY_MS);
    await deleteRefused(parts.books.database, toInstant(before));
  };
  return startLoop<'asking'>({ pollMs, graceMs: GRACE_MS }, async ({ running, stopped, begin }) => {
    if (running.size > 0) return false;
    begin('asking', async () => {
      try {
        await sweep();
        return await pullOnce(parts, stopped);
      } catch (error) {
        log.error({ err: error }, 'the queue of the access point could not be asked');
        return false;
      }
    });
    return false;
  });
};
