// The one loop of background work: what is due is begun, several at a time; while nothing is, the loop waits; a stop lets
// what runs come to a safe point.

export interface Loop {
  /** Looks for work at once. */
  wake(): void;
  stop(): Promise<void>;
}

export interface LoopTiming {
  readonly pollMs: number;
  /** How long a stop waits for running work before `stopped` aborts; undefined: until it ends by itself. */
  readonly graceMs?: number;
}

/** What a look for work has of its loop. */
export interface Turn<W> {
  /** What runs now. */
  readonly running: ReadonlyMap<Promise<void>, W>;
  /** Aborted when nothing new may begin. */
  readonly halted: AbortSignal;
  /** Aborted when what runs has to end. */
  readonly stopped: AbortSignal;
  /** The loop looks again when the work is over, unless it says that it did nothing (false). */
  begin(what: W, work: () => Promise<unknown>): void;
}

/** `look` begins what is due and returns whether there may be more; it never throws. */
export const startLoop = <W>(
  { pollMs, graceMs }: LoopTiming,
  look: (turn: Turn<W>) => Promise<boolean>,
): Loop => {
  const running = new Map<Promise<void>, W>();
  const halted = new AbortController();
  const stopped = new AbortController();
  const bell = createBell();

  const begin = (what: W, work: () => Promise<unknown>): void => {
    const done = work()
      // First its place is free, then the loop looks.
      .finally(() => running.delete(done))
      .then((did) => {
        if (did !== false) bell.ring();
      });
    running.set(done, what);
  };

  const loop = async (): Promise<void> => {
    const turn = { running, halted: halted.signal, stopped: stopped.signal, begin };
    while (!halted.signal.aborted)
      if (!(await look(turn))) await bell.wait(pollMs * (0.8 + 0.4 * Math.random()));
    await Promise.allSettled(running.keys());
  };

  const ended = loop();
  return {
    wake: () => bell.ring(),
    stop: async () => {
      halted.abort();
      bell.ring();
      const patience =
        graceMs === undefined
          ? undefined
          : setTimeout(() => stopped.abort(new Error('the service is stopping')), graceMs);
      await ended;
      clearTimeout(patience);
    },
  };
};

/** Waits for a timeout or the next ring; a ring that came before the wait ends it at once. */
export const createBell = () => {
  let rung = false;
  let notify: (() => void) | undefined;
  return {
    ring: (): void => {
      rung = true;
      notify?.();
    },
    wait: async (ms: number): Promise<void> => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          notify = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      notify = undefined;
    },
  };
};
