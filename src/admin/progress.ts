// Shows the progress of a long command on a terminal. Scripts see nothing, because their standard error is for errors.
import { Presets, SingleBar } from 'cli-progress';

export interface ProgressBar {
  readonly show: (done: number, total: number) => void;
  readonly end: () => void;
}

/** Shorter work needs no progress display. */
const MIN_TOTAL = 1_000;

export const progressBar = (
  wanted: boolean,
  stream: NodeJS.WriteStream = process.stderr,
  unit: 'lines' | 'rows' = 'lines',
): ProgressBar => {
  if (!wanted || !stream.isTTY) return { show: () => undefined, end: () => undefined };
  const format = `{bar} {percentage} % | {value} of {total} ${unit} | {eta_formatted} left`;
  const bar = new SingleBar(
    { format, stream, clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  return {
    show: (done, total) => {
      if (total < MIN_TOTAL) return;
      if (!bar.isActive) bar.start(total, 0);
      // A transaction that was rolled back by a conflict starts over.
      bar.update(done);
    },
    end: () => {
      if (bar.isActive) bar.stop();
    },
  };
};
