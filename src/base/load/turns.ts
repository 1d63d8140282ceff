// Places for running work, given out in turn among the keys that wait: who sends a thousand calls waits behind his own.

export interface TurnLimits {
  /** Work that runs at a time. */
  readonly places: number;
  /** That of one key among it. */
  readonly perKey: number;
  /** Work of one key that waits. */
  readonly waiting: number;
}

/** Aborts when the caller goes. A function is asked for it only when there is no free place, by a caller still there. */
type Leaving = AbortSignal | (() => AbortSignal);

export interface Turns {
  /** Runs the work in its turn; `full` when too much of this key waits already, `gone` when its caller went while it did. */
  run<T>(key: string, leaving: Leaving, work: () => Promise<T>): Promise<T | 'full' | 'gone'>;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

export const createTurns = ({ places, perKey, waiting }: TurnLimits): Turns => {
  // In the order of their last turn: who got a place goes to the end.
  const lines = new Map<string, Line>();
  let running = 0;

  const next = (): void => {
    for (const [key, line] of lines) {
      if (running >= places) return;
      const [start] = line.waiting;
      if (start === undefined || line.running >= perKey) continue;
      line.waiting.delete(start);
      lines.delete(key);
      lines.set(key, line);
      line.running++;
      running++;
      start();
    }
  };

  /** A place at once, where one is free: whoever waits then has no right to it before this key. */
  const enterNow = (key: string, line: Line): boolean => {
    if (running >= places || line.running >= perKey || line.waiting.size > 0) return false;
    lines.delete(key);
    lines.set(key, line);
    line.running++;
    running++;
    return true;
  };

  const enter = (line: Line, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        if (line.waiting.delete(start)) resolve(false);
      };
      signal.addEventListener('abort', leave, { once: true });
      line.waiting.add(start);
      next();
    });

  return {
    async run(key, leaving, work) {
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      lines.set(key, line);
      if (line.waiting.size >= waiting) return 'full';
      const isGone = typeof leaving !== 'function' && leaving.aborted;
      const isIn =
        !isGone &&
        (enterNow(key, line) || (await enter(line, typeof leaving === 'function' ? leaving() : leaving)));
      try {
        return isIn ? await work() : 'gone';
      } finally {
        if (isIn) {
          line.running--;
          running--;
        }
        if (line.running === 0 && line.waiting.size === 0) lines.delete(key);
        next();
      }
    },
  };
};

// Long work beside others on one event loop: between its steps it lets whoever waits run.

/** Well below what a caller notices. */
const HELD_MS = 10;

/** To be awaited between the steps of a piece of work: the others run once it has held the event loop for a while. */
export type Breath = () => Promise<void> | undefined;

export const createBreath = (heldMs = HELD_MS): Breath => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < heldMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
};

/** Between two parts of work that each take a while. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Work that may pause where it yields; what it has read must stay as it is meanwhile. */
export type Steps<T> = Generator<void, T>;

export const atOnce = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/** Less than elsewhere: other work of a call stands before and after. */
const STEPS_MS = 5;

/** The same, beside others. */
export const inTurns = async <T>(steps: Steps<T>): Promise<T> => {
  const breathe = createBreath(STEPS_MS);
  for (;;) {
    const { done, value } = steps.next();
    const paused = breathe();
    if (paused !== undefined) await paused;
    if (done === true) return value;
  }
};
