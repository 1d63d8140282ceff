import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Shutdown {
  readonly isStopping: () => boolean;
  readonly close: () => Promise<void>;
}

/** Waits for the calls in `running`, which may go on after their caller was answered or left. */
export const createShutdown = (
  server: Server,
  running: ReadonlySet<Promise<unknown>>,
  boundMs: number,
): Shutdown => {
  let closing: Promise<void> | undefined;

  const stop = async (): Promise<void> => {
    const patience = new AbortController();
    // Closes idle connections too; busy ones close with their answer.
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const done = closed.then(() => Promise.allSettled(running));
    const bound = delay(boundMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
    await Promise.race([done, bound]);
    patience.abort();
    server.closeAllConnections();
    await closed;
  };

  return {
    isStopping: () => closing !== undefined,
    close() {
      closing ??= stop();
      return closing;
    },
  };
};
