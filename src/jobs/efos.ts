// Looks suppliers up on the list of article 69-B: after an import within the minute, else once a day.
import type { Logger } from '../base/log.ts';
import { checkSuppliers, type EfosCheck } from '../domain/across/efos/check.ts';
import { type Loop, startLoop } from './loop.ts';

const POLL_MS = 60_000;
const GRACE_MS = 5_000;
/** Companies, one after the other. */
const A_TURN = 20;

export interface EfosParts extends Omit<EfosCheck, 'signal'> {
  readonly log: Pick<Logger, 'error'>;
}

export const startEfos = ({ log, ...parts }: EfosParts): Loop =>
  startLoop<'checking'>({ pollMs: POLL_MS, graceMs: GRACE_MS }, async ({ running, stopped, begin }) => {
    if (running.size > 0) return false;
    begin('checking', async () => {
      try {
        return (await checkSuppliers({ ...parts, signal: stopped }, A_TURN)) === A_TURN;
      } catch (error) {
        log.error({ err: error }, 'suppliers could not be looked up on the list of article 69-B');
        return false;
      }
    });
    return false;
  });
