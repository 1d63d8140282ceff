// How long the event loop was held at one go while work ran: what others would have waited for. Counted in processor time
// of this thread where the system tells it, so that a busy machine makes no difference.
import { readFileSync } from 'node:fs';

const OWN = `/proc/self/task/${process.pid}/schedstat`;

/** Milliseconds of work of this thread so far; else by the clock. */
const worked = (): number => {
  try {
    return Number(readFileSync(OWN, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
};

/** The longest time at one go, in milliseconds, and what the work gave. */
export const watchLoop = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly held_ms: number; readonly result: T }> => {
  let longest = 0;
  let last = worked();
  let isWatching = true;
  const turn = (): void => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
    if (isWatching) setImmediate(() => setTimeout(turn, 1));
  };
  turn();
  try {
    const result = await work();
    turn();
    return { held_ms: longest, result };
  } finally {
    isWatching = false;
  }
};
