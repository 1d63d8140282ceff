// Places for running work, given out in turn among the keys that wait: who sends a thousand calls waits behind his own.

export interface TurnLimits {
  /** Work that runs at a time. */
  readonly places: number;
  /** That of one key among it. */
  readonly perKey: number;
  /** Work of one key that waits. */
  readonly waiting: number;
}

/** Tells the listener when the caller goes; what it returns takes the listener away. */
export type OnLeaving = (leave: () => void) => () => void;

export interface Turns {
  /**
   * Runs the work in its turn; `full` when too much of this key waits already, `gone` when its caller went while it did. A
   * function is asked only when there is no free place, by a caller still there.
   */
  run<T>(key: string, leaving: AbortSignal | OnLeaving, work: () => Promise<T>): Promise<T | 'full' | 'gone'>;
}

/**
 * Neither a line nor what waits in it is added to a set and taken out again with each call: a set that is used so leaves
 * tables behind that keep what was in them past several collections.
 */
interface Line {
  running: number;
  /** When it last got a place, or began. */
  turn: number;
  readonly waiting: (() => void)[];
}

/** Idle lines are kept up to here, and then all taken away at once. */
const MANY_LINES = 256;

const isIdle = ({ running, waiting }: Line): boolean => running === 0 && waiting.length === 0;

const onAbort =
  (signal: AbortSignal): OnLeaving =>
  (leave) => {
    signal.addEventListener('abort', leave, { once: true });
    return () => signal.removeEventListener('abort', leave);
  };

const createLines = () => {
  const lines = new Map<string, Line>();
  let many = MANY_LINES;
  let clock = 0;

  const dropIdle = (): void => {
    for (const [key, line] of lines) if (isIdle(line)) lines.delete(key);
    many = Math.max(MANY_LINES, 2 * lines.size);
  };

  return {
    /** Who comes new stands behind those that are there. */
    of(key: string): Line {
      const known = lines.get(key);
      if (known !== undefined) {
        if (isIdle(known)) known.turn = clock++;
        return known;
      }
      if (lines.size >= many) dropIdle();
      const line: Line = { running: 0, turn: clock++, waiting: [] };
      lines.set(key, line);
      return line;
    },
    take(line: Line): void {
      line.turn = clock++;
      line.running++;
    },
    /** The one whose last turn is longest ago, among those that may have a place. */
    next(perKey: number): Line | undefined {
      let first: Line | undefined;
      for (const line of lines.values())
        if (line.waiting.length > 0 && line.running < perKey && line.turn < (first?.turn ?? Infinity))
          first = line;
      return first;
    },
  };
};

export const createTurns = ({ places, perKey, waiting: most }: TurnLimits): Turns => {
  const lines = createLines();
  let running = 0;
  let waiting = 0;

  const take = (line: Line): void => {
    lines.take(line);
    running++;
  };

  /** False when nobody may have a place now. */
  const startNext = (): boolean => {
    const line = waiting > 0 && running < places ? lines.next(perKey) : undefined;
    const start = line?.waiting.shift();
    if (line === undefined || start === undefined) return false;
    waiting--;
    take(line);
    start();
    return true;
  };

  const next = (): void => {
    while (startNext());
  };

  /** A place at once, where one is free: whoever waits then has no right to it before this key. */
  const enterNow = (line: Line): boolean => {
    if (running >= places || line.running >= perKey || line.waiting.length > 0) return false;
    take(line);
    return true;
  };

  const enter = (line: Line, onLeaving: OnLeaving): Promise<boolean> =>
    new Promise((resolve) => {
      const start = (): void => {
        forget();
        resolve(true);
      };
      line.waiting.push(start);
      waiting++;
      const forget = onLeaving(() => {
        const at = line.waiting.indexOf(start);
        if (at < 0) return;
        line.waiting.splice(at, 1);
        waiting--;
        resolve(false);
      });
      next();
    });

  return {
    async run(key, leaving, work) {
      const line = lines.of(key);
      if (line.waiting.length >= most) return 'full';
      const isFunction = typeof leaving === 'function';
      if (!isFunction && leaving.aborted) return 'gone';
      const isIn = enterNow(line) || (await enter(line, isFunction ? leaving : onAbort(leaving)));
      if (!isIn) return 'gone';
      try {
        return await work();
      } finally {
        line.running--;
        running--;
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
