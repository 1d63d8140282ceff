// Work for a caller in its turn: within the deadline of its request, and paid for by its key.
import type { Caller } from '../dispatch/outcome.ts';
import type { Deadline, Parts } from './http-call.ts';
import { MS_PER_UNIT } from './limits.ts';

/** Each call pays for its share of the event loop, also for what runs after it waited for the database. */
const timed = async <C extends Caller, T>(parts: Parts<C>, caller: C, run: () => Promise<T>): Promise<T> => {
  let paid = 1;
  return parts.loopShare.run(run, (ms) => {
    const units = ms / MS_PER_UNIT;
    // The token of the call pays for the first unit.
    parts.rateLimit.charge(caller.key_id, Math.max(0, units - paid));
    paid = Math.max(0, paid - units);
  });
};

/** `expired`: it took too long, or nobody waits for it. `full`: as much of the key waits already. `failed`: it threw. */
export type Unsettled = 'expired' | 'full' | 'failed';

/** `about`: what the log says of work that throws. */
export const inTurn = async <C extends Caller, T extends object>(
  parts: Parts<C>,
  caller: C,
  deadline: Deadline,
  about: object,
  run: () => Promise<T>,
): Promise<T | Unsettled> => {
  // Later calls of a batch whose time is up are not started.
  if (deadline.isOver()) return 'expired';
  const { running, turns } = parts;
  running.begin();
  return new Promise((resolve) => {
    const forget = deadline.onOver((why) => {
      if (why === 'expired') resolve('expired');
    });
    const settled = (outcome: T | Unsettled | 'gone'): void => {
      running.end();
      forget();
      resolve(outcome === 'gone' ? 'expired' : outcome);
    };
    turns
      .run(
        caller.key_id,
        (leave) => deadline.onOver(leave),
        () => timed(parts, caller, run),
      )
      .then(settled, (error: unknown) => {
        parts.log.error({ err: error, ...about }, 'the dispatcher threw');
        settled('failed');
      });
  });
};
