// Tells a person at a terminal that a command goes on, once it takes more than a second: how far it is where that is
// known, and how long it has taken. Programs see nothing, because their standard error is for errors.
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** What is done now, as `Reading the file`. */
  readonly step: (what: string) => void;
  readonly count: (done: number, total: number) => void;
  /** A line that stays. */
  readonly say: (line: string) => void;
  /** Takes the display away; the next step or count begins anew. */
  readonly end: () => void;
}

const SHOWN_AFTER_MS = 1_000;
const REDRAWN_EVERY_MS = 200;

const SILENT: Progress = {
  step: () => undefined,
  count: () => undefined,
  say: () => undefined,
  end: () => undefined,
};

const bar = (stream: NodeJS.WritableStream, began: number): SingleBar =>
  new SingleBar(
    {
      format: (options, { progress, value, total }, { what }: { readonly what: string }) => {
        const elapsed = `${Math.floor((performance.now() - began) / 1000)} s`;
        // The progress may be NaN before anything is known.
        if (total === 0) return `${what} … ${elapsed}`;
        const full = Math.round(progress * BAR_WIDTH);
        const drawn = `${(options.barCompleteString ?? '').slice(0, full)}${(options.barIncompleteString ?? '').slice(0, BAR_WIDTH - full)}`;
        return `${what} ${drawn} ${value} of ${total} | ${elapsed}`;
      },
      stream,
      clearOnComplete: true,
      fps: 1000 / REDRAWN_EVERY_MS,
      forceRedraw: true,
    },
    Presets.shades_classic,
  );

const BAR_WIDTH = 30;

/** Undefined for no terminal. */
export const progressOn = (stream: NodeJS.WriteStream | undefined, shownAfter = SHOWN_AFTER_MS): Progress => {
  if (stream === undefined) return SILENT;
  let what = 'Working';
  let [done, total] = [0, 0];
  let waiting: NodeJS.Timeout | undefined;
  let shown: SingleBar | undefined;
  const begin = (): void => {
    if (waiting !== undefined || shown !== undefined) return;
    const began = performance.now();
    waiting = setTimeout(() => {
      waiting = undefined;
      shown = bar(stream, began);
      shown.start(total, done, { what });
    }, shownAfter);
    waiting.unref();
  };
  const end = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    shown?.stop();
    shown = undefined;
  };
  return {
    step: (next) => {
      [what, done, total] = [next, 0, 0];
      begin();
      shown?.setTotal(0);
      shown?.update(0, { what });
    },
    count: (now, all) => {
      [done, total] = [now, all];
      begin();
      shown?.setTotal(all);
      // A transaction that was rolled back by a conflict starts over.
      shown?.update(now, { what });
    },
    say: (line) => {
      end();
      stream.write(`${line}\n`);
      begin();
    },
    end,
  };
};
