// What a call takes of the event loop, from its start to its end. Nothing tells which call a moment of work after a wait
// belongs to, so those that run then share it: all calls together never pay for more than there was.
import { performance } from 'node:perf_hooks';

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
