// Asks the SAT about received CFDI: a few at a time, never faster than it likes to be asked.
import type { Logger } from '../base/log.ts';
import type { Database } from '../db/database.ts';
import { askDue, type AskSat, type KeepOutcome } from '../domain/documents/sat-status/status.ts';
import { type Loop, startLoop } from './loop.ts';

const POLL_MS = 30_000;
const GRACE_MS = 5_000;
/** One after the other: the SAT answers in a second or two, and names no limit of its own. */
const A_TURN = 20;

export interface SatStatusParts {
  readonly database: Database;
  readonly log: Pick<Logger, 'error'>;
  readonly now: () => Date;
  readonly ask: AskSat;
  readonly sandbox: boolean;
  /** Carries what was answered into the documents and bills. */
  readonly keep: KeepOutcome;
}

export const startSatStatus = ({ log, ...parts }: SatStatusParts): Loop =>
  startLoop<'asking'>({ pollMs: POLL_MS, graceMs: GRACE_MS }, async ({ running, stopped, begin }) => {
    if (running.size > 0) return false;
    begin('asking', async () => {
      try {
        return (await askDue({ ...parts, signal: stopped }, A_TURN)) === A_TURN;
      } catch (error) {
        log.error({ err: error }, 'the status of received documents could not be asked');
        return false;
      }
    });
    return false;
  });
